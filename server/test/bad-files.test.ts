import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { allowedExtensions, type FileType, fileType, type Image, type ImageView } from '@lamella/shared/contract'
import sharp from 'sharp'
import { defaultLimits } from '../src/imaging/limits.ts'
import { type Connection, connect } from '../src/platform/db/database.ts'
import { finalStates, followImages, type ImageEvents } from './image-events.ts'
import { filesOf } from './image-server.ts'
import { dataPath, describeWithData } from './imaging-data.ts'
import { measureChildren, residentBytesOf } from './imaging-memory.ts'
import { createLab } from './lab.ts'
import { createHome, type ServerProcess, startServerProcess } from './server-process.ts'
import { type StartedUpload, sha256Of, UploadClient } from './upload-client.ts'

/**
 * What each damaged, hostile or unusual file gets: a sentence, or a picture that was compared by eye with what its
 * name promises. Columns: path, `available`, size, pixels, mean colour of the four quarters of its thumbnail;
 * or path, `processingFailed`, sentence.
 */
const table = readFileSync(join(import.meta.dirname, 'bad-input.table.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))
  // The collection may have lost a file since; what it gained needs a row.
  .filter(([path = '']) => existsSync(dataPath(path)))
const rowsWith = (status: string) => table.filter((row) => row[1] === status)
const rowOf = (path: string): string[] => {
  const row = table.find(([name]) => name === path)
  if (!row) throw new Error(`The table has no row for ${path}`)
  return row
}

/** Known by their extension only, and only to say why they cannot be read. */
const proprietary: Record<string, string> = {
  vmic: 'VMIC is a proprietary format that cannot be read here; export the image as TIFF or SVS and upload it again.',
  ctl: 'CTL is a proprietary format that cannot be read here; export the image as TIFF or OME-TIFF and upload it again.',
}
const extensionsByContent = allowedExtensions.TwoDimensions.filter((extension) => !(extension in proprietary))

/** One file of each kind of damage, and two that are only odd. */
const damages = [
  { damage: 'no image at all', path: 'bad_input/broken.svs', hasKnownFormat: false },
  { damage: 'an image of another kind', path: 'bad_input/exiftool_stubs/DICOM.dcm', hasKnownFormat: false },
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
/** Each extension, as one of the kinds that allow it in turn: over three files that is each pair of both. */
const disguisesOf = (turn: number): { extension: string; kind: FileType }[] =>
  allowedExtensions.TwoDimensions.map((extension, index) => {
    const kinds = fileType.options.filter((kind) => allowedExtensions[kind].includes(extension))
    return { extension, kind: kinds[(turn + index) % kinds.length] ?? 'TwoDimensions' }
  })

const colourTolerance = 6

jest.setTimeout(300_000)

describeWithData('D3-3-20 bad input and variants of TIFF, sent to a real server', () => {
  let server: ServerProcess
  let connection: Connection
  let client: UploadClient
  let project: string
  let events: ImageEvents
  let peakOfDecoders: number
  let growthOfServer: number
  const uploads: StartedUpload[] = []
  const outcomes = new Map<string, Image>()

  const send = async (path: string, kind: FileType, originalFilename: string): Promise<StartedUpload> => {
    const bytes = await readFile(dataPath(path))
    const upload = await client.upload(bytes, { project, fileType: kind, originalFilename })
    uploads.push(upload)
    return upload
  }
  const outcomeOf = async ({ imageId }: StartedUpload): Promise<Image> => {
    await events.until(imageId, finalStates)
    return client.json<Image>(`/api/v1/images/${imageId}`)
  }

  beforeAll(async () => {
    const home = await createHome()
    connection = connect(home.databaseUrl ?? '')
    const lab = await createLab(connection.db)
    project = await lab.addProject(lab.admin)
    server = await startServerProcess({ home, env: { LAMELLA_ROLE: 'all', WORKER_CONCURRENCY: '2' } })
    client = new UploadClient(server.url, lab.admin.token)
    events = await followImages(client)

    const before = residentBytesOf([server.pid])
    peakOfDecoders = await measureChildren(async () => {
      const sent: [path: string, upload: StartedUpload][] = []
      for (const [index, [path = '']] of table.entries()) {
        const extension = extensionsByContent[index % extensionsByContent.length]
        sent.push([path, await send(path, 'TwoDimensions', `${basename(path)}.${extension}`)])
      }
      for (const [path, upload] of sent) outcomes.set(path, await outcomeOf(upload))
    }, server.pid)
    growthOfServer = residentBytesOf([server.pid]) - before
  })
  afterAll(async () => {
    events.close()
    await server.stop()
    await connection.close()
  })

  test('the table has a row for each file', () => {
    const files = ['bad_input', 'tiff_variants'].flatMap((part) =>
      readdirSync(dataPath(part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(dataPath(''), join(entry.parentPath, entry.name))),
    )
    expect(table.map(([path]) => path)).toEqual(files.sort())
  })

  test.each(rowsWith('processingFailed'))('%s: %s: %s', (path, status, sentence) => {
    expect(outcomes.get(path)).toMatchObject({ status, statusErrors: [sentence] })
  })

  test.each(rowsWith('available'))('%s: %s, %s, %s, %s', async (path, status, size, pixels, colours = '') => {
    const image = outcomes.get(path)
    expect(image).toMatchObject({ status, statusErrors: [] })
    const view = await client.json<ImageView>(`/api/v1/images/${image?.id}/view`)
    expect(`${view.width}x${view.height}`).toBe(size)
    expect(`${view.sampleFormat} ${view.samplesPerPixel === 3 ? 'rgb' : 'gray'}`).toBe(pixels)
    const thumbnail = await client.request('GET', image?.thumbnailUrl ?? '')
    const quarters = await sharp(thumbnail.body)
      .resize(2, 2, { fit: 'fill', kernel: 'linear' })
      .toColourspace('srgb')
      .raw()
      .toBuffer()
    const expected = colours.split(/[ ,]/).map(Number)
    const distance = Math.max(...expected.map((value, i) => Math.abs(value - (quarters[i] ?? Number.NaN))))
    expect(distance).toBeLessThanOrEqual(colourTolerance)
  })

  test('the decoders of both jobs together stay under the memory limit of one, the server hardly grows', () => {
    expect(peakOfDecoders).toBeGreaterThan(0)
    expect(peakOfDecoders).toBeLessThan(defaultLimits.memoryBytes)
    expect(growthOfServer).toBeLessThan(300e6)
  })

  test.each(damages.map((damaged, index) => ({ ...damaged, disguises: disguisesOf(index) })))(
    '$damage gets the same under each extension and as each kind',
    async ({ path, hasKnownFormat, disguises }) => {
      const [, status, sentence] = rowOf(path)
      const sent: { extension: string; kind: FileType; upload: StartedUpload }[] = []
      for (const { extension, kind } of disguises) {
        sent.push({ extension, kind, upload: await send(path, kind, `picture.${extension}`) })
      }
      const found: unknown[] = []
      for (const { extension, kind, upload } of sent) {
        const image = await outcomeOf(upload)
        found.push({ extension, kind, status: image.status, statusErrors: image.statusErrors })
      }
      const expected = disguises.map(({ extension, kind }) => {
        const words = (!hasKnownFormat && proprietary[extension]) || sentence
        return { extension, kind, status, statusErrors: status === 'processingFailed' ? [words] : [] }
      })
      expect(found).toEqual(expected)
    },
  )

  test('D3-7-45: real images arrive as they are on the disk', async () => {
    const real = [
      ['wsi/CMU-1-Small-Region.svs', 'TwoDimensions', { width: 2220, height: 2967, isMultichannelImage: false }],
      ['ome_tiff/multi-channel.ome.tif', 'MultiChannel', { mcChannelLength: 3, isMultichannelImage: true }],
      ['ihc_he/ihc.png', 'TwoDimensions', { width: 512, height: 512, mimeType: 'PNG' }],
    ] as const
    for (const [path, kind, expected] of real) {
      const upload = await send(path, kind, basename(path))
      expect({ path, ...(await outcomeOf(upload)) }).toMatchObject({ path, status: 'available', ...expected })
      const download = await client.request('GET', `/api/v1/images/${upload.imageId}/download`)
      expect(sha256Of(download.body)).toBe(sha256Of(await readFile(dataPath(path))))
    }
  })

  test('after all of them the same process goes on, and nothing unfinished lies in its folder', async () => {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    // It is the one that was started: it ends only now, and by itself.
    expect(await server.stop()).toBe(0)
    const places = (await filesOf(server.home.dataDir)).map((name) => name.split('/'))
    expect(new Set(places.map(([top, part]) => `${top}/${part}`))).toEqual(new Set(['blobs/media']))
    const originals = places.filter((place) => place.at(-1) === 'original').map(([, , mediumId]) => mediumId)
    expect(originals.sort()).toEqual(uploads.map(({ mediumId }) => mediumId).sort())
    const { rows } = await connection.pool.query<{ id: string }>("SELECT id FROM media WHERE status = 'available'")
    const pictured = new Set(places.filter(([, , , part]) => part === 'pictures').map(([, , mediumId]) => mediumId))
    expect([...pictured].sort()).toEqual(rows.map(({ id }) => id).sort())
  })
})
