import sharp from 'sharp'
import type { Size } from '../../analysis/operators/size.ts'
import { between, normal, type Random } from '../random.ts'
import type { Section } from './section.ts'

const { max, min, round } = Math

export interface SyntheticField extends Size {
  /** Interleaved. */
  rgb: Uint8Array
  labels: Int32Array
}

/** What a scanner makes of a section: a white that is none, noise, little contrast in the dark, JPEG. */
export async function photograph(random: Random, { width, height, density, labels }: Section): Promise<SyntheticField> {
  const level = between(random, 205, 250)
  const white = [0, 1, 2].map(() => min(255, level * (1 + 0.04 * normal(random))))
  const noise = random() < 0.6 ? between(random, 0, 5) : 0
  const glare = random() < 0.5 ? between(random, 0, 0.06) : 0
  const rgb = new Uint8Array(width * height * 3)
  for (const [channel, plane] of density.entries()) {
    const bright = white[channel] ?? 255
    for (let i = 0; i < plane.length; i++) {
      const light = bright * (glare + (1 - glare) * 10 ** -(plane[i] ?? 0))
      rgb[3 * i + channel] = round(min(255, max(0, light + (noise ? noise * normal(random) : 0))))
    }
  }
  if (random() < 0.25) return { width, height, rgb, labels }
  const raw = { width, height, channels: 3 } as const
  const quality = round(between(random, 45, 95))
  const jpeg = await sharp(rgb, { raw })
    .jpeg({ quality, chromaSubsampling: random() < 0.6 ? '4:2:0' : '4:4:4' })
    .toBuffer()
  const decoded = await sharp(jpeg).toColourspace('srgb').raw().toBuffer()
  return { width, height, rgb: new Uint8Array(decoded), labels }
}
