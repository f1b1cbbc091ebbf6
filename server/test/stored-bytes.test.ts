import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { LimitUsage, StorageStatistics } from '@lamella/shared/contract'
import { hDabField, toTiff } from '@lamella/shared/testing/pictures/index.ts'
import { eq, inArray } from 'drizzle-orm'
import { insertBundle } from '../src/domains/analysis/bundle-repository.ts'
import { createMakeBundle } from '../src/domains/analysis/jobs/make-bundle.ts'
import { createResultObjects } from '../src/domains/analysis/result-objects.ts'
import { createProcessImage } from '../src/domains/images/jobs/process-image.ts'
import { measureStoredBytes } from '../src/domains/quotas/measure-stored-bytes.ts'
import { analysisJobs, jobResults, media, resultBundles } from '../src/platform/db/schema/index.ts'
import { setUpImageServer } from './image-server.ts'
import { createLab, type Lab } from './lab.ts'
import type { StartedUpload, UploadClient } from './upload-client.ts'

const gigabyte = 1024 ** 3

describe('What counts as stored', () => {
  const server = setUpImageServer()
  const picture = toTiff(hDabField({ seed: 5, width: 600, height: 400 }), 0.5)

  const newLab = async (storageLimit = -1) => {
    const lab = await createLab(server.context.db, { storageLimit })
    return { lab, client: server.clientOf(lab.admin), project: await lab.addProject(lab.admin) }
  }
  const upload = (client: UploadClient, project: string) =>
    client.upload(picture, { project, originalFilename: 'field.tif', fileType: 'TwoDimensions' })
  const process = ({ mediumId }: StartedUpload) =>
    createProcessImage(server.context)({ mediumId }, { signal: new AbortController().signal, isLastTry: true })
  const rowOf = async ({ mediumId }: StartedUpload) => {
    const [row] = await server.context.db.select().from(media).where(eq(media.id, mediumId))
    if (!row) throw new Error('no medium')
    return row
  }
  const bytesOnDisk = async ({ mediumId }: StartedUpload) => {
    const files = (await server.storedFiles()).filter((name) => name.includes(`${mediumId}/`))
    const sizes = await Promise.all(files.map((name) => stat(join(server.context.config.dataDir, name))))
    return sizes.reduce((sum, { size }) => sum + size, 0)
  }
  const storage = (client: UploadClient) => client.json<StorageStatistics>('/api/v1/statistics/storage')
  const sizes = ({ objectTypes, total }: StorageStatistics) => [...objectTypes.map(({ size }) => size), total.size]
  /** Adds other files of so many bytes. */
  const fill = async (lab: Lab, project: string, client: UploadClient, bytes: number) => {
    const other = await client.start({ project, size: 1 })
    await server.context.db.update(media).set({ size: bytes, status: 'available' }).where(eq(media.id, other.mediumId))
    return lab
  }

  it('D3-3-45 D3-3-46: an image counts with its pictures, byte for byte as they lie on the disk', async () => {
    const { client, project } = await newLab()
    const started = await upload(client, project)
    expect(sizes(await storage(client))).toEqual([picture.length, 0, picture.length])
    await process(started)
    const bytes = await bytesOnDisk(started)
    expect(bytes).toBeGreaterThan(picture.length)
    expect(sizes(await storage(client))).toEqual([bytes, 0, bytes])
    const [ofUser] = await client.json<StorageStatistics[]>('/api/v1/statistics/storage/users')
    const [ofProject] = await client.json<StorageStatistics[]>('/api/v1/statistics/storage/projects')
    expect([ofUser?.total.size, ofProject?.total.size]).toEqual([bytes, bytes])
    const usage = await client.json<LimitUsage[]>('/api/v1/statistics/usage')
    expect(usage.find(({ key }) => key === 'storageLimit')?.used).toBe(bytes)
    await client.request('DELETE', `/api/v1/images/${started.imageId}`)
    expect(sizes(await storage(client))).toEqual([0, 0, 0])
  })

  it('D3-3-45: a bundle of results counts with its bytes as JobResultAsset', async () => {
    const { lab, client, project } = await newLab()
    const { imageId } = await upload(client, project)
    const { db, blobs } = server.context
    const owner = { projectId: project, ownerId: lab.admin.userId }
    const job = { ...owner, imageId, appName: 'a', appVersion: '1', params: {}, status: 'successful' } as const
    const [stored] = await db.insert(analysisJobs).values(job).returning()
    const result = { figures: [], classes: [], columns: [], objectCount: 0, provenance: {}, size: 11 }
    const [row] = await db
      .insert(jobResults)
      .values({ jobId: stored?.id ?? '', ...result })
      .returning()
    await blobs.write(`results/${row?.id}/objects.json`, Buffer.from('[]'))
    const order = { ...owner, appName: 'a', appVersions: ['1'], jobIds: null, format: 'csv' as const }
    const bundleId = await insertBundle(db, { ...order, created: new Date() })
    expect(sizes(await storage(client))[1]).toBe(11)
    const makeBundle = createMakeBundle(server.context, createResultObjects(server.context))
    await makeBundle({ bundleId }, { signal: new AbortController().signal, isLastTry: true })
    const size = (await blobs.stat(`bundles/${bundleId}/file`))?.size ?? 0
    expect(size).toBeGreaterThan(0)
    expect(sizes(await storage(client))[1]).toBe(11 + size)

    await db.update(resultBundles).set({ size: null }).where(eq(resultBundles.id, bundleId))
    await measureStoredBytes(server.context)
    expect(sizes(await storage(client))[1]).toBe(11 + size)
  })

  it('pictures that an earlier version made are measured later, without a new version of the image', async () => {
    const { client, project } = await newLab()
    const started = await upload(client, project)
    await process(started)
    const measured = await rowOf(started)
    await server.context.db.update(media).set({ pictureBytes: null }).where(eq(media.id, started.mediumId))
    await measureStoredBytes(server.context)
    expect(await rowOf(started)).toEqual(measured)
  })

  it('D3-8-16: pictures that used up the storage keep the next upload out', async () => {
    const { lab, client, project } = await newLab(1)
    const started = await upload(client, project)
    await fill(lab, project, client, gigabyte - picture.length - 1000)
    expect((await client.announce({ project, size: 900 })).status).toBe(201)
    await process(started)
    expect((await rowOf(started)).status).toBe('available')
    expect((await client.announce({ project, size: 1 })).code).toBe('ERR_5008')
  })

  it('pictures beyond twice the storage are not kept, in words, and the image can be processed later', async () => {
    const { lab, client, project } = await newLab(1)
    const started = await upload(client, project)
    await fill(lab, project, client, 2 * gigabyte)
    await process(started)
    expect(await rowOf(started)).toMatchObject({
      status: 'processingFailed',
      statusErrors: [expect.stringContaining('no storage left')],
      pictureBytes: null,
    })
    expect(await bytesOnDisk(started)).toBe(picture.length)
    expect((await client.request('POST', `/api/v1/images/${started.imageId}/retry`)).status).toBe(202)
  })

  it('of two images at once only one gets the last room', async () => {
    const { lab, client, project } = await newLab(1)
    const [first, second] = [await upload(client, project), await upload(client, project)]
    const probe = await newLab()
    const probed = await upload(probe.client, probe.project)
    await process(probed)
    const pictureBytes = (await rowOf(probed)).pictureBytes ?? 0
    await fill(lab, project, client, 2 * gigabyte - 2 * picture.length - pictureBytes)
    await Promise.all([process(first), process(second)])
    const ids = [first.mediumId, second.mediumId]
    const rows = await server.context.db.select({ status: media.status }).from(media).where(inArray(media.id, ids))
    expect(rows.map(({ status }) => status).sort()).toEqual(['available', 'processingFailed'])
  })
})
