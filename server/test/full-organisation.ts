import { randomUUID } from 'node:crypto'
import { insertProject } from '../src/domains/projects/repository.ts'
import type { AppContext } from '../src/platform/context.ts'
import {
  analysisJobs,
  contributors,
  images,
  invitations,
  jobResults,
  media,
  resultBundles,
  uploads,
} from '../src/platform/db/schema/index.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'

type Stores = Pick<AppContext, 'db' | 'blobs'>

interface People {
  organisationId: string
  ownerId: string
  /** Editor of the projects, who has invited somebody. */
  adminId: string
}

const year = 365 * 24 * 3600 * 1000
const picture = { fileType: 'TwoDimensions', size: 1, status: 'available' } as const

/**
 * Creates a project with an image, its upload, an analysis with result, and a bundle that failed: the clean-up begins anew what is unfinished,
 * and removes old bundles.
 * @returns keys of its blobs
 */
const fillProject = async ({ db }: Stores, people: People, name: string): Promise<string[]> => {
  const { organisationId, ownerId, adminId } = people
  const projectId = await insertProject(db, { name, organisationId, ownerId })
  await db.insert(contributors).values({ projectId, userId: adminId, role: 'editor' })
  const mediumId = randomUUID()
  const imageId = randomUUID()
  const jobId = randomUUID()
  const resultId = randomUUID()
  const bundleId = randomUUID()
  await db
    .insert(media)
    .values({ ...picture, id: mediumId, organisationId, ownerId, originalFilename: 'a.png', pictureBytes: 0 })
  await db.insert(images).values({ id: imageId, projectId, mediumId, name: 'a' })
  await db.insert(uploads).values({ mediumId, userId: ownerId, sessionId: 'x', size: 1, status: 'complete' })
  const application = { appName: 'dab-scoring', appVersion: '1', status: 'successful' } as const
  await db.insert(analysisJobs).values({ id: jobId, projectId, imageId, ownerId, ...application, params: {} })
  const nothing = { figures: [], classes: [], columns: [], objectCount: 0, provenance: {}, size: 1 }
  await db.insert(jobResults).values({ ...nothing, id: resultId, jobId })
  const bundle = { id: bundleId, projectId, ownerId, appName: 'dab-scoring', appVersions: [] }
  await db.insert(resultBundles).values({ ...bundle, format: 'csv', status: 'failed' })
  return [
    blobKeys.original(mediumId),
    blobKeys.picture(mediumId, 'thumbnail.jpg'),
    blobKeys.resultObjects(resultId),
    blobKeys.checkpoint(jobId, 'a'),
    blobKeys.bundle(bundleId),
  ]
}

/** Gives an organisation one object of every kind, with blobs. @returns their keys */
export const fillOrganisation = async (stores: Stores, people: People, projectNames: string[]): Promise<string[]> => {
  const { db, blobs } = stores
  const { organisationId, ownerId, adminId } = people
  const keys: string[] = []
  for (const name of projectNames) keys.push(...(await fillProject(stores, people, name)))
  const stray = randomUUID()
  await db
    .insert(media)
    .values({ ...picture, id: stray, organisationId, ownerId, originalFilename: 'b.png', pictureBytes: 0 })
  keys.push(blobKeys.original(stray))
  await db.insert(invitations).values({
    organisationId,
    email: `${randomUUID()}@x.test`,
    role: 'USER',
    invitedBy: adminId,
    tokenHash: Buffer.from(randomUUID()),
    expires: new Date(Date.now() + year),
  })
  for (const key of keys) await blobs.write(key, Buffer.from('x'))
  return keys
}
