import { readCziBySegments } from '../../../test/czi-by-segments.ts'
import { dataPath, describeWithData } from '../../../test/imaging-data.ts'
import { openCzi } from './czi.ts'

jest.setTimeout(120_000)

/** Files, and how many planes they have. */
const files: [name: string, planes: number][] = [
  ['CellDivision_T3_Z5_CH2_X240_Y170_comp1.czi', 30],
  ['DAPI_GFP.czi', 2],
  ['RGB-8bit.czi', 1],
  ['mosaic_test.czi', 1],
  ['newCZI_compressed.czi', 1],
  ['tiles.czi', 2],
  ['tiles_time_z.czi', 8],
]

describeWithData('D3-3-20 each sample of real CZI files is the one that a second reader finds', () => {
  test.each(files)('%s: %i planes', async (name, count) => {
    const path = dataPath(`czi/${name}`)
    const planes = await readCziBySegments(path)
    expect(planes.size).toBe(count)
    const source = await openCzi(path)
    try {
      const { c, z, t } = source.size
      expect(c * z * t).toBe(count)
      let brightest = 0
      for (const [key, stored] of planes) {
        const [first = 0, second = 0, third = 0] = key.split(' ').map(Number)
        const plane = await source.plane({ c: first, z: second, t: third })
        if (plane.via !== 'bands') throw new Error('a CZI is read in bands')
        const { width, height, samples } = stored
        expect([source.width, source.height, source.samples]).toEqual([width, height, samples])
        const read = await plane.rows(0, height)
        // Colours are stored as blue, green, red.
        const wrong = read.findIndex((value, i) => value !== stored.data[samples === 3 ? i + 2 - 2 * (i % 3) : i])
        expect([key, wrong]).toEqual([key, -1])
        for (const value of read) brightest = Math.max(brightest, value)
      }
      expect(brightest).toBeGreaterThan(1)
    } finally {
      await source.close()
    }
  })
})
