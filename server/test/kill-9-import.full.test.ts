import type { AnnotationImportReport } from '@lamella/shared/contract'
import { madeBy } from './helper.ts'
import { type KilledServer, startKilledServer } from './killed-server.ts'
import { until } from './until.ts'
import { reprDigest } from './upload-client.ts'

const objects = Number(process.env.LAMELLA_TEST_OBJECTS ?? 30_000)
const kills = 4

/** Several starts of a server. */
jest.setTimeout(600_000)

describe('kill -9 in the middle of an import of annotations', () => {
  const server: KilledServer = madeBy(beforeAll, () => startKilledServer({ width: 1000, height: 1000 }))
  afterAll(() => server.close())

  const addImage = async (): Promise<string> => {
    const { project, file } = server
    const upload = await server.client().start({ project, size: file.length })
    const range = `bytes 0-${file.length - 1}/${file.length}`
    expect((await server.client().put(upload, range, file, reprDigest(file))).status).toBe(201)
    expect((await server.untilSettled(upload)).status).toBe('available')
    return upload.imageId
  }

  it('makes each object once', async () => {
    const image = await addImage()
    const corner = (at: number) => [(at * 7) % 990, Math.floor((at * 7) / 990) % 990]
    const ring = ([x = 0, y = 0]: number[]) =>
      Array.from({ length: 13 }, (_, at) => [x + 4 * Math.cos((at % 12) / 2), y + 4 * Math.sin((at % 12) / 2)])
    const features = Array.from({ length: objects }, (_, at) => ({
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: [ring(corner(at)).map((place) => place.map((value) => value + 5))] },
      properties: { objectType: 'detection', classification: { name: 'Nucleus' }, measurements: { Area: at } },
    }))
    const body = JSON.stringify(features)
    const path = `/api/v1/images/${image}/annotations/imports`
    const headers = { 'content-type': 'application/octet-stream' }
    const sent = await server.client().request('POST', `${path}?name=cells.geojson`, { headers, body })
    expect(sent.status).toBe(201)
    const { id } = JSON.parse(String(sent.body)).data
    const report = async () => {
      const now = await server.client().json<AnnotationImportReport>(`${path}/${id}`)
      expect(now.error).toBeNull()
      return now
    }
    for (let kill = 1; kill <= kills; kill += 1) {
      const share = (kill / (kills + 1)) * objects
      await until(async () => (await report()).counts.imported >= share)
      await server.kill9()
      await server.start()
    }
    const end = await until(async () => {
      const now = await report()
      return !now.isBusy && now
    })
    expect(end).toMatchObject({ status: 'successful', counts: { imported: objects, refused: 0 } })
    const areas = `SELECT count(*)::int, count(DISTINCT properties->'feature'->'measurements'->>'Area')::int AS areas
      FROM annotations WHERE image_id = $1 AND deleted IS NULL`
    const { rows } = await server.connection.pool.query(areas, [image])
    expect(rows).toEqual([{ count: objects, areas: objects }])
    expect(
      await server.count('SELECT annotation_count AS count FROM annotation_layers WHERE image_id = $1', image),
    ).toBe(objects)
    expect(await server.count('SELECT last_no AS count FROM annotation_layers WHERE image_id = $1', image)).toBe(
      objects,
    )
  })
})
