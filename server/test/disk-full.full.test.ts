import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { appendPart } from '../src/domains/uploads/part-writer.ts'
import { UploadFiles } from '../src/domains/uploads/upload-files.ts'
import { UploadHashes } from '../src/domains/uploads/upload-hashes.ts'
import { UploadHolder } from '../src/domains/uploads/upload-locks.ts'
import { createFolder } from './cluster.ts'
import { startTestApp } from './helper.ts'
import { startImageServer } from './image-server.ts'
import { putFile } from './release-files.ts'
import { reprDigest, sha256Of } from './upload-client.ts'

const mebibyte = 1024 ** 2
/** Bytes that uploads leave free. */
const reserve = 512 * mebibyte

const mount = (...options: string[]) => execFileSync('mount', ['-t', 'tmpfs', ...options], { stdio: 'ignore' })

const mountDisk = (bytes: number): string => {
  const folder = createFolder('disk')
  mount('-o', `size=${bytes},mode=711`, 'tmpfs', folder)
  return folder
}
const unmount = (folder: string) => execFileSync('umount', [folder])

/** Whether a file system can be mounted: only root may, and not everywhere. */
const canMount = (): boolean => {
  try {
    unmount(mountDisk(mebibyte))
    return true
  } catch {
    return false
  }
}

const withSmallDisk = canMount() ? describe : describe.skip

withSmallDisk('A full disk (skipped where no small one can be mounted)', () => {
  const withDisk = async (bytes: number, use: (folder: string) => Promise<void>) => {
    const folder = mountDisk(bytes)
    try {
      await use(folder)
    } finally {
      unmount(folder)
    }
  }

  it('refuses a part before the reserve of the database is touched, and accepts it when there is space again', () =>
    withDisk(reserve + 8 * mebibyte, async (dataDir) => {
      const server = await startImageServer({ env: { LAMELLA_DATA: dataDir } })
      try {
        const file = randomBytes(10 * mebibyte)
        const upload = await server.client.start({ project: server.project, size: file.length })
        expect((await server.client.part(upload, file, 0, 5 * mebibyte)).status).toBe(308)
        const refused = await server.client.part(upload, file, 5 * mebibyte, file.length, reprDigest(file))
        expect([refused.status, refused.code]).toEqual([507, 'ERR_2005'])
        const status = await server.client.askProgress(upload, file.length)
        expect(status.headers.get('range')).toBe(`bytes=0-${5 * mebibyte - 1}`)

        mount('-o', `remount,size=${reserve + 64 * mebibyte}`, 'tmpfs', dataDir)
        const rest = await server.client.part(upload, file, 5 * mebibyte, file.length, reprDigest(file))
        expect(rest.status).toBe(201)
        const download = await server.client.request('GET', `/api/v1/images/${upload.imageId}/download`)
        expect(sha256Of(download.body)).toBe(sha256Of(file))
      } finally {
        await server.close()
      }
    }))

  it('refuses a file of a release before the reserve of the database is touched, and takes it when there is space again', () =>
    withDisk(reserve + 8 * mebibyte, async (dataDir) => {
      const server = await startTestApp({ env: { LAMELLA_DATA: dataDir } })
      try {
        const put = () => putFile(server, 'projects', '1.0.0', 'main.js', Buffer.alloc(20 * mebibyte))
        expect(await put()).toMatchObject({ status: 507, code: 'ERR_2005' })
        mount('-o', `remount,size=${reserve + 64 * mebibyte}`, 'tmpfs', dataDir)
        expect(await put()).toMatchObject({ status: 204 })
      } finally {
        await server.close()
      }
    }))

  it('that fills up in the middle of a part keeps nothing of it', () =>
    withDisk(3 * mebibyte, async (dataDir) => {
      const files = new UploadFiles(dataDir)
      const file = await files.create('upload')
      const store = { files, hashes: new UploadHashes() }
      const append = (bytes: Buffer, start: number) => {
        const end = start + bytes.length - 1
        return appendPart(store, 'upload', file, { start, end }, Readable.from([bytes]), new UploadHolder())
      }
      await append(randomBytes(mebibyte), 0)
      await expect(append(randomBytes(4 * mebibyte), mebibyte)).rejects.toMatchObject({ code: 'ERR_2005', status: 507 })
      expect(file.size).toBe(mebibyte)
      await append(randomBytes(mebibyte), mebibyte)
      expect(file.size).toBe(2 * mebibyte)
      file.close()
    }))
})
