import { randomUUID } from 'node:crypto'
import type { ContributorRole, Endpoint } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { noCounts } from '../src/domains/annotations/import-repository.ts'
import { readSecondFactorState } from '../src/domains/auth/second-factor/repository.ts'
import { insertInvitation } from '../src/domains/invitations/repository.ts'
import { createSession, storeTokens } from '../src/domains/sessions/session-repository.ts'
import { newSecret } from '../src/platform/crypto/secrets.ts'
import {
  analysisJobs,
  annotationExports,
  annotationImports,
  avatars,
  images,
  invitationProjects,
  jobResults,
  labelSets,
  labels,
  media,
  multichannelSettings,
  notifications,
  resultBundles,
  secondFactors,
  subscriptions,
  uploads,
} from '../src/platform/db/schema/index.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import type { Answer, TestApp } from './helper.ts'
import { addProject, type Person } from './people.ts'

/** A new session per call, because some calls end it. */
export const freshSession = async (
  { context: { db, now } }: TestApp,
  { id: userId }: Person,
): Promise<{ token: string; sessionId: string }> => {
  const started = now()
  const expires = new Date(started.getTime() + 3_600_000)
  const token = newSecret()
  const sessionId = await createSession(db, { userId, device: null, expires }, started)
  await storeTokens(db, sessionId, { access: token, refresh: newSecret() }, expires)
  return { token, sessionId }
}

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'tag' in value

/** The calls of the contract, by name. */
export const calls = Object.fromEntries(
  Object.entries(contract as Record<string, unknown>).filter((entry): entry is [string, Endpoint] =>
    isEndpoint(entry[1]),
  ),
)

/** New objects of the owner, one of each kind, because some calls delete them. */
export const makeObjects = async (
  server: TestApp,
  owner: Person,
  { admin, contributors }: { admin: Person; contributors: readonly (readonly [Person, ContributorRole])[] },
) => {
  const { db, now } = server.context
  const { organisationId, id: ownerId } = owner
  const projectId = await addProject(server, owner, contributors)
  const [mediumId, imageId, uploadId] = [randomUUID(), randomUUID(), randomUUID()]
  const [jobId, resultId, bundleId] = [randomUUID(), randomUUID(), randomUUID()]
  const [importId, exportId] = [randomUUID(), randomUUID()]
  const app = { appName: 'app', appVersion: '1' }
  await db.insert(media).values({
    id: mediumId,
    organisationId,
    ownerId,
    fileType: 'TwoDimensions',
    originalFilename: 'a.png',
    size: 10,
    status: 'uploadPending',
  })
  await db.insert(images).values({ id: imageId, projectId, mediumId: mediumId, name: 'a' })
  const upload = { userId: ownerId, sessionId: 'x', size: 10, status: 'pending' } as const
  await db.insert(uploads).values({ id: uploadId, mediumId: mediumId, ...upload })
  await db
    .insert(analysisJobs)
    .values({ id: jobId, projectId, imageId: imageId, ownerId, ...app, params: {}, status: 'successful' })
  const content = { figures: [], classes: [], columns: [], objectCount: 0, provenance: {}, size: 1 }
  await db.insert(jobResults).values({ id: resultId, jobId: jobId, ...content })
  await db
    .insert(resultBundles)
    .values({ id: bundleId, projectId, ownerId, appName: 'app', appVersions: [], format: 'csv' })
  const imported = { fileName: 'a.geojson', mayAddLabels: false, counts: noCounts, isBusy: false }
  await db.insert(annotationImports).values({ id: importId, imageId, ownerId, ...imported })
  const exported = { fileName: 'a.csv', format: 'csv' } as const
  await db.insert(annotationExports).values({ id: exportId, projectId, ownerId, ...exported })
  const [labelSetId, labelId, settingsId] = [randomUUID(), randomUUID(), randomUUID()]
  await db.insert(labelSets).values({ id: labelSetId, projectId, ownerId, name: 'a' })
  await db.insert(labels).values({ id: labelId, labelSetId, ownerId, name: 'a', color: '#ffffff', position: 0 })
  await db.insert(multichannelSettings).values({ id: settingsId, projectId, ownerId, name: 'a', channels: [] })
  const hour = 3_600_000
  const invitation = { email: `${randomUUID()}@x.test`, role: 'USER', message: '' } as const
  const { id: invitationId } = await insertInvitation(db, {
    ...invitation,
    organisationId,
    invitedBy: admin.id,
    forProjects: true,
    created: now(),
    expires: new Date(now().getTime() + hour),
  })
  await db.insert(invitationProjects).values({ invitationId, projectId, role: 'viewer' })
  await server.context.blobs.write(blobKeys.jsonObjects(resultId), Buffer.from('[]'))
  const { sessionId } = await freshSession(server, owner)
  await db
    .insert(avatars)
    .values({ userId: ownerId, version: 'v', picture: Buffer.from('x') })
    .onConflictDoNothing()
  // Except for users who are in the table because they have none.
  if (!(await readSecondFactorState(db, ownerId))?.required) {
    await db
      .insert(secondFactors)
      .values({ userId: ownerId, secret: Buffer.from('sealed'), confirmed: now() })
      .onConflictDoNothing()
  }
  const notificationId = randomUUID()
  const told = { kind: 'project-shared', key: notificationId, detail: { by: 'Ann', role: 'viewer' } }
  await db.insert(notifications).values({ id: notificationId, userId: ownerId, projectId, ...told })
  const [plan] = await db
    .select({ planId: subscriptions.planId })
    .from(subscriptions)
    .where(eq(subscriptions.organisationId, organisationId))
  const analyses = { jobId, resultId, bundleId, importId, exportId }
  const shown = { labelSetId, labelId, settingsId }
  return {
    projectId,
    mediumId,
    imageId,
    uploadId,
    ...analyses,
    ...shown,
    ...plan,
    invitationId,
    notificationId,
    sessionId,
    userId: ownerId,
  }
}
export type Objects = Awaited<ReturnType<typeof makeObjects>>

/** Fields beyond the path that make a call refer to objects of the owner. Other calls have no body, so that accepted ones fail early. */
const partsOf: Record<string, (objects: Objects) => { query?: object; body?: object; headers?: object }> = {
  getThumbnail: ({ imageId }) => ({ query: { type: 'Image', id: imageId } }),
  getTile: ({ imageId }) => ({ query: { type: 'Image', id: imageId, z: 0, x: 0, y: 0 } }),
  findResultObjects: () => ({ query: { left: 0, top: 0, right: 1, bottom: 1 } }),
  markNotification: () => ({ body: { data: { read: true } } }),
  updateMember: () => ({ body: { data: { active: true } } }),
  createMedium: ({ projectId: project }) => ({
    body: {
      data: {
        name: 'a',
        type: 'ImageMedium',
        dimensions: [],
        project,
        size: 10,
        mimeType: 'image/*',
        originalFilename: 'a.png',
      },
    },
  }),
  repeatJob: () => ({ body: { data: {} } }),
  createJob: ({ projectId: project, imageId: image }) => ({
    body: {
      data: {
        type: 'Job',
        appName: 'app',
        appVersion: '1',
        appMetadata: { appData: { params: {} } },
        project,
        image,
        images: [image],
      },
    },
  }),
  copyLabelSet: ({ projectId: project }) => ({ body: { data: { project } } }),
  createBundle: ({ projectId: project }) => ({
    body: { data: { project, appName: 'app', appVersions: ['1'], bundleAction: 'csv' } },
  }),
}

/** Whether a call refers to an object, by its path or its fields. */
export const needsObjects = (name: string, { path }: Endpoint): boolean => path.includes('/:') || name in partsOf

/** Makes a call on these objects. */
export const callAbout = (
  server: TestApp,
  name: string,
  objects: Objects | null,
  token?: string,
): Promise<Answer<Endpoint>> => {
  const endpoint = calls[name]
  if (!endpoint) throw new Error(`The contract has no call ${name}`)
  const { query, ...parts } = (objects && partsOf[name]?.(objects)) ?? {}
  const picture = { picture: 'composed', region: 'full', size: 'max', rotation: '0', file: 'default.jpg' }
  const link = { ticket: 'none', store: '0.ome.zarr', ...picture }
  const params = {
    app: 'auth',
    version: '1.0.0',
    email: 'a@lab.test',
    column: 'class',
    kind: 'project-shared',
    ...link,
    ...objects,
  }
  return server.call(endpoint, { params, query, ...parts, ...(token && { token }) } as never)
}
