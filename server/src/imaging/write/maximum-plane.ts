import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { BandPlane } from '../image-source.ts'
import { damaged } from '../imaging-error.ts'
import { allocateSamples, type Samples, type SampleType, samplesFromBytes } from '../sample-type.ts'
import { TILE_SIZE } from '../sizes.ts'
import { withPyramid } from './plane-file.ts'

const inflateAsync = promisify(inflate)

/**
 * The maximum of lossless planes at each pixel. NaN is a value only where no plane has another. One row of tiles is in memory, and one file open
 * at a time, however many planes there are.
 *
 * @param files pyramids of equal size, one at least
 */
export const maximumPlane = (files: readonly string[], type: SampleType): BandPlane => ({
  via: 'bands',
  async rows(top, count) {
    let most: Samples | null = null
    for (const file of files) {
      const band = await tileRow(file, Math.floor(top / TILE_SIZE), count, type)
      if (most) keepLarger(most, band)
      else most = band
    }
    if (!most) throw new RangeError('no planes')
    return most
  },
})

function keepLarger(most: Samples, band: Samples): void {
  for (let i = 0; i < most.length; i++) {
    const [known = 0, value = 0] = [most[i], band[i]]
    if (value > known || Number.isNaN(known)) most[i] = value
  }
}

/** The first `count` rows of a row of tiles of the largest level. */
const tileRow = (file: string, y: number, count: number, type: SampleType): Promise<Samples> =>
  withPyramid(file, async (pyramid) => {
    const z = pyramid.levels.length - 1
    const { width = 0, columns = 0 } = pyramid.levels[z] ?? {}
    const band = allocateSamples(type, width * count)
    for (let x = 0; x < columns; x++) {
      const tile = await pyramid.tileBytes(z, x, y)
      if (!tile) throw damaged('A stored tile is missing.')
      const samples = samplesFromBytes(type, await inflateAsync(tile.body))
      const left = x * TILE_SIZE
      const part = Math.min(TILE_SIZE, width - left)
      for (let row = 0; row < count; row++) {
        band.set(samples.subarray(row * TILE_SIZE, row * TILE_SIZE + part), row * width + left)
      }
    }
    return band
  })
