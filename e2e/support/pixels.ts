import type { Locator } from 'playwright/test'

/** Summary of the pixels of a picture. */
export interface Pixels {
  /** Mean of red, green and blue, 0 to 255. */
  mean: [number, number, number]
  /** Standard deviation of the brightness, 0 to 127.5: 0 where nothing is drawn. */
  contrast: number
}

/** Reads the pixels of an `<img>` or `<canvas>` of the page. */
export const pixelsOf = (picture: Locator): Promise<Pixels> =>
  picture.evaluate((element): Pixels => {
    const source = element as HTMLImageElement | HTMLCanvasElement
    const width = source instanceof HTMLImageElement ? source.naturalWidth : source.width
    const height = source instanceof HTMLImageElement ? source.naturalHeight : source.height
    const copy = new OffscreenCanvas(Math.max(1, width), Math.max(1, height))
    const context = copy.getContext('2d')
    context?.drawImage(source, 0, 0)
    const { data } = context?.getImageData(0, 0, copy.width, copy.height) ?? { data: new Uint8ClampedArray(4) }
    const count = data.length / 4
    const sums = [0, 0, 0]
    let squares = 0
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
      sums[0] = (sums[0] ?? 0) + red
      sums[1] = (sums[1] ?? 0) + green
      sums[2] = (sums[2] ?? 0) + blue
      squares += ((red + green + blue) / 3) ** 2
    }
    const [red = 0, green = 0, blue = 0] = sums.map((sum) => sum / count)
    const brightness = (red + green + blue) / 3
    return { mean: [red, green, blue], contrast: Math.sqrt(Math.max(0, squares / count - brightness ** 2)) }
  })
