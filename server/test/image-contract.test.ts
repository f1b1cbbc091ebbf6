import { randomUUID } from 'node:crypto'
import { type FileType, type Image, image, uploadReferenceHeader } from '@lamella/shared/contract'
import { hDabField, multichannelOmeTiff, timeSeriesOmeTiff, toPng } from '@lamella/shared/testing/pictures/index.ts'
import { eq } from 'drizzle-orm'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { media } from '../src/platform/db/schema/index.ts'
import { lastTry } from './analysed-project.ts'
import { setUpImageServer } from './image-server.ts'

/* What clients send to announce an image, and what they get to know of it. */

const content = {
  name: 'Picture',
  type: 'ImageMedium',
  dimensions: [] as { id: string }[],
  size: 10,
  mimeType: 'image/*',
  originalFilename: 'a.tif',
}

describe('Announcing a medium', () => {
  const server = setUpImageServer()
  const announce = (changes: Record<string, unknown> = {}) => {
    const sent = { ...content, project: server.project, ...changes }
    const known = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
    return server.client.request('POST', '/api/v1/media', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: known }),
    })
  }

  it.each([
    ['D3-3-12 D3-7-15', 'name', undefined],
    ['D3-3-12 D3-7-15', 'name', ''],
    ['D3-3-12 D3-7-15', 'type', 'Image'],
    ['D3-3-12 D3-7-15', 'dimensions', undefined],
    ['D3-3-13', 'dimensions', [{ id: 'z' }]],
    ['D3-3-13', 'dimensions', [{ id: 'c' }, { id: 't' }]],
    ['D3-7-16', 'size', undefined],
    ['D3-7-16', 'mimeType', 'image/png'],
    ['D3-7-16', 'project', undefined],
  ])('%s is refused with %s %j', async (_, field, value) => {
    expect((await announce()).status).toBe(201)
    expect(await announce({ [field]: value })).toMatchObject({ status: 400, code: 'ERR_0400' })
  })

  it.each<[string, { id: string }[], FileType]>([
    ['nothing', [], 'TwoDimensions'],
    ['"c"', [{ id: 'c' }], 'MultiChannel'],
    ['"t"', [{ id: 't' }], 'TimeSeries'],
  ])('D3-3-13 with the dimension %s it is of its kind', async (_, dimensions, kind) => {
    const { imageId } = JSON.parse((await announce({ dimensions })).body.toString()).data
    expect(await server.client.json(`/api/v1/images/${imageId}`)).toMatchObject({ imageType: kind })
  })

  it('D3-7-17 D3-4-11 answers with the reference that opens the upload, and no other does', async () => {
    const announced = await announce()
    const reference = announced.headers.get(uploadReferenceHeader) ?? ''
    expect(reference).toMatch(/^[0-9a-f-]{36}$/)
    expect((await server.client.openSession(reference)).status).toBe(201)
    const medium = JSON.parse(announced.body.toString()).data.id
    for (const other of [medium, randomUUID()])
      expect(await server.client.openSession(other)).toMatchObject({ status: 412, code: 'ERR_2000' })
  })
})

describe('An image', () => {
  const server = setUpImageServer()
  const upload = async (file: Uint8Array, name: string, fileType: FileType) => {
    const { imageId, mediumId } = await server.client.upload(file, {
      project: server.project,
      name,
      fileType,
      originalFilename: name,
    })
    await createProcessImage(server.context)({ mediumId }, lastTry)
    return { mediumId, image: await server.client.json<Image>(`/api/v1/images/${imageId}`) }
  }

  it.each<[FileType, string, () => Uint8Array | Promise<Uint8Array>, object]>([
    [
      'TwoDimensions',
      'a.png',
      () => toPng(hDabField({ seed: 1, width: 64, height: 48, nuclei: 2 })),
      {
        width: 64,
        height: 48,
        depth: 8,
        mimeType: 'PNG',
        isMultichannelImage: false,
        isTimeSeries: false,
        dimensions: [],
      },
    ],
    [
      'MultiChannel',
      'b.ome.tif',
      () => multichannelOmeTiff({ seed: 2, channels: 3 }).bytes,
      { isMultichannelImage: true, mcChannelLength: 3, mimeType: 'TIFF', dimensions: [{ id: 'c', size: 3 }] },
    ],
    [
      'TimeSeries',
      'c.ome.tif',
      () => timeSeriesOmeTiff({ seed: 3, sizeT: 4 }).bytes,
      { isTimeSeries: true, timeSeriesLength: 4, mimeType: 'TIFF', dimensions: [{ id: 't', size: 4 }] },
    ],
  ])('D3-1-02 D3-3-14 D3-3-15 of the kind %s has all its fields', async (kind, name, made, facts) => {
    const { image: found, mediumId } = await upload(await made(), name, kind)
    expect(image.safeParse(found).success).toBe(true)
    const { dimensions, ...rest } = facts as { dimensions: object[] }
    expect(found).toMatchObject({
      type: 'Image',
      imageType: kind,
      project: server.project,
      imageMedium: mediumId,
      name,
      status: 'available',
      statusErrors: [],
      owner: server.lab.admin.userId,
      ...rest,
    })
    expect(found.dimensions).toEqual(dimensions.map((each) => expect.objectContaining(each)))
    expect(found.size).toBeGreaterThan(0)
    expect(Date.parse(found.created)).toBeLessThanOrEqual(Date.parse(found.modified))
  })

  it('D3-3-16 D3-7-50 has addresses of thumbnail, tiles and original that answer, to its people only', async () => {
    const file = await toPng(hDabField({ seed: 4, width: 300, height: 200, nuclei: 3 }))
    const { image: found } = await upload(file, 'd.png', 'TwoDimensions')
    const tile = `/api/v1/tiles?type=Image&id=${found.id}&tilegroup=0&z=0&y=0&x=0`
    const stranger = server.clientOf({ token: '' })
    for (const [path, type] of [
      [found.thumbnailUrl ?? '', /^image\//],
      [tile, /^image\//],
      [found.downloadUrl, /./],
    ] as const) {
      const answer = await server.client.request('GET', path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers.get('content-type')).toMatch(type)
      expect((await stranger.request('GET', path)).status).toBe(401)
    }
    expect((await server.client.request('GET', found.downloadUrl)).body).toEqual(Buffer.from(file))
  })

  it('D3-7-20 D2-7-39 is read by its id, by those who see its project only', async () => {
    const { imageId, mediumId } = await server.client.start({ project: server.project, size: 5, name: 'mine' })
    const path = `/api/v1/images/${imageId}`
    const found = await server.client.json<Image>(path)
    expect(image.safeParse(found).success).toBe(true)
    expect(found).toMatchObject({ id: imageId, imageMedium: mediumId, project: server.project, name: 'mine' })
    const stranger = server.clientOf(await server.lab.addPerson())
    expect(await stranger.request('GET', path)).toMatchObject({ status: 404, code: 'ERR_0404' })
    expect((await server.client.request('GET', `/api/v1/images/${randomUUID()}`)).status).toBe(404)
  })

  it.each(['member', 'guest'] as const)('D3-1-01 of a project is seen by a %s of it, as by the admin', async (kind) => {
    const person = await server.lab.addPerson(kind)
    const project = await server.lab.addProject(server.lab.admin, [[person, 'viewer']])
    const { imageId } = await server.client.start({ project, size: 5 })
    const own = server.clientOf(person)
    expect((await own.request('GET', `/api/v1/images/${imageId}`)).status).toBe(200)
    expect(await own.json<Image[]>(`/api/v2/projects/${project}/images`)).toHaveLength(1)
    expect((await server.client.request('GET', `/api/v1/images/${imageId}`)).status).toBe(200)
  })

  it('D3-7-18 D2-7-41 D2-3-38 is renamed with 204, and has the new name in every answer', async () => {
    const { imageId, mediumId } = await server.client.start({ project: server.project, size: 5, name: 'before' })
    const renamed = await server.client.request('PUT', `/api/v1/images/${imageId}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { name: 'after' } }),
    })
    expect([renamed.status, renamed.body.length]).toEqual([204, 0])
    const expected = { id: imageId, imageMedium: mediumId, project: server.project, name: 'after' }
    expect(await server.client.json(`/api/v1/images/${imageId}`)).toMatchObject(expected)
    const listed = await server.client.json<object[]>(`/api/v2/projects/${server.project}/images`)
    expect(listed).toContainEqual(expect.objectContaining(expected))
    expect(await server.client.json<object[]>('/api/v2/media')).toContainEqual(
      expect.objectContaining({ id: mediumId, name: 'after' }),
    )
  })

  it('D1-1-02 D2-7-38 D3-9-11 is listed in pages of 250, of its own project only', async () => {
    const other = await server.lab.addProject(server.lab.admin)
    const project = await server.lab.addProject(server.lab.admin)
    await server.client.start({ project: other, size: 1, name: 'foreign' })
    for (let from = 0; from < 251; from += 50) {
      const count = Math.min(50, 251 - from)
      await Promise.all(Array.from({ length: count }, () => server.client.announce({ project, size: 1 })))
    }
    await server.context.db.update(media).set({ status: 'available' }).where(eq(media.size, 1))
    const page = async (path: string) => JSON.parse((await server.client.request('GET', path)).body.toString())
    const first = await page(`/api/v2/projects/${project}/images`)
    expect(first.data).toHaveLength(250)
    const second = await page(first.links.next)
    expect([second.data.length, second.links.next]).toEqual([1, null])
    const seen = [...first.data, ...second.data]
    expect(new Set(seen.map(({ id }) => id)).size).toBe(251)
    expect(seen.every((each) => each.project === project && each.name !== 'foreign')).toBe(true)
  })
})
