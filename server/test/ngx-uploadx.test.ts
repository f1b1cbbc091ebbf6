import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Image } from '@lamella/shared/contract'
import { createFolder } from './cluster.ts'
import { setUpImageServer } from './image-server.ts'
import type { UploadxCall } from './ngx-uploadx-child.ts'
import { sha256Of } from './upload-client.ts'

const run = promisify(execFile)
const require = createRequire(__filename)
const folder = dirname(require.resolve('ngx-uploadx/package.json'))

describe('the published client of the protocol, ngx-uploadx', () => {
  const server = setUpImageServer()
  const content = randomBytes(300_000)

  const uploadBy = async (call: Pick<UploadxCall, 'chunkSize' | 'cuts' | 'cancelAfter'>) => {
    const file = join(createFolder('uploadx'), 'picture.tif')
    await writeFile(file, content)
    const announced = await server.client.announce({ project: server.project, size: content.length })
    const { imageId } = JSON.parse(announced.body.toString()).data as { imageId: string }
    const reference = announced.headers.get('x-upload-reference') ?? ''
    const { base, token } = server.client
    const endpoint = `${base}/api/v2/files/uploads`
    const argument: UploadxCall = { folder, endpoint, token, reference, file, ...call }
    const child = join(__dirname, 'ngx-uploadx-child.ts')
    const { stdout } = await run(process.execPath, [child, JSON.stringify(argument)])
    return { imageId, ...(JSON.parse(stdout) as { status: string; seen: string[] }) }
  }
  const stored = async (imageId: string) =>
    sha256Of((await server.client.request('GET', `/api/v1/images/${imageId}/download`)).body)

  it.each([
    ['at once', 0, ['POST 201', 'PUT 201']],
    ['in parts', 100_000, ['POST 201', 'PUT 308', 'PUT 308', 'PUT 201']],
  ])('uploads %s', async (_, chunkSize, calls) => {
    const { imageId, status, seen } = await uploadBy({ chunkSize, cuts: [] })
    expect({ status, seen }).toEqual({ status: 'complete', seen: calls })
    expect(await stored(imageId)).toBe(sha256Of(content))
  })

  it('uploads over connections that are cut, whatever arrived of the part', async () => {
    const { imageId, status } = await uploadBy({ chunkSize: 100_000, cuts: [1, 3] })
    expect(status).toBe('complete')
    expect(await stored(imageId)).toBe(sha256Of(content))
  })

  it('is told how far it is when it sends a part again that arrived', async () => {
    const upload = await server.client.start({ project: server.project, size: content.length })
    const bare = { address: upload.address.replace(/\?.*/, '') }
    expect((await server.client.part(bare, content, 0, 150_000)).status).toBe(308)
    const again = await server.client.part(bare, content, 100_000, 200_000)
    expect([again.status, again.headers.get('range')]).toEqual([308, 'bytes=0-149999'])
    expect((await server.client.part(bare, content, 150_000, 300_000)).status).toBe(201)
    expect(await stored(upload.imageId)).toBe(sha256Of(content))
  })

  it('cancels', async () => {
    const { imageId, status, seen } = await uploadBy({ chunkSize: 100_000, cuts: [], cancelAfter: 1 })
    expect({ status, last: seen.at(-1) }).toEqual({ status: 'cancelled', last: 'DELETE 204' })
    expect((await server.client.json<Image>(`/api/v1/images/${imageId}`)).status).toBe('uploadCancelled')
  })
})
