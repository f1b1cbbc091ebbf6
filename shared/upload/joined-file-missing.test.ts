import { configureHttp } from '@lamella/shared/api'
import { bus } from '@lamella/shared/events'
import { UploadServer } from '@lamella/shared/testing/upload-server.ts'
import { portalOptions } from './transfer-options.ts'
import { UploadQueue } from './upload-queue.ts'
import { type UploadRecord, uploadRecords } from './upload-records.ts'

jest.mock('./joined-file.ts', () => {
  throw new Error('The script could not be loaded')
})

const lastModified = 1_700_000_000_000
const files = ['a.ome.tif', 'b.ome.tif'].map((name) => new File(['bytes'], name, { lastModified }))
const record: UploadRecord = {
  id: 'item',
  userId: 'mara',
  projectId: 'p',
  name: 'set',
  fileType: 'TwoDimensions',
  picture: null,
  fileName: 'set.ome.tar',
  size: 4096,
  lastModified,
  handle: null,
  parts: files.map(({ name, size }) => ({ fileName: name, size, lastModified, handle: null })),
  partSize: 1000,
  mediumId: null,
  session: null,
}

test('where what joins the files cannot be loaded, the user is told, and the upload goes on waiting for them', async () => {
  const server = await UploadServer.start()
  configureHttp({ baseUrl: server.url })
  jest.spyOn(uploadRecords, 'of').mockResolvedValue([record])
  jest.spyOn(uploadRecords, 'find').mockResolvedValue(record)
  const queue = new UploadQueue(portalOptions)
  await queue.restore('mara')
  while (queue.snapshot().items.length === 0) await new Promise((done) => setTimeout(done, 2))
  const told = new Promise((done) => bus.on('toast/show').subscribe(done))
  queue.provide(files.map((file) => ({ file, handle: null })))
  expect(await told).toMatchObject({ kind: 'error', detail: expect.stringContaining('set.ome.tar') })
  expect(queue.snapshot().items).toMatchObject([{ status: 'added', waitsFor: 'file' }])
  await server.close()
})
