import sharp from 'sharp'
import { gifWriter } from './gif-writer.ts'

const [width, height] = [40, 30]

/** In place of the drawing that jsdom lacks: a canvas that shows what is set. */
const fakeCanvas = () => {
  const shown = { data: new Uint8ClampedArray(4 * width * height) }
  const canvas = { getContext: () => ({ getImageData: () => shown }) } as unknown as HTMLCanvasElement
  return {
    canvas,
    show: (colorAt: (pixel: number) => readonly number[]) => {
      shown.data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, at) =>
        at % 4 === 3 ? 255 : (colorAt(Math.floor(at / 4))[at % 4] ?? 0),
      )
      return Buffer.from(shown.data.filter((_, at) => at % 4 !== 3))
    },
  }
}

const fileOf = async (blob: Blob): Promise<Buffer> => Buffer.from(await blob.arrayBuffer())

test('a GIF has every frame in its own colours, without a difference where there are at most 256', async () => {
  const { canvas, show } = fakeCanvas()
  const writer = gifWriter(canvas, { width, height, fps: 4 })
  const frames: Buffer[] = []
  // Greys of one channel: with classes of a few bits a quarter of them would be left.
  for (const color of [[255, 0, 0], [0, 255, 0], null, [3, 2, 1]]) {
    frames.push(show((pixel) => color ?? [pixel % 256, pixel % 256, pixel % 256]))
    await writer.add()
  }
  const blob = await writer.finish()
  const file = await fileOf(blob)
  const { format, pages, delay, loop } = await sharp(file, { animated: true }).metadata()
  expect([blob.type, format, pages, delay, loop]).toEqual(['image/gif', 'gif', 4, [250, 250, 250, 250], 0])
  for (const [page, frame] of frames.entries()) {
    expect((await sharp(file, { page }).removeAlpha().raw().toBuffer()).equals(frame)).toBe(true)
  }
})

test('of more than 256 colours the nearest are shown', async () => {
  const { canvas, show } = fakeCanvas()
  const writer = gifWriter(canvas, { width, height, fps: 10 })
  const frame = show((pixel) => [(pixel % width) * 6, Math.floor(pixel / width) * 8, 100])
  await writer.add()
  const read = await sharp(await fileOf(await writer.finish()))
    .removeAlpha()
    .raw()
    .toBuffer()
  const mean = frame.reduce((sum, value, at) => sum + Math.abs(value - (read[at] ?? 0)), 0) / frame.length
  expect(mean).toBeLessThan(5)
})

test.each([1, 2, 5, 10, 15, 25, 30])('%d frames per second last as long as they should', async (fps) => {
  const { canvas, show } = fakeCanvas()
  const writer = gifWriter(canvas, { width, height, fps })
  show(() => [1, 2, 3])
  for (let frame = 0; frame < 2 * fps; frame++) await writer.add()
  const { delay = [] } = await sharp(await fileOf(await writer.finish()), { animated: true }).metadata()
  expect(delay).toHaveLength(2 * fps)
  expect(delay.reduce((sum, one) => sum + one, 0)).toBe(2000)
})
