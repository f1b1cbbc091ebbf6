import { createFluorescenceField } from '@lamella/shared/testing/pictures/fluorescence.ts'
import { encodeOmeTiff } from '@lamella/shared/testing/pictures/ome-tiff.ts'
import { createRandom } from '@lamella/shared/testing/pictures/random.ts'

/** Pixels of the side of what is drawn, and how often it is repeated in each direction. */
const side = 512
const repeats = 8
/** Pixels of the side of the whole image. */
export const cultureSize = side * repeats

const channels = [
  { name: 'DAPI', color: 0x0000ff, structure: 'nuclei' },
  { name: 'Tubulin', color: 0x00ff00, structure: 'fibres' },
  { name: 'E-cadherin', color: 0xff00ff, structure: 'membrane' },
  { name: 'Other nuclei', color: 0xff0000, structure: 'nuclei' },
] as const

/** A cell culture of 4096² pixels in four channels of 16 bit with the noise of a camera, as OME-TIFF: 134 MB. */
export const makeCulture = (): Buffer => {
  const options = { width: side, height: side, cells: 40, radius: 17 }
  const fields = [1, 2].map((seed) => createFluorescenceField({ ...options, seed }))
  const plane = (c: number): Uint16Array => {
    const random = createRandom(c + 1)
    const dye = fields[c === 3 ? 1 : 0]?.paint(channels[c]?.structure ?? 'nuclei', 0, 0).data ?? []
    const field = Uint16Array.from(dye, (amount) => {
      const photons = 900 * amount + 3
      return Math.min(65_535, Math.max(0, Math.round(110 + 12 * random.normal(photons, Math.sqrt(photons)))))
    })
    const whole = new Uint16Array(cultureSize ** 2)
    for (let y = 0; y < cultureSize; y++) {
      const row = field.subarray((y % side) * side, ((y % side) + 1) * side)
      for (let times = 0; times < repeats; times++) whole.set(row, y * cultureSize + times * side)
    }
    return whole
  }
  return encodeOmeTiff({
    name: 'culture',
    width: cultureSize,
    height: cultureSize,
    channels,
    sizeZ: 1,
    sizeT: 1,
    pixelSizeUm: 0.325,
    stepUm: 1,
    intervalSeconds: 1,
    plane,
  })
}
