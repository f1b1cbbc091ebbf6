import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createImageArchive, createTicket, trashImage } from '@lamella/shared/contract'
import { unzipSync } from 'fflate'
import { namesInArchive, zipOriginals } from '../src/domains/images/archive.ts'
import { type BlobStore, blobKeys } from '../src/platform/storage/blobs.ts'
import { setUpServer } from './helper.ts'
import { addImage, type StoredImage } from './library-images.ts'
import { addOrganisation, addProject, type Person } from './people.ts'

const server = setUpServer()
let member: Person
let guest: Person
let projectId: string
beforeEach(async () => {
  ;({ member, guest } = await addOrganisation(server))
  projectId = await addProject(server, member, [[guest, 'viewer']])
})

const addFile = async (changes: Partial<StoredImage>, content: string): Promise<string> => {
  const image = await addImage(server, member, projectId, { ...changes, size: Buffer.byteLength(content) })
  await server.context.blobs.write(blobKeys.original(image.mediumId), Buffer.from(content))
  return image.imageId
}
const order = (images: string[], { token } = member) =>
  server.call(createImageArchive, { token, params: { projectId }, body: { data: { images } } })
const open = async (url: string, token?: string) =>
  server.app.inject({ url, ...(token && { headers: { authorization: `Bearer ${token}` } }) })

describe('The download of many originals', () => {
  it('is one zip file with each original under the name of its image, opened by a ticket', async () => {
    const ids = [
      await addFile({ name: 'a.tif', originalFilename: 'x.tif' }, 'first'),
      await addFile({ name: 'A.TIF', originalFilename: 'y.tif' }, 'second'),
      await addFile({ name: '../etc/b', originalFilename: 'z.ome.tif' }, 'third'),
    ]
    const ordered = await order(ids, guest)
    expect(ordered.status).toBe(201)
    const { url } = ordered.body.data
    const ticket = await server.call(createTicket, { token: guest.token, body: { data: { address: url } } })
    const answer = await open(ticket.body.data.url)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(answer.rawPayload.length),
      'content-disposition': expect.stringMatching(/^attachment; filename="images \d{4}-\d\d-\d\d\.zip"$/),
    })
    const files = Object.entries(unzipSync(answer.rawPayload)).map(([name, bytes]) => [
      name,
      Buffer.from(bytes).toString(),
    ])
    expect(Object.fromEntries(files)).toEqual({ '__etc_b.tif': 'third', 'a.tif': 'first', 'A (2).TIF': 'second' })
    expect((await open(url)).statusCode).toBe(401)
  })

  it('leaves out what was deleted meanwhile; with nothing left there is none', async () => {
    const ids = [await addFile({ name: 'a.tif' }, 'first'), await addFile({ name: 'b.tif' }, 'second')]
    const { url } = (await order(ids)).body.data
    await server.call(trashImage, { token: member.token, params: { imageId: ids[0] ?? '' } })
    expect(Object.keys(unzipSync((await open(url, member.token)).rawPayload))).toEqual(['b.tif'])
    await server.call(trashImage, { token: member.token, params: { imageId: ids[1] ?? '' } })
    expect((await open(url, member.token)).statusCode).toBe(404)
  })

  it('holds what is left where stored files are missing, and says which those are', async () => {
    const lost = await addImage(server, member, projectId, { name: 'lost.tif', size: 4 })
    const cut = await addImage(server, member, projectId, { name: 'cut.tif', size: 100 })
    await server.context.blobs.write(blobKeys.original(cut.mediumId), Buffer.from('short'))
    const { url } = (await order([await addFile({ name: 'a.tif' }, 'first'), lost.imageId, cut.imageId])).body.data
    const answer = await open(url, member.token)
    const files = unzipSync(answer.rawPayload)
    expect(Object.keys(files).sort()).toEqual(['Missing files.txt', 'a.tif'])
    expect(Buffer.from(files['Missing files.txt'] ?? []).toString()).toMatch(/missing.+\n\ncut\.tif\nlost\.tif\n$/)
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
    const none = await open((await order([lost.imageId])).body.data.url, member.token)
    expect([none.statusCode, none.json().errors[0].detail]).toEqual([
      404,
      'The stored files of these images are missing.',
    ])
  })

  it('of another project gets nothing of it', async () => {
    const id = await addFile({}, 'secret')
    const other = await addProject(server, member)
    const body = { data: { images: [id] } }
    const { url } = (await server.call(createImageArchive, { token: member.token, params: { projectId: other }, body }))
      .body.data
    expect((await open(url, member.token)).statusCode).toBe(404)
    const mine = (await order([id])).body.data.url
    expect((await open(mine.replace(projectId, other), member.token)).statusCode).toBe(404)
  })

  it('takes 1,000 images at most', async () => {
    const answer = await order(Array.from({ length: 1001 }, () => projectId))
    expect([answer.status, answer.code]).toEqual([400, 'ERR_0400'])
  })
})

describe('A zip file that is made while it is sent', () => {
  const blobsOf = (read: () => Readable) => ({ blobs: { read: async () => read() } as unknown as BlobStore })
  const original = (size: number) => ({
    mediumId: 'm',
    name: 'a.tif',
    originalFilename: 'a.tif',
    size,
    created: new Date(2026, 1, 1),
  })

  it('beyond 4 GB is a zip64, and its length is known before', async () => {
    const overhead = async (size: number) =>
      (
        await zipOriginals(
          blobsOf(() => new Readable({ read: () => undefined })),
          [original(size)],
        )
      ).size - size
    // The record and the locator of a zip64 have 56 and 20 bytes; sizes in the directory and after the file have 8 instead of 4.
    expect((await overhead(2 ** 32 + 1)) - (await overhead(1))).toBeGreaterThanOrEqual(56 + 20 + 28)
  })

  it('stops reading when it is cancelled', async () => {
    const source = new Readable({
      read() {
        this.push(Buffer.alloc(65_536))
      },
    })
    const { stream } = await zipOriginals(
      blobsOf(() => source),
      [original(2 ** 30)],
    )
    const closed = new Promise((resolve) => source.once('close', resolve))
    stream.once('data', () => stream.destroy())
    await closed
    expect(source.destroyed).toBe(true)
  })

  it('ends with an error when a file cannot be read', async () => {
    const failing = { blobs: { read: async () => Promise.reject(new Error('gone')) } as unknown as BlobStore }
    const { stream } = await zipOriginals(failing, [original(1)])
    await expect(buffer(stream)).rejects.toThrow('gone')
  })

  it('has no name twice, whatever the case, and none that leaves its folder', () => {
    const named = (...names: string[]) => namesInArchive(names.map((name) => ({ name, originalFilename: 'x.tif' })))
    expect(named('a', 'a.tif', 'A.TIF', 'a (2).tif', '../b', '.hidden', 'c:\\d')).toEqual([
      'a.tif',
      'a (2).tif',
      'A (3).TIF',
      'a (2) (2).tif',
      '__b.tif',
      '_hidden.tif',
      'c__d.tif',
    ])
  })
})
