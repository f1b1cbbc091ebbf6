/** Cells along the longer side. */
const CELLS = 12

/**
 * The place of a picture with most edges in it, where there are cells rather than glass or stroma.
 *
 * @param data - RGBA, row by row
 * @returns its centre as shares of width and height
 */
export const busiestPlace = ({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>) => {
  const side = Math.max(1, Math.ceil(Math.max(width, height) / CELLS))
  const columns = Math.ceil(width / side)
  const edges = new Float64Array(columns * Math.ceil(height / side))
  const level = (at: number): number => (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0; x + 1 < width; x++) {
      const at = 4 * (y * width + x)
      const cell = Math.floor(y / side) * columns + Math.floor(x / side)
      const change = Math.abs(level(at) - level(at + 4)) + Math.abs(level(at) - level(at + 4 * width))
      edges[cell] = (edges[cell] ?? 0) + change
    }
  }
  const best = edges.indexOf(Math.max(...edges))
  const share = (cell: number, size: number): number => (Math.min(size, (cell + 1) * side) + cell * side) / 2 / size
  return { x: share(best % columns, width), y: share(Math.floor(best / columns), height) }
}
