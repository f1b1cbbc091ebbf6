import { randomUUID } from 'node:crypto'
import type { FileType, ImageStatus } from '@lamella/shared/contract'
import { analysisJobs, images, jobResults, media } from '../src/platform/db/schema/index.ts'
import type { TestApp } from './helper.ts'
import type { Person } from './people.ts'

export interface StoredImage {
  name: string
  size: number
  status: ImageStatus
  fileType: FileType
  originalFilename: string
  created: Date
}

/** Inserts an image in the state after its upload. @returns its ids */
export const addImage = async (
  { context: { db } }: TestApp,
  owner: Person,
  projectId: string,
  changes: Partial<StoredImage> = {},
): Promise<{ imageId: string; mediumId: string }> => {
  const { name = 'a.tif', size = 1, status = 'available', fileType = 'TwoDimensions', created = new Date() } = changes
  const mediumId = randomUUID()
  const { organisationId, id: ownerId } = owner
  const { originalFilename = 'a.tif' } = changes
  const stored = { organisationId, ownerId, fileType, originalFilename, size, status, sha256: 'f'.repeat(64) }
  await db.insert(media).values({ id: mediumId, ...stored })
  const [image] = await db.insert(images).values({ projectId, mediumId, name, created }).returning()
  if (!image) throw new Error('no image')
  return { imageId: image.id, mediumId }
}

/** Inserts a job of an image; a successful one has a result. @returns the id of the job */
export const addJob = async (
  { context: { db } }: TestApp,
  owner: Person,
  { projectId, imageId }: { projectId: string; imageId: string },
  status: 'pending' | 'successful' = 'successful',
): Promise<string> => {
  const job = { projectId, imageId, ownerId: owner.id, appName: 'a', appVersion: '1', params: {}, status }
  const [stored] = await db.insert(analysisJobs).values(job).returning()
  if (!stored) throw new Error('no job')
  const content = { figures: [], classes: [], columns: [], objectCount: 0, provenance: {} }
  if (status === 'successful') await db.insert(jobResults).values({ jobId: stored.id, size: 5, ...content })
  return stored.id
}
