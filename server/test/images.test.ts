import { randomBytes } from 'node:crypto'
import type { Image } from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { media } from '../src/platform/db/schema/index.ts'
import { setUpImageServer } from './image-server.ts'

const statuses = [
  'uploadPending',
  'uploading',
  'uploadFinished',
  'uploadCancelled',
  'uploadFailed',
  'processing',
  'processingFailed',
  'available',
  'unknown',
] as const

describe('Images', () => {
  const server = setUpImageServer()

  it('D3-2-21 D3-2-22 D3-2-23: are listed by scope', async () => {
    const project = await server.lab.addProject(server.lab.admin)
    for (const status of statuses) {
      const { mediumId } = await server.client.start({ project, size: 1, name: status })
      await server.context.db.update(media).set({ status }).where(eq(media.id, mediumId))
    }
    const namesIn = async (scope: string) =>
      (await server.client.json<Image[]>(`/api/v2/projects/${project}/images?filter[scope]=${scope}`))
        .map(({ name }) => name)
        .sort()
    expect(await namesIn('available')).toEqual(['available'])
    expect(await namesIn('processing')).toEqual([
      'processing',
      'unknown',
      'uploadFinished',
      'uploadPending',
      'uploading',
    ])
    expect(await namesIn('failed')).toEqual(['processingFailed', 'uploadCancelled', 'uploadFailed'])
    const wrong = await server.client.request('GET', `/api/v2/projects/${project}/images?filter[scope]=all`)
    expect(wrong.code).toBe('ERR_0400')
  })

  it('D3-7-21 D3-7-24: are listed in pages, newest first, without gaps or duplicates', async () => {
    const project = await server.lab.addProject(server.lab.admin)
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names) await server.client.start({ project, size: 1, name })
    const seen: string[] = []
    let next: string | null = `/api/v2/projects/${project}/images?page[size]=2`
    let pages = 0
    while (next) {
      const answer = await server.client.request('GET', next)
      const page: { data: Image[]; links: { next: string | null } } = JSON.parse(answer.body.toString())
      seen.push(...page.data.map(({ name }) => name))
      next = page.links.next
      pages++
    }
    expect([seen, pages]).toEqual([names.toReversed(), 3])
  })

  it('a filter goes on to the next page', async () => {
    const project = await server.lab.addProject(server.lab.admin)
    for (const name of ['a', 'b', 'c']) await server.client.start({ project, size: 1, name })
    const path = `/api/v2/projects/${project}/images?page[size]=1&filter[scope]=processing`
    const answer = await server.client.request('GET', path)
    const { links } = JSON.parse(answer.body.toString())
    expect(new URL(links.next, 'http://x').searchParams.get('filter[scope]')).toBe('processing')
  })

  it('D3-7-45 D3-7-46: are downloaded as they were uploaded, whole or in ranges', async () => {
    const file = randomBytes(1000)
    const { imageId, mediumId } = await server.client.upload(file, {
      project: server.project,
      originalFilename: 'Zellen "rot" 細胞.tif',
    })
    const path = `/api/v1/images/${imageId}/download`
    const whole = await server.client.request('GET', path)
    expect(whole.body).toEqual(file)
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename="Zellen \\"rot\\" ??.tif"; filename*=UTF-8''Zellen%20%22rot%22%20%E7%B4%B0%E8%83%9E.tif`,
    )
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await server.client.request('GET', `/api/v1/media/${mediumId}/download`)).body).toEqual(file)

    const ranged = async (range: string, headers = {}) => {
      const answer = await server.client.request('GET', path, { headers: { range, ...headers } })
      return { ...answer, range: answer.headers.get('content-range') }
    }
    expect(await ranged('bytes=10-19')).toMatchObject({
      status: 206,
      range: 'bytes 10-19/1000',
      body: file.subarray(10, 20),
    })
    expect(await ranged('bytes=990-')).toMatchObject({
      status: 206,
      range: 'bytes 990-999/1000',
      body: file.subarray(990),
    })
    expect(await ranged('bytes=-5')).toMatchObject({
      status: 206,
      range: 'bytes 995-999/1000',
      body: file.subarray(995),
    })
    expect(await ranged('bytes=1000-')).toMatchObject({ status: 416, range: 'bytes */1000' })
    expect(await ranged('lines=1-2')).toMatchObject({ status: 200, body: file })
    expect(await ranged('bytes=0-1,5-6')).toMatchObject({ status: 200, body: file })
    const etag = whole.headers.get('etag') ?? ''
    expect(await ranged('bytes=0-1', { 'if-range': etag })).toMatchObject({ status: 206 })
    expect(await ranged('bytes=0-1', { 'if-range': '"another"' })).toMatchObject({ status: 200, body: file })
    expect((await server.client.request('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('are not downloaded, viewed or tiled before they can be', async () => {
    const { imageId } = await server.client.start({ project: server.project, size: 5 })
    const paths = [
      `/api/v1/images/${imageId}/download`,
      `/api/v1/images/${imageId}/view`,
      `/api/v1/thumbnail?type=Image&id=${imageId}`,
      `/api/v1/tiles?type=Image&id=${imageId}&z=0&y=0&x=0`,
    ]
    for (const path of paths) {
      const answer = await server.client.request('GET', path)
      expect([path, answer.status, answer.code]).toEqual([path, 409, 'ERR_3002'])
    }
    expect((await server.client.request('POST', `/api/v1/images/${imageId}/retry`)).code).toBe('ERR_0409')
  })

  it('are renamed', async () => {
    const { imageId } = await server.client.start({ project: server.project, size: 5 })
    const rename = (name: string) =>
      server.client.request('PUT', `/api/v1/images/${imageId}`, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: { name } }),
      })
    expect((await rename('  Liver\u0007 3 ')).status).toBe(204)
    expect((await server.client.json<Image>(`/api/v1/images/${imageId}`)).name).toBe('Liver 3')
    expect((await rename(' ')).code).toBe('ERR_0400')
  })

  it('D3-7-19: are deleted with their files, also in the middle of an upload', async () => {
    const file = randomBytes(100)
    const finished = await server.client.upload(file, { project: server.project })
    const running = await server.client.start({ project: server.project, size: 100 })
    await server.client.part(running, file, 0, 50)
    expect((await server.client.request('DELETE', `/api/v1/images/${finished.imageId}`)).status).toBe(204)
    expect((await server.client.request('DELETE', `/api/v1/media/${running.mediumId}`)).status).toBe(204)
    for (const { imageId } of [finished, running]) {
      expect((await server.client.request('GET', `/api/v1/images/${imageId}`)).status).toBe(404)
    }
    expect((await server.client.part(running, file, 50, 100)).status).toBe(404)
    expect(await server.storedFiles()).not.toContain(`uploads/${running.uploadId}`)
    const { rows } = await server.context.db.$client.query(
      "SELECT data FROM jobs.job WHERE data->>'name' = 'remove-blobs'",
    )
    const keys = rows.flatMap(({ data }) => data.payload.keys)
    expect(keys).toEqual(expect.arrayContaining([`media/${finished.mediumId}/`, `media/${running.mediumId}/`]))
  })

  it('D2-6-07 D2-6-10: can be read by all members of the project and changed by its editors, and do not exist for others', async () => {
    const { lab } = server
    const [owner, editor, annotator, viewer] = [
      await lab.addPerson(),
      await lab.addPerson(),
      await lab.addPerson(),
      await lab.addPerson(),
    ]
    const [guest, stranger] = [await lab.addPerson('guest'), await lab.addPerson()]
    const project = await lab.addProject(owner, [
      [editor, 'editor'],
      [annotator, 'annotator'],
      [viewer, 'viewer'],
      [guest, 'editor'],
    ])
    const { imageId, mediumId } = await server.clientOf(owner).upload(randomBytes(9), { project })
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data: { name: 'New' } }) }
    const reads = [
      `/api/v2/projects/${project}/images`,
      `/api/v1/images/${imageId}`,
      `/api/v1/images/${imageId}/download`,
      `/api/v1/media/${mediumId}/download`,
    ]
    const pictures = [
      `/api/v1/images/${imageId}/view`,
      `/api/v1/thumbnail?type=Image&id=${imageId}`,
      `/api/v1/thumbnail?type=ImageMedium&id=${mediumId}`,
      `/api/v1/tiles?type=Image&id=${imageId}&z=0&y=0&x=0`,
    ]
    const table = [
      [owner, 200, 204],
      [editor, 200, 204],
      [annotator, 200, 403],
      [viewer, 200, 403],
      [guest, 200, 403],
      [stranger, 404, 404],
      [{ token: '' }, 401, 401],
      [{ token: 'x'.repeat(40) }, 401, 401],
    ] as const
    for (const [person, read, change] of table) {
      const client = server.clientOf(person)
      for (const path of reads) expect((await client.request('GET', path)).status).toBe(read)
      for (const path of pictures) expect((await client.request('GET', path)).status).toBe(read === 200 ? 409 : read)
      expect((await client.request('PUT', `/api/v1/images/${imageId}`, json)).status).toBe(change)
      const retry = await client.request('POST', `/api/v1/images/${imageId}/retry`)
      expect(retry.status).toBe(change === 204 ? 409 : change)
      if (change === 204) continue
      expect((await client.request('DELETE', `/api/v1/images/${imageId}`)).status).toBe(change)
      expect((await client.request('DELETE', `/api/v1/media/${mediumId}`)).status).toBe(change)
    }
    expect((await server.clientOf(editor).request('DELETE', `/api/v1/media/${mediumId}`)).status).toBe(204)
  })
})
