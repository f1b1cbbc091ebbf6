import { drawSquare, type Square } from './draw-square.ts'
import type { ObjectColumns } from './object-columns.ts'
import { RasterObjects, type RasterPlane } from './raster-objects.ts'

/** What the page tells a worker that draws objects. */
export type RasterCall =
  | { what: 'put'; columns: ObjectColumns }
  | { what: 'remove'; slots: Uint32Array }
  | { what: 'color'; slots: Uint32Array; colors: Uint32Array }
  | { what: 'select'; slots: readonly number[] }
  | { what: 'draw'; key: string; square: Square; plane: RasterPlane }

/** A square that was drawn; it shows all that was told before it was asked for. */
export interface RasterAnswer {
  key: string
  picture: ImageBitmap
}

const objects = new RasterObjects()
let canvas: OffscreenCanvas | null = null

const drawn = (square: Square, plane: RasterPlane): ImageBitmap => {
  const { left, top, resolution, side } = square
  if (canvas?.width !== side) canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no canvas in a worker')
  // What lies beside the square reaches into it by its line, points by their radius.
  const margin = 16 * resolution
  const [maxX, maxY] = [left + side * resolution + margin, top + side * resolution + margin]
  context.clearRect(0, 0, side, side)
  drawSquare(context, objects.within({ minX: left - margin, minY: top - margin, maxX, maxY }, plane), square)
  return canvas.transferToImageBitmap()
}

addEventListener('message', ({ data }: MessageEvent<RasterCall>) => {
  if (data.what === 'put') objects.put(data.columns)
  else if (data.what === 'remove') objects.remove(data.slots)
  else if (data.what === 'color') objects.color(data.slots, data.colors)
  else if (data.what === 'select') objects.select(data.slots)
  else {
    const picture = drawn(data.square, data.plane)
    postMessage({ key: data.key, picture } satisfies RasterAnswer, { transfer: [picture] })
  }
})
