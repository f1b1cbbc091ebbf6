import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image, ImageView } from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { ImageDescription } from '../src/imaging/index.ts'
import { migrateDatabase } from '../src/platform/db/migrate.ts'
import { media } from '../src/platform/db/schema/index.ts'
import { createDatabase, createFolder } from './cluster.ts'
import { setUpImageServer } from './image-server.ts'

const channels = 512

/** Description of an image with the largest number of channels. */
const description: ImageDescription = {
  kind: 'MultiChannel',
  format: 'OME-TIFF',
  mimeType: 'image/tiff',
  width: 700,
  height: 500,
  bitDepth: 16,
  sampleFormat: 'uint',
  photometric: 'gray',
  encoding: 'deflate',
  channels: Array.from({ length: channels }, (_, index) => ({
    index,
    name: `Channel ${index}`,
    color: '#00ff00',
    min: 0,
    max: 65_535,
    histogram: Array.from({ length: 256 }, (_, bin) => 1_000_000 + bin),
    auto: { min: 10, max: 60_000 },
  })),
  timePoints: 1,
  zPlanes: 3,
  zUsed: 1,
  pixelSizeUm: { x: 0.5, y: 0.25 },
  planes: Array.from({ length: channels }, (_, c) => ({ c, t: 0, file: `plane-c${c}-t0.tif` })),
  tileSize: 256,
  levels: [{ width: 700, height: 500 }],
  hasPyramid: true,
  thumbnail: 'thumbnail.jpg',
  notes: ['The file is a stack of 3 Z planes; plane 2, the middle one, is shown.'],
}

const shown = {
  status: 'available',
  format: 'OME-TIFF',
  mimeType: 'TIFF',
  width: 700,
  height: 500,
  depth: 16,
  pixelSize: { x: 0.5, y: 0.25 },
  notes: description.notes,
  isPyramid: true,
  mcChannelLength: channels,
  timeSeriesLength: 0,
  thumbnailUrl: expect.stringContaining('/api/v1/thumbnail'),
}

describe('Lists of images with large descriptions', () => {
  const server = setUpImageServer()
  let imageId: string

  beforeAll(async () => {
    const { project, client } = server
    const started = await client.start({
      project,
      size: 1,
      name: 'many',
      fileType: 'MultiChannel',
      originalFilename: 'a.ome.tif',
    })
    imageId = started.imageId
    const change = { status: 'available', description } as const
    await server.context.db.update(media).set(change).where(eq(media.id, started.mediumId))
  })

  /** Statements that are sent to the database while `work` runs. */
  const statements = async (work: () => Promise<unknown>): Promise<string[]> => {
    const sent: string[] = []
    const query = pg.Client.prototype.query
    const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const [first] = args
      sent.push(typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : String(first))
      return Reflect.apply(query, this, args)
    })
    await work().finally(() => spy.mockRestore())
    return sent
  }

  const lists = () => [
    `/api/v2/projects/${server.project}/images`,
    `/api/v2/projects/${server.project}/images?filter[scope]=available`,
    '/api/v2/media',
    '/api/v2/projects',
    '/api/v1/statistics/storage',
    '/api/v1/statistics/storage/users',
    '/api/v1/statistics/storage/projects',
    `/api/v2/projects/${server.project}/jobs`,
  ]

  it('no list reads descriptions, and none has more than some kilobytes per image', async () => {
    for (const path of lists()) {
      let bytes = 0
      const sent = await statements(async () => {
        const answer = await server.client.request('GET', path)
        expect([path, answer.status]).toEqual([path, 200])
        bytes = answer.body.length
      })
      expect(sent.filter((text) => text.includes('"media"."description"'))).toEqual([])
      expect([path, bytes < 5_000]).toEqual([path, true])
    }
  })

  it('D3-3-21 D3-3-22: the list has the summary, the single image also a sample per channel', async () => {
    const [listed] = await server.client.json<Image[]>(`/api/v2/projects/${server.project}/images`)
    expect(listed).toMatchObject({ ...shown, dimensions: [{ id: 'c', index: 0, size: channels, samples: [] }] })
    const image = await server.client.json<Image>(`/api/v1/images/${imageId}`)
    expect(image).toMatchObject(shown)
    expect(image.dimensions[0]?.samples).toHaveLength(channels)
    expect(image.dimensions[0]?.samples[7]).toEqual({
      id: 'c7',
      index: 7,
      properties: { name: 'Channel 7' },
      colorLookup: '#00ff00',
      active: true,
      intensityRange: { min: 10, max: 60_000 },
    })
    const view = await server.client.json<ImageView>(`/api/v1/images/${imageId}/view`)
    expect(view.channels[7]?.histogram).toHaveLength(256)
  })

  it('thumbnails and tiles read the names of their files only', async () => {
    const sent = await statements(() => server.client.request('GET', `/api/v1/thumbnail?type=Image&id=${imageId}`))
    const ofMedia = sent.filter((text) => text.includes('"media"'))
    expect(ofMedia.length).toBeGreaterThan(0)
    expect(ofMedia.filter((text) => /"media"\."description"(?!->)/.test(text))).toEqual([])
  })
})

describe('A database of the version before', () => {
  const asSuperuser = async (url: string, work: (superuser: pg.Client) => Promise<void>): Promise<void> => {
    const superuser = new pg.Client({ connectionString: url })
    await superuser.connect()
    await work(superuser).finally(() => superuser.end())
  }

  /** Applies the first `count` migrations, as an earlier version did. */
  const earlierMigrations = async (count: number): Promise<string> => {
    const folder = createFolder('migrations')
    await cp(join(import.meta.dirname, '../src/platform/db/migrations'), folder, { recursive: true })
    const journal = join(folder, 'meta', '_journal.json')
    const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'))
    await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }))
    return folder
  }

  it('has the summaries of its images after the migration', async () => {
    const { url, superuserUrl, drop } = await createDatabase({ isEmpty: true })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await migrate(drizzle(client), { migrationsFolder: await earlierMigrations(3) })
      const insert = `INSERT INTO media (id, organisation_id, owner_id, file_type, original_filename, size, status, description)
        VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'MultiChannel', 'a.tif', 1, $1, $2)`
      await asSuperuser(superuserUrl, async (superuser) => {
        // Without the referenced rows.
        await superuser.query('SET session_replication_role = replica')
        await superuser.query(insert, ['available', JSON.stringify(description)])
        await superuser.query(insert, ['processing', null])
      })
      await migrateDatabase(url)
      const { rows } = await client.query('SELECT summary, channel_count, picture_bytes FROM media ORDER BY status')
      const { channels: _, planes: __, levels: ___, ...summary } = description
      expect(rows).toEqual([
        { summary, channel_count: channels, picture_bytes: null },
        { summary: null, channel_count: null, picture_bytes: null },
      ])
    } finally {
      await client.end()
      await drop()
    }
  })
})
