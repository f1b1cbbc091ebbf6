import { allocateSamples, type Samples, type SampleType } from '../sample-type.ts'

/**
 * Downsamples by 2 with a box filter: means of 2 × 2 pixels, integers rounded half up. An odd last column or row is left out.
 *
 * @param band rows × width × samples, row-major, interleaved
 * @returns ⌊rows/2⌋ × ⌊width/2⌋ × samples
 */
export function downsampleBand(band: Samples, rows: number, width: number, samples: number, type: SampleType): Samples {
  const halfWidth = Math.floor(width / 2)
  const halfRows = Math.floor(rows / 2)
  const out = allocateSamples(type, halfWidth * halfRows * samples)
  const rowLength = width * samples
  const rounding = type.format === 'float' ? 0 : 0.5
  let to = 0
  for (let y = 0; y < halfRows; y++) {
    for (let x = 0; x < halfWidth; x++) {
      for (let sample = 0; sample < samples; sample++) {
        const at = 2 * y * rowLength + 2 * x * samples + sample
        const upper = (band[at] ?? 0) + (band[at + samples] ?? 0)
        const lower = (band[at + rowLength] ?? 0) + (band[at + rowLength + samples] ?? 0)
        const mean = (upper + lower) / 4
        out[to++] = rounding ? Math.floor(mean + rounding) : mean
      }
    }
  }
  return out
}
