import sharp from 'sharp'
import { connectedComponents } from '../src/analysis/operators/connected-components.ts'
import type { Size } from '../src/analysis/operators/size.ts'

export interface Picture extends Size {
  /** Interleaved. */
  rgb: Uint8Array
}

export async function readPicture(path: string): Promise<Picture> {
  const { data, info } = await sharp(path)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  if (channels === 3) return { width, height, rgb: new Uint8Array(data) }
  return {
    width,
    height,
    rgb: Uint8Array.from({ length: width * height * 3 }, (_, i) => data[Math.floor(i / 3) * channels] ?? 0),
  }
}

/** A nucleus that was outlined by hand. */
export interface Outlined {
  isPositive: boolean
  pixels: Set<number>
}

/** Outlines are 2 pixels thick and belong to their nucleus. */
const OUTLINE = 2
/** Smaller regions are remains of the drawing. */
const LEAST = 50

/** Nuclei of a picture of classes: red positive, blue negative, green outlines. */
export function outlinedNuclei({ width, height, rgb }: Picture): Outlined[] {
  const classes = Uint8Array.from({ length: width * height }, (_, i) => {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(3 * i, 3 * i + 3)
    if (green >= 128) return 0
    return red > 128 && blue < 128 ? 2 : blue > 128 && red < 128 ? 1 : 0
  })
  const nuclei: Outlined[] = []
  for (const value of [1, 2]) {
    const { labels, areas } = connectedComponents(
      classes.map((each) => (each === value ? 1 : 0)),
      { width, height },
      4,
    )
    const byLabel = new Map<number, Set<number>>()
    labels.forEach((label, i) => {
      if (!label || (areas[label] ?? 0) < LEAST) return
      const known = byLabel.get(label) ?? new Set<number>()
      byLabel.set(label, known.add(i))
    })
    for (const pixels of byLabel.values())
      nuclei.push({ isPositive: value === 2, pixels: grown(pixels, classes, width) })
  }
  return nuclei
}

function grown(pixels: Set<number>, classes: Uint8Array, width: number): Set<number> {
  const all = new Set(pixels)
  for (let step = 0; step < OUTLINE; step++) {
    for (const i of [...all]) {
      const x = i % width
      for (const j of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width])
        if (j >= 0 && j < classes.length && !classes[j]) all.add(j)
    }
  }
  return all
}

/** Regions of a mask whose values over half of its maximum are nuclei; touching ones are one. */
export function maskComponents({ width, height, rgb }: Picture): Int32Array {
  const most = rgb.reduce((top, value) => Math.max(top, value), 0)
  const mask = Uint8Array.from({ length: width * height }, (_, i) => ((rgb[3 * i] ?? 0) > most / 2 ? 1 : 0))
  const { labels, areas } = connectedComponents(mask, { width, height }, 8)
  return labels.map((label) => ((areas[label] ?? 0) >= 20 ? label : 0))
}
