import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeCatalogue, hasCataloguedSize, type Outcome } from '../corpus/catalogue.ts'
import { describeWithData } from './imaging-data.ts'

/** Hundreds of pictures are alike: `npm run formats` decodes them, too. */
const isDistinct = (path: string) =>
  !/^(nuclei_dsb2018|timeseries)\//.test(path) || /fluo\/0|_0?1\.tif|t01z0/.test(path)

const floatColours =
  'This TIFF stores colours other than RGB as signed or floating-point numbers; convert it to RGB and upload it again.'

jest.setTimeout(300_000)

describeWithData('The files of the catalogue', () => {
  let outcomes: Outcome[]
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lamella-catalogue-'))
    outcomes = await decodeCatalogue(folder, isDistinct)
    await rm(folder, { recursive: true, force: true })
  })

  it('D3-3-20 are read in the size that other programs say', () => {
    expect(outcomes.length).toBeGreaterThan(250)
    expect(outcomes.filter((outcome) => !hasCataloguedSize(outcome)).map(({ path }) => path)).toEqual([
      // The catalogue has the size of one tile of the mosaic, and of the first page.
      'czi/tiles.czi',
      'czi/tiles_time_z.czi',
      'derived/tcga_as_leica.scn',
    ])
  })

  it('D3-3-20 are read, unless they are damaged or of a kind that is refused in words', () => {
    const refused = outcomes.filter(({ kind, image }) => kind !== 'bad' && !image)
    expect(refused.map(({ path, sentence }) => [path, sentence.split(',')[0]])).toEqual([
      ['tiff_variants/image-tiff/cmyk-3c-32b-float.tiff', floatColours],
      ['tiff_variants/image-tiff/tiled-cmyk-i8.tif', floatColours],
      ['tiff_variants/libtiffpic/text.tif', 'This TIFF uses ThunderScan compression'],
    ])
  })
})
