import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image, ImageStatus } from '@lamella/shared/contract'
import { largeField } from '@lamella/shared/testing/pictures/large-field.ts'
import { connect } from '../src/platform/db/database.ts'
import { createFolder } from './cluster.ts'
import { clusterOf, databaseOf } from './embedded-home.ts'
import { finalStates, followImages } from './image-events.ts'
import { filesOf } from './image-server.ts'
import { createLab } from './lab.ts'
import { createHome, startServerProcess } from './server-process.ts'
import { until } from './until.ts'
import { reprDigest, sha256Of, UploadClient } from './upload-client.ts'

const chunk = 8 * 1024 ** 2

/** Includes the waits for requests and jobs that the shutdown finally aborts. */
jest.setTimeout(300_000)

const makeField = async (): Promise<Buffer> => {
  const path = join(createFolder('pictures'), 'field.tif')
  await largeField({ path, width: 5000, height: 4500 })
  return readFile(path)
}

const isFinal = (status: ImageStatus): boolean => finalStates.some((state) => state === status)

const bytesOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0

/** Sends half a part and stops. @returns the outcome of the request */
const halfOf = (part: Uint8Array): ReadableStream =>
  new ReadableStream({ start: (sender) => sender.enqueue(part.subarray(0, part.length / 2)) })

it('SIGTERM amid a decode, half a part of an upload and an open event stream: a clean end, and all goes on after a start', async () => {
  const file = await makeField()
  let server = await startServerProcess({ embedded: true })
  const { home, log } = server
  try {
    const connection = connect(databaseOf(home))
    const lab = await createLab(connection.db)
    const project = await lab.addProject(lab.admin)
    await connection.close()
    let client = new UploadClient(server.url, lab.admin.token)
    let events = await followImages(client)

    const sending = await client.start({ project, size: file.length, originalFilename: 'half.tif' })
    const half = halfOf(file.subarray(0, chunk))
    const cut = expect(client.put(sending, `bytes 0-${chunk - 1}/${file.length}`, half)).rejects.toThrow()
    const partial = join(home.dataDir, 'uploads', sending.uploadId)
    await until(async () => (await bytesOf(partial)) > 0)

    const decoding = await client.upload(file, { project, originalFilename: 'whole.tif' })
    const isWritten = async () => {
      const names = (await filesOf(home.dataDir)).filter((name) => name.startsWith('tmp/'))
      const sizes = await Promise.all(names.map((name) => bytesOf(join(home.dataDir, name))))
      return sizes.some((size) => size > 0)
    }
    await until(isWritten)

    expect(await server.stop()).toBe(0)
    await cut
    await events.ended()
    expect(existsSync(join(clusterOf(home), 'postmaster.pid'))).toBe(false)
    // The decoding was aborted, the half of the part was kept.
    const left = [`blobs/media/${decoding.mediumId}/original`, `uploads/${sending.uploadId}`]
    expect(await filesOf(home.dataDir)).toEqual(left)
    const stored = await bytesOf(partial)
    expect(stored).toBe(chunk / 2)

    server = await startServerProcess({ home })
    expect(JSON.stringify(server.log)).not.toContain('taken over')
    client = new UploadClient(server.url, lab.admin.token)
    events = await followImages(client)
    const status = await client.askProgress(sending, file.length)
    expect([status.status, status.headers.get('range')]).toEqual([308, `bytes=0-${stored - 1}`])
    for (let start = stored; start < file.length; start += chunk) {
      const end = Math.min(file.length, start + chunk)
      const isLast = end === file.length
      const answer = await client.part(sending, file, start, end, isLast ? reprDigest(file) : {})
      expect(answer.status).toBe(isLast ? 201 : 308)
    }
    for (const { imageId } of [sending, decoding]) {
      const imageNow = () => client.json<Image>(`/api/v1/images/${imageId}`)
      // It may have become available before the stream was opened.
      if (!isFinal((await imageNow()).status)) await events.until(imageId, finalStates)
      expect(await imageNow()).toMatchObject({ status: 'available', statusErrors: [], width: 5000 })
      const download = await client.request('GET', `/api/v1/images/${imageId}/download`)
      expect(sha256Of(download.body)).toBe(sha256Of(file))
    }
    events.close()
    // By now all log lines of the first process have arrived.
    expect(JSON.stringify(log)).toContain('"stopped"')
    expect(JSON.stringify(log)).not.toContain('took too long')
  } finally {
    await server.stop()
  }
})

it('SIGTERM for npm alone, which does not pass it on, ends the server as well, and cleanly', async () => {
  const root = join(import.meta.dirname, '..', '..')
  const home = await createHome()
  const command = ['npm', '--prefix', root, 'run', '--silent', 'lamella', '--'] as const
  const server = await startServerProcess({ home: { ...home, command: [...command] } })
  process.kill(server.pid, 'SIGTERM')
  await until(async () => (await fetch(`${server.url}/healthz`).catch(() => null)) === null)
  await until(async () => JSON.stringify(server.log).includes('"msg":"stopped"'))
  expect(server.log).toContainEqual(expect.objectContaining({ msg: 'stopping', reason: 'npm has ended' }))
})
