import { allowedExtensions, type FileType, fileType } from '@lamella/shared/contract'
import { proprietary, startFileServer, table, testWhatIsLeft } from './bad-files.ts'
import { madeBy } from './helper.ts'
import { describeWithData } from './imaging-data.ts'
import type { StartedUpload } from './upload-client.ts'

const rowOf = (path: string): string[] => {
  const row = table.find(([name]) => name === path)
  if (!row) throw new Error(`The table has no row for ${path}`)
  return row
}

/** One file per kind of damage, and one that is valid but unusual. */
const damages = [
  { damage: 'no image at all', path: 'bad_input/broken.svs', hasKnownFormat: false },
  { damage: 'a cut-off DICOM', path: 'bad_input/exiftool_stubs/DICOM.dcm', hasKnownFormat: true },
  { damage: 'a cut-off JPEG', path: 'bad_input/data__truncated.jpg', hasKnownFormat: true },
  { damage: 'a cut-off CZI', path: 'bad_input/exiftool_stubs/ZISRAW.czi', hasKnownFormat: true },
  { damage: 'a BMP with a bad header', path: 'bad_input/image-rs/Bad_badbitcount.bmp', hasKnownFormat: true },
  {
    damage: 'a TIFF with garbled pixels',
    path: 'bad_input/image-tiff_fuzz/id=000025,sig=06,src=000007,op=havoc,rep=16',
    hasKnownFormat: true,
  },
  {
    damage: 'a decompression bomb',
    path: 'bad_input/image-tiff_fuzz/sample-format-empty-vec.bin',
    hasKnownFormat: true,
  },
  { damage: 'a TIFF of odd colours', path: 'bad_input/image-rs/TODO hpredict_cmyk.tiff', hasKnownFormat: true },
]
/** All pairs of an extension and an image kind that allows it. */
const pairs = fileType.options.flatMap((kind) => allowedExtensions[kind].map((extension) => ({ extension, kind })))
/** Each pair with two of the kinds of damage, so that each damage has a quarter of all pairs, spread over extensions and kinds. */
const disguisesOf = (turn: number): { extension: string; kind: FileType }[] =>
  pairs.filter((_pair, index) => index % (damages.length / 2) === turn % (damages.length / 2))

jest.setTimeout(300_000)

describeWithData('D3-3-20 bad input under each extension and as each kind', () => {
  const server = madeBy(beforeAll, startFileServer)
  afterAll(() => server.close())

  test.each(damages.map((damaged, index) => ({ ...damaged, disguises: disguisesOf(index) })))(
    '$damage has the same outcome under each extension and as each kind',
    async ({ path, hasKnownFormat, disguises }) => {
      const [, status, sentence] = rowOf(path)
      const sent: { extension: string; kind: FileType; upload: StartedUpload }[] = []
      for (const { extension, kind } of disguises) {
        sent.push({ extension, kind, upload: await server.send(path, kind, `picture.${extension}`) })
      }
      const found: unknown[] = []
      for (const { extension, kind, upload } of sent) {
        const image = await server.outcomeOf(upload)
        found.push({ extension, kind, status: image.status, statusErrors: image.statusErrors })
      }
      const expected = disguises.map(({ extension, kind }) => {
        const words = (!hasKnownFormat && proprietary[extension]) || sentence
        return { extension, kind, status, statusErrors: status === 'processingFailed' ? [words] : [] }
      })
      expect(found).toEqual(expected)
    },
  )

  testWhatIsLeft(server)
})
