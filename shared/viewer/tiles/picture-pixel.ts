let context: CanvasRenderingContext2D | null = null

/**
 * Red, green and blue of one pixel of a decoded tile, each 0 to 255.
 * @param x - column in the tile; likewise the row `y`
 */
export const pixelOf = (picture: ImageBitmap, x: number, y: number): number[] => {
  if (!context) {
    const canvas = document.createElement('canvas')
    canvas.width = 1
    canvas.height = 1
    context = canvas.getContext('2d', { willReadFrequently: true })
  }
  if (!context) return []
  context.drawImage(picture, x, y, 1, 1, 0, 0, 1, 1)
  return [...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)]
}
