import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeCatalogue, type Outcome } from '../corpus/catalogue.ts'
import { agrees } from '../corpus/catalogued-size.ts'
import { readTable, refusedTable } from '../corpus/format-tables.ts'
import { describeWithData } from './imaging-data.ts'

const floatColours =
  'This TIFF stores colours other than RGB as signed or floating-point numbers; convert it to RGB and upload it again.'

/** A minute and a half of processor time, on a machine that may be busy. */
jest.setTimeout(600_000)

describeWithData('All files of the catalogue', () => {
  let outcomes: Outcome[]
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lamella-catalogue-'))
    outcomes = await decodeCatalogue(folder)
    await rm(folder, { recursive: true, force: true })
  })

  it('D3-3-20 are read in the size and with the channels, Z planes and time points that other programs say', () => {
    expect(outcomes.length).toBeGreaterThan(1100)
    const others = outcomes.filter(({ image, size }) => image && !agrees(image, size))
    expect(others.map(({ path }) => path)).toEqual([
      // The catalogue has the size of one tile of the mosaic, and of the first page.
      'czi/tiles.czi',
      'czi/tiles_time_z.czi',
      'derived/tcga_as_leica.scn',
      // It counts the reduced copies as planes.
      'tiff_variants/image-tiff/subsubifds.tif',
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

  it('are what docs/formats.md says of them: npm run formats writes it anew', async () => {
    const page = (await readFile(join(import.meta.dirname, '../../docs/formats.md'), 'utf8')).split('\n')
    const tables = [...readTable(outcomes), ...refusedTable(outcomes)]
    expect(tables.filter((row) => !page.includes(row))).toEqual([])
    expect(page.filter((row) => /\| \d+ \| `/.test(row) && !tables.includes(row))).toEqual([])
  })
})
