import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { FileUpload, Image } from '@lamella/shared/contract'
import { setUpImageServer } from './image-server.ts'
import { reprDigest, type StartedUpload, sha256Of } from './upload-client.ts'

const mebibyte = 1024 ** 2
const file = randomBytes(1000)

describe('Upload protocol', () => {
  const server = setUpImageServer({ env: { MAX_CHUNK_SIZE: '4MB', MAX_UPLOAD_SIZE: '1GB' } })

  const start = (size = file.length) => server.client.start({ project: server.project, size })
  const statusOf = async ({ imageId }: StartedUpload) =>
    (await server.client.json<Image>(`/api/v1/images/${imageId}`)).status
  const original = async ({ imageId }: StartedUpload) =>
    (await server.client.request('GET', `/api/v1/images/${imageId}/download`)).body

  it('D3-7-03 D3-7-04 D3-7-01: a session has a location and an id, and asking again gives the same', async () => {
    const announced = await server.client.announce({ project: server.project, size: 10 })
    expect(announced.status).toBe(201)
    const reference = announced.headers.get('x-upload-reference') ?? ''
    const session = await server.client.openSession(reference)
    expect(session.status).toBe(201)
    expect(session.headers.get('location')).toMatch(/^\/api\/v2\/files\/uploads\/[0-9a-f-]{36}$/)
    expect(session.headers.get('x-upload-session-id')).toMatch(/^[\w-]{22}$/)
    const again = await server.client.openSession(reference)
    expect(again.headers.get('location')).toBe(session.headers.get('location'))
    expect(again.headers.get('x-upload-session-id')).toBe(session.headers.get('x-upload-session-id'))
  })

  it('an announcement that is repeated under the id of the client is the same image, at the same time too, and nobody else gets it', async () => {
    const upload = { project: server.project, size: 10, uploadId: randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => server.client.announce(upload)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => headers.get('x-upload-reference')))).toEqual(new Set([upload.uploadId]))
    const open = await server.client.json<FileUpload[]>('/api/v2/files/uploads')
    expect(open.filter(({ id }) => id === upload.uploadId)).toHaveLength(1)
    const person = await server.lab.addPerson()
    const project = await server.lab.addProject(person)
    expect((await server.clientOf(person).announce({ ...upload, project })).code).toBe('ERR_0409')
  })

  it('D3-7-07 D3-7-10 D3-7-09: parts of any size end in 201, with the bytes as they were sent', async () => {
    const upload = await start()
    expect(await statusOf(upload)).toBe('uploadPending')
    const first = await server.client.part(upload, file, 0, 1)
    expect([first.status, first.headers.get('range')]).toEqual([308, 'bytes=0-0'])
    expect(await statusOf(upload)).toBe('uploading')
    const second = await server.client.part(upload, file, 1, 700)
    expect([second.status, second.headers.get('range')]).toEqual([308, 'bytes=0-699'])
    const last = await server.client.part(upload, file, 700, 1000, reprDigest(file))
    expect(last.status).toBe(201)
    expect(await statusOf(upload)).toBe('uploadFinished')
    expect(sha256Of(await original(upload))).toBe(sha256Of(file))
    const files = await server.storedFiles()
    expect(files).toContain(`blobs/media/${upload.mediumId}/original`)
    expect(files).not.toContain(`uploads/${upload.uploadId}`)
  })

  it('D3-7-08: progress is told in Range, and without Range while nothing is stored', async () => {
    const upload = await start()
    const empty = await server.client.askProgress(upload, file.length)
    expect([empty.status, empty.headers.get('range')]).toEqual([308, null])
    await server.client.part(upload, file, 0, 300)
    const some = await server.client.askProgress(upload, file.length)
    expect([some.status, some.headers.get('range')]).toEqual([308, 'bytes=0-299'])
  })

  it('gives the same answer again when the last part or a question is repeated', async () => {
    const upload = await start()
    await server.client.part(upload, file, 0, 1000)
    expect((await server.client.part(upload, file, 0, 1000)).status).toBe(201)
    expect((await server.client.askProgress(upload, 1000)).status).toBe(201)
    expect((await server.client.part(upload, file, 0, 500)).code).toBe('ERR_2006')
    expect((await server.client.openSession(upload.uploadId)).code).toBe('ERR_2006')
    expect((await server.client.request('DELETE', upload.address)).code).toBe('ERR_2006')
    expect(await original(upload)).toEqual(file)
  })

  it('accepts a file of no bytes', async () => {
    const upload = await start(0)
    expect((await server.client.askProgress(upload, 0)).status).toBe(201)
    expect((await original(upload)).length).toBe(0)
  })

  it('D3-7-11 D3-7-13: a cancelled upload is gone, and its image says so', async () => {
    const upload = await start()
    await server.client.part(upload, file, 0, 10)
    expect(await server.storedFiles()).toContain(`uploads/${upload.uploadId}`)
    expect((await server.client.request('DELETE', `/api/v2/files/uploads/${upload.uploadId}`)).status).toBe(204)
    expect((await server.client.part(upload, file, 10, 20)).status).toBe(404)
    expect((await server.client.askProgress(upload, 1000)).status).toBe(404)
    expect((await server.client.request('DELETE', upload.address)).status).toBe(404)
    expect(await statusOf(upload)).toBe('uploadCancelled')
    expect(await server.storedFiles()).not.toContain(`uploads/${upload.uploadId}`)
  })

  it('D3-3-11 D3-7-12: lists the unfinished uploads of the user, and of nobody else', async () => {
    const person = await server.lab.addPerson()
    const project = await server.lab.addProject(person)
    const client = server.clientOf(person)
    const upload = await client.start({ project, size: 1000, originalFilename: 'slide.svs' })
    const finished = await client.start({ project, size: 0 })
    await client.askProgress(finished, 0)
    await client.part(upload, file, 0, 123)
    const list = await client.json<FileUpload[]>('/api/v2/files/uploads')
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({
      id: upload.uploadId,
      bytesWritten: 123,
      size: 1000,
      status: 'uploading',
      originalFilename: 'slide.svs',
      referenceId: upload.mediumId,
      uploadSessionId: new URL(upload.address, 'http://x').searchParams.get('uploadSessionId'),
    })
    const others = await server.client.json<FileUpload[]>('/api/v2/files/uploads')
    expect(others.map(({ id }) => id)).not.toContain(upload.uploadId)
  })

  it('D3-3-08 D3-7-14: tells its limits', async () => {
    expect(await server.client.json('/api/v2/files/uploads/config')).toEqual({
      maxUploadSize: '1GB',
      maxChunkSize: '4MB',
    })
  })

  describe('refuses', () => {
    const part = (from: number, to: number, total = 1000) => `bytes ${from}-${to}/${total}`
    // State before, call, and outcome. Nothing of a refused part is kept.
    const table: [
      string,
      number,
      { range: string; body?: Buffer; headers?: Record<string, string> },
      number,
      string,
    ][] = [
      ['a gap', 100, { range: part(200, 299), body: file.subarray(200, 300) }, 409, 'ERR_2001'],
      ['an overlap', 100, { range: part(50, 149), body: file.subarray(50, 150) }, 409, 'ERR_2001'],
      ['a repeated part', 100, { range: part(0, 99), body: file.subarray(0, 100) }, 409, 'ERR_2001'],
      ['no Content-Range', 100, { range: '', body: file.subarray(100, 200) }, 400, 'ERR_2002'],
      ['another unit', 100, { range: 'items 100-199/1000', body: file.subarray(100, 200) }, 400, 'ERR_2002'],
      ['an end before the start', 100, { range: part(100, 99), body: file.subarray(0, 1) }, 400, 'ERR_2002'],
      ['an end behind the file', 100, { range: part(100, 1000), body: file.subarray(100) }, 400, 'ERR_2002'],
      ['another total', 100, { range: part(100, 199, 999), body: file.subarray(100, 200) }, 400, 'ERR_2002'],
      ['an unknown total', 100, { range: 'bytes 100-199/*', body: file.subarray(100, 200) }, 400, 'ERR_2002'],
      ['a negative offset', 100, { range: 'bytes -5-10/1000', body: file.subarray(0, 16) }, 400, 'ERR_2002'],
      ['huge numbers', 100, { range: `bytes 0-${'9'.repeat(40)}/${'9'.repeat(41)}` }, 400, 'ERR_2002'],
      ['a question about another total', 100, { range: 'bytes */999' }, 400, 'ERR_2002'],
      ['a longer body', 100, { range: part(100, 199), body: file.subarray(100, 201) }, 400, 'ERR_2008'],
      ['a shorter body', 100, { range: part(100, 199), body: file.subarray(100, 199) }, 400, 'ERR_2008'],
      ['a question with a body', 100, { range: 'bytes */1000', body: file.subarray(0, 5) }, 400, 'ERR_2008'],
      ['a part without a body', 100, { range: part(100, 199) }, 400, 'ERR_2008'],
      [
        'a checksum that is none',
        100,
        { range: part(100, 199), body: file.subarray(100, 200), headers: { 'repr-digest': 'sha-256=:abc:' } },
        400,
        'ERR_0400',
      ],
      [
        'a body of another type',
        100,
        { range: part(100, 199), body: file.subarray(100, 200), headers: { 'content-type': 'text/html' } },
        415,
        'ERR_0415',
      ],
    ]

    it.each(table)('%s', async (_what, stored, { range, body, headers }, status, code) => {
      const upload = await start()
      await server.client.part(upload, file, 0, stored)
      const answer = await server.client.put(upload, range, body, headers)
      expect([answer.status, answer.code]).toEqual([status, code])
      if (code === 'ERR_2001') expect(answer.headers.get('range')).toBe('bytes=0-99')
      expect((await server.client.askProgress(upload, 1000)).headers.get('range')).toBe('bytes=0-99')
      expect((await server.client.part(upload, file, 100, 1000, reprDigest(file))).status).toBe(201)
      expect(await original(upload)).toEqual(file)
    })

    it('a part over the maximum', async () => {
      const big = Buffer.alloc(4 * mebibyte + 1)
      const upload = await start(big.length)
      const answer = await server.client.part(upload, big, 0, big.length)
      expect([answer.status, answer.code]).toEqual([413, 'ERR_0413'])
      expect((await server.client.askProgress(upload, big.length)).headers.get('range')).toBeNull()
    })

    it('a streamed body that is longer than it says', async () => {
      const upload = await start()
      const stream = new ReadableStream({
        start(controller) {
          controller.enqueue(file.subarray(0, 60))
          controller.enqueue(file.subarray(60, 200))
          controller.close()
        },
      })
      const answer = await server.client.put(upload, part(0, 99), stream)
      expect([answer.status, answer.code]).toEqual([400, 'ERR_2008'])
      expect((await server.client.askProgress(upload, 1000)).headers.get('range')).toBeNull()
    })

    it('D3-7-02: a wrong or foreign reference', async () => {
      for (const reference of ['nonsense', randomUUID(), '']) {
        const answer = await server.client.openSession(reference)
        expect([answer.status, answer.code]).toEqual([412, 'ERR_2000'])
      }
      const missing = await server.client.request('POST', '/api/v2/files/uploads')
      expect(missing.status).toBe(400)
      const upload = await start()
      const foreign = await server.clientOf(await server.lab.addPerson()).openSession(upload.uploadId)
      expect([foreign.status, foreign.code]).toEqual([412, 'ERR_2000'])
    })

    it('another session', async () => {
      const upload = await start()
      const address = upload.address.replace(/=.*/, '=nonsense')
      const answer = await server.client.part({ address }, file, 0, 10)
      expect([answer.status, answer.code]).toEqual([412, 'ERR_2000'])
    })

    it('an unknown upload, a foreign one, and a caller without token', async () => {
      const unknown = { address: `/api/v2/files/uploads/${randomUUID()}?uploadSessionId=x` }
      expect((await server.client.part(unknown, file, 0, 10)).status).toBe(404)
      expect((await server.client.request('DELETE', unknown.address)).status).toBe(404)
      const upload = await start()
      const editor = await server.lab.addPerson()
      const project = await server.lab.addProject(server.lab.admin, [[editor, 'editor']])
      const shared = await server.client.start({ project, size: 1000 })
      for (const foreign of [upload, shared]) {
        const stranger = server.clientOf(editor)
        expect((await stranger.part(foreign, file, 0, 10)).status).toBe(404)
        expect((await stranger.askProgress(foreign, 1000)).status).toBe(404)
        expect((await stranger.request('DELETE', foreign.address)).status).toBe(404)
      }
      const nobody = server.clientOf({ token: '' })
      expect((await nobody.part(upload, file, 0, 10)).code).toBe('ERR_0401')
      expect((await nobody.openSession(upload.uploadId)).code).toBe('ERR_0401')
      expect((await nobody.request('GET', '/api/v2/files/uploads')).code).toBe('ERR_0401')
      expect((await server.client.askProgress(upload, 1000)).headers.get('range')).toBeNull()
    })

    it('bytes that are not those of the checksum, and keeps nothing of the file', async () => {
      const upload = await start()
      const others = randomBytes(1000)
      await server.client.part(upload, file, 0, 500)
      const answer = await server.client.part(upload, file, 500, 1000, reprDigest(others))
      expect([answer.status, answer.code]).toEqual([409, 'ERR_2003'])
      expect((await server.client.part(upload, file, 500, 1000)).code).toBe('ERR_2003')
      const image = await server.client.json<Image>(`/api/v1/images/${upload.imageId}`)
      expect(image).toMatchObject({ status: 'uploadFailed', statusErrors: [expect.stringContaining('checksums')] })
      const files = await server.storedFiles()
      expect(files.filter((name) => name.includes(upload.uploadId) || name.includes(upload.mediumId))).toEqual([])
    })
  })

  describe('a connection', () => {
    const large = randomBytes(3 * mebibyte)
    const beginning = large.subarray(0, 2.5 * mebibyte)

    /** Sends the beginning of a part and keeps the connection open. */
    const beginPart = async (upload: StartedUpload, bytes: Buffer) => {
      const { hostname, port } = new URL(server.client.base)
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(
        [
          `PUT ${upload.address} HTTP/1.1`,
          `host: ${hostname}`,
          `authorization: Bearer ${server.client.token}`,
          'content-type: application/octet-stream',
          `content-length: ${large.length}`,
          `content-range: bytes 0-${large.length - 1}/${large.length}`,
          '',
          '',
        ].join('\r\n'),
      )
      socket.write(bytes)
      return socket
    }
    const untilStored = async (upload: StartedUpload, bytes: number) => {
      for (;;) {
        const list = await server.client.json<FileUpload[]>('/api/v2/files/uploads')
        if (list.some(({ id, bytesWritten }) => id === upload.uploadId && bytesWritten >= bytes)) return
      }
    }

    it('that writes keeps others out, and one that breaks leaves what has come', async () => {
      const upload = await start(large.length)
      const socket = await beginPart(upload, beginning)
      await untilStored(upload, mebibyte)
      const refused = await server.client.part(upload, large, 0, large.length)
      expect([refused.status, refused.code]).toEqual([409, 'ERR_2007'])
      expect(refused.headers.get('range')).toBeNull()
      // The sender closes its half of the connection in the middle of the part.
      socket.end()
      const status = await server.client.askProgress(upload, large.length)
      expect(status.headers.get('range')).toBe(`bytes=0-${beginning.length - 1}`)
      const rest = await server.client.part(upload, large, beginning.length, large.length, reprDigest(large))
      expect(rest.status).toBe(201)
      expect(sha256Of(await original(upload))).toBe(sha256Of(large))
    })

    it('that writes is ended when the upload is cancelled', async () => {
      const upload = await start(large.length)
      const socket = await beginPart(upload, beginning)
      await untilStored(upload, mebibyte)
      const { promise: closed, resolve } = Promise.withResolvers<void>()
      // Not `once`, which rejects on a reset: here a reset is a valid end.
      socket
        .on('error', () => undefined)
        .on('close', () => resolve())
        .resume()
      expect((await server.client.request('DELETE', upload.address)).status).toBe(204)
      await closed
      expect(await server.storedFiles()).not.toContain(`uploads/${upload.uploadId}`)
    })
  })
})
