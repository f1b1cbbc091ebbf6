/// <reference path="./gifenc.d.ts" />
import { applyPalette, GIFEncoder, quantize } from 'gifenc'
import type { MovieShape, MovieWriter } from './movie-format.ts'

/** Colours of a frame. */
const most = 256

/** Each colour of a picture with at most 256, and the index of each pixel; null: there are more. */
const exactly = (data: Uint8ClampedArray): { palette: number[][]; indices: Uint8Array } | null => {
  const known = new Map<number, number>()
  const palette: number[][] = []
  const indices = new Uint8Array(data.length / 4)
  for (let pixel = 0, at = 0; pixel < indices.length; pixel++, at += 4) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]]
    const color = (red << 16) | (green << 8) | blue
    let index = known.get(color)
    if (index === undefined) {
      if (palette.length === most) return null
      index = palette.push([red, green, blue]) - 1
      known.set(color, index)
    }
    indices[pixel] = index
  }
  return { palette, indices }
}

/** The 256 colours that fit best: by classes of 5, 6 and 5 bits, which would take three quarters of the greys of one channel. */
const nearly = (data: Uint8ClampedArray): { palette: number[][]; indices: Uint8Array } => {
  const palette = quantize(data, most)
  return { palette, indices: applyPalette(data, palette) }
}

/**
 * GIF with a palette of its own for each frame: exact where a frame has at most 256 colours. Frames are kept as parts of
 * a blob, which the browser may put on disk.
 */
export const gifWriter = (canvas: HTMLCanvasElement, { width, height, fps }: MovieShape): MovieWriter => {
  const encoder = GIFEncoder({ auto: false })
  const parts: Uint8Array<ArrayBuffer>[] = []
  let frames = 0
  let bytes = 0
  const keep = (): void => {
    const part = encoder.bytes()
    encoder.reset()
    bytes += part.length
    parts.push(part)
  }
  /** Hundredths of a second, the unit of the format: rounded so that the whole has its right duration. */
  const start = (frame: number): number => Math.round((100 * frame) / fps)
  return {
    get bytes() {
      return bytes
    },
    add: async () => {
      const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data
      if (!data) throw new Error('The browser cannot read the picture.')
      const { palette, indices } = exactly(data) ?? nearly(data)
      if (frames === 0) encoder.writeHeader()
      const delay = 10 * (start(frames + 1) - start(frames))
      encoder.writeFrame(indices, width, height, { first: frames === 0, palette, delay, repeat: 0 })
      frames += 1
      keep()
    },
    finish: async () => {
      encoder.finish()
      keep()
      return new Blob(parts, { type: 'image/gif' })
    },
    cancel: async () => {
      parts.length = 0
    },
  }
}
