import {
  createProject,
  deleteImage,
  deleteProject,
  getProject,
  type ImageStatus,
  listProjects,
  statusesOfScope,
  updateProject,
} from '@lamella/shared/contract'
import { and, eq, sql } from 'drizzle-orm'
import { onPremisePlans } from '../src/domains/quotas/plans.ts'
import { analysisJobs, auditLog, images, media, projects } from '../src/platform/db/schema/index.ts'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { createClock } from './clock.ts'
import { startTestApp, type TestApp } from './helper.ts'
import { addOrganisation, addProject, type Organisation, type Person } from './people.ts'

const clock = createClock()
let server: TestApp
let lab: Organisation
beforeAll(async () => {
  server = await startTestApp({ now: clock.now })
  lab = await addOrganisation(server, onPremisePlans)
})
afterAll(() => server.close())

const create = (person: Person, data: object) =>
  server.call(createProject, { token: person.token, body: { data: data as { name: string } } })
const idOf = (headers: Record<string, unknown>) => String(headers.location).split('/').at(-1) ?? ''
const get = (person: Person, projectId: string) =>
  server.call(getProject, { token: person.token, params: { projectId } })
const audited = async (action: string, objectId: string) =>
  server.context.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, action), eq(auditLog.objectId, objectId)))

/** Adds an image with its medium to a project. */
const addImage = async (projectId: string, mediumId?: string, status: ImageStatus = 'available') => {
  const { db } = server.context
  const file = {
    organisationId: lab.id,
    ownerId: lab.member.id,
    fileType: 'TwoDimensions',
    originalFilename: 'a.tif',
  } as const
  const [medium] = mediumId
    ? [{ id: mediumId }]
    : await db
        .insert(media)
        .values({ ...file, size: 1, status })
        .returning()
  if (!medium) throw new Error('no medium')
  const [image] = await db.insert(images).values({ projectId, mediumId: medium.id, name: 'a' }).returning()
  if (!image) throw new Error('no image')
  return { mediumId: medium.id, imageId: image.id }
}
const addJob = async (projectId: string, imageId: string) => {
  const job = { projectId, imageId, ownerId: lab.member.id, appName: 'dab', appVersion: '1', params: {} }
  const [row] = await server.context.db.insert(analysisJobs).values(job).returning()
  return row?.id ?? ''
}
const blobsToRemove = async () => {
  const { rows } = await server.context.db.execute<{ keys: string[] }>(
    sql`select data->'payload'->'keys' as keys from jobs.job where data->>'name' = 'remove-blobs'`,
  )
  return rows.flatMap(({ keys }) => keys)
}

describe('Creating a project', () => {
  it('D2-7-05 D2-7-06 answers with a Location that ends in the id, and writes it to the audit log', async () => {
    const answer = await create(lab.member, { name: '  Liver ', description: 'Fibrosis' })
    expect(answer).toMatchObject({ status: 201, body: undefined })
    const id = idOf(answer.headers)
    expect((await get(lab.member, id)).body.data).toEqual({
      id,
      name: 'Liver',
      description: 'Fibrosis',
      owner: lab.member.id,
      created: clock.now().toISOString(),
      modified: clock.now().toISOString(),
      appliedMultichannelSettingsId: null,
      imageCount: 0,
      thumbnailUrl: null,
      contributors: [],
      statistics: { imageCount: 0, annotationCount: 0, jobCount: 0 },
    })
    expect(await audited('project.created', id)).toMatchObject([{ userId: lab.member.id, organisationId: lab.id }])
  })

  it.each([
    ['D2-5-01', 'no name', {}],
    ['D2-5-01 D3-5-33', 'an empty name', { name: '' }],
    ['D2-5-03 D3-5-33', 'only white space', { name: ' \t ' }],
    ['D2-5-02 D3-5-33', '129 characters', { name: 'x'.repeat(129) }],
    ['D2-5-05', 'a description of 257 characters', { name: 'x', description: 'x'.repeat(257) }],
  ])('%s answers 400 to %s', async (_, __, data) => {
    expect(await create(lab.member, data)).toMatchObject({ status: 400, code: 'ERR_0400' })
  })

  it.each([
    ['D2-5-02 D3-5-33', 'a name of 128 characters', { name: 'x'.repeat(128) }],
    ['D2-5-05 D3-5-33', 'no description, and a name of one character', { name: 'x' }],
    ['D2-5-05', 'an empty description', { name: 'x', description: '' }],
  ])('%s accepts %s', async (_, __, data) => {
    expect((await create(lab.member, data)).status).toBe(201)
  })

  it('D2-6-02 is open to an admin', async () => {
    expect((await create(lab.admin, { name: 'x' })).status).toBe(201)
  })

  it('D1-1-13 D2-6-04 is closed to a guest', async () => {
    expect(await create(lab.guest, { name: 'x' })).toMatchObject({ status: 403, code: 'ERR_0403' })
  })
})

describe('Project limit', () => {
  it('D1-9-17 D1-8-37 refuses the eleventh project of a free organisation with ERR_5001', async () => {
    const free = await addOrganisation(server)
    for (let index = 0; index < 10; index++) {
      expect((await create(index % 2 ? free.member : free.admin, { name: `${index}` })).status).toBe(201)
    }
    const refused = await create(free.member, { name: 'eleven' })
    expect(refused).toMatchObject({ status: 403, code: 'ERR_5001' })
    expect(refused.raw.toString()).toContain('Your organization has reached the maximum number of projects.')
  })

  it('gives the last place to one of many who ask at once', async () => {
    const free = await addOrganisation(server)
    for (let index = 0; index < 9; index++) await addProject(server, free.member)
    const people = [free.member, free.admin, free.member, free.admin]
    const answers = await Promise.all(people.map((person, index) => create(person, { name: `race ${index}` })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403])
    const stored = await server.context.db.select().from(projects).where(eq(projects.organisationId, free.id))
    expect(stored).toHaveLength(10)
  })

  it('D1-3-16 does not exist where the limit is -1', async () => {
    const own = await addOrganisation(server, onPremisePlans)
    for (let index = 0; index < 12; index++) expect((await create(own.member, { name: `${index}` })).status).toBe(201)
  })
})

describe('Listing projects', () => {
  const listOf = async (person: Person, query = {}) =>
    (await server.call(listProjects, { token: person.token, query })).body

  it('D1-1-12 D1-7-24 shows what the user owns or contributes to, newest first, and nothing else', async () => {
    const own = await addOrganisation(server, onPremisePlans)
    const first = await addProject(server, own.member)
    const shared = await addProject(server, own.admin, [
      [own.member, 'viewer'],
      [own.guest, 'viewer'],
    ])
    const foreign = await addProject(server, own.admin)
    const ids = async (person: Person) => (await listOf(person)).data.map(({ id }) => id)
    expect(await ids(own.member)).toEqual([shared, first])
    expect(await ids(own.guest)).toEqual([shared])
    expect(await ids(own.admin)).toEqual([foreign, shared])
  })

  it('D2-7-01 D2-3-02 D2-3-03 has statistics and contributors in every entry', async () => {
    const projectId = await addProject(server, lab.member, [[lab.guest, 'viewer']], 'With statistics')
    const { imageId } = await addImage(projectId)
    await addImage(projectId)
    for (let index = 0; index < 3; index++) await addJob(projectId, imageId)
    const listed = (await listOf(lab.member)).data.find(({ id }) => id === projectId)
    expect(listed).toMatchObject({
      imageCount: 2,
      contributors: [{ userId: lab.guest.id, role: 'viewer' }],
      statistics: { imageCount: 2, annotationCount: 0, jobCount: 3 },
    })
  })

  it('D2-7-04 has the same statistics when it is read alone', async () => {
    const projectId = await addProject(server, lab.member, [[lab.guest, 'viewer']], 'Read alone')
    const { imageId } = await addImage(projectId)
    await addJob(projectId, imageId)
    const { data } = (await get(lab.guest, projectId)).body
    expect(data.statistics).toEqual({ imageCount: 1, annotationCount: 0, jobCount: 1 })
    expect((await listOf(lab.guest)).data.find(({ id }) => id === projectId)).toEqual(data)
  })

  describe('shows as thumbnail of a project', () => {
    const thumbnailOf = async (projectId: string) => {
      const listed = (await listOf(lab.member)).data.find(({ id }) => id === projectId)
      expect((await get(lab.member, projectId)).body.data).toEqual(listed)
      return listed?.thumbnailUrl
    }
    const thumbnail = (imageId: string) => `/api/v1/thumbnail?type=Image&id=${imageId}`

    it.each([...statusesOfScope.processing, ...statusesOfScope.failed])('none whose image is %s', async (status) => {
      const projectId = await addProject(server, lab.member)
      expect(await thumbnailOf(projectId)).toBeNull()
      await addImage(projectId, undefined, status)
      expect(await thumbnailOf(projectId)).toBeNull()
    })

    it('that of its own newest available image, and the one before when that is deleted', async () => {
      const projectId = await addProject(server, lab.member)
      const older = await addImage(projectId)
      const newest = await addImage(projectId)
      await addImage(projectId, undefined, 'processing')
      await addImage(projectId, undefined, 'processingFailed')
      const other = await addProject(server, lab.member)
      const ofOther = await addImage(other)
      expect(await thumbnailOf(projectId)).toBe(thumbnail(newest.imageId))
      expect(await thumbnailOf(other)).toBe(thumbnail(ofOther.imageId))
      for (const [{ imageId }, next] of [
        [newest, thumbnail(older.imageId)],
        [older, null],
      ] as const) {
        const { token } = lab.member
        expect((await server.call(deleteImage, { token, params: { imageId } })).status).toBe(204)
        expect(await thumbnailOf(projectId)).toBe(next)
      }
    })
  })

  it('D2-7-02 pages by cursor, at most 250 per page, without loss when one is deleted meanwhile', async () => {
    const own = await addOrganisation(server, onPremisePlans)
    const ids: string[] = []
    for (let index = 0; index < 5; index++) ids.push(await addProject(server, own.member))
    const first = await listOf(own.member, { 'page[size]': 2 })
    expect(first.data.map(({ id }) => id)).toEqual([ids[4], ids[3]])
    const cursor = new URL(first.links.next ?? '', 'http://x').searchParams.get('page[after]') ?? ''
    expect(cursor).toBe(ids[3])
    await server.call(deleteProject, { token: own.member.token, params: { projectId: cursor } })
    const second = await listOf(own.member, { 'page[size]': 3, 'page[after]': cursor })
    expect(second.data.map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0]])
    expect(second.links.next).toBeNull()
    const tooMany = await server.call(listProjects, { token: own.member.token, query: { 'page[size]': 251 } })
    expect(tooMany.status).toBe(400)
  })
})

describe('Changing a project', () => {
  it('D2-7-09 keeps a description that is not given, moves the change date and writes to the audit log', async () => {
    const id = idOf((await create(lab.member, { name: 'Old', description: 'Kept' })).headers)
    const before = clock.now().toISOString()
    clock.advance({ minutes: 3 })
    const answer = await server.call(updateProject, {
      token: lab.member.token,
      params: { projectId: id },
      body: { data: { name: 'New' } },
    })
    expect(answer).toMatchObject({ status: 204, body: undefined })
    expect((await get(lab.member, id)).body.data).toMatchObject({
      name: 'New',
      description: 'Kept',
      created: before,
      modified: clock.now().toISOString(),
    })
    expect(await audited('project.updated', id)).toHaveLength(1)
  })
})

describe('Deleting a project', () => {
  it('D2-7-11 takes images, jobs and their blobs along, but not a medium that another project shows', async () => {
    const projectId = await addProject(server, lab.member, [], 'Doomed')
    const other = await addProject(server, lab.member, [], 'Stays')
    const own = await addImage(projectId)
    const shared = await addImage(projectId)
    await addImage(other, shared.mediumId)
    const jobId = await addJob(projectId, own.imageId)

    const answer = await server.call(deleteProject, { token: lab.member.token, params: { projectId } })
    expect(answer).toMatchObject({ status: 204, body: undefined })
    expect((await get(lab.member, projectId)).code).toBe('ERR_0404')
    const { db } = server.context
    expect(await db.select().from(images).where(eq(images.projectId, projectId))).toEqual([])
    expect(await db.select().from(media).where(eq(media.id, own.mediumId))).toEqual([])
    expect(await db.select().from(media).where(eq(media.id, shared.mediumId))).toHaveLength(1)
    expect(await db.select().from(analysisJobs).where(eq(analysisJobs.id, jobId))).toEqual([])
    const keys = await blobsToRemove()
    expect(keys).toEqual(expect.arrayContaining([blobKeys.medium(own.mediumId), blobKeys.checkpoints(jobId)]))
    expect(keys).not.toContain(blobKeys.medium(shared.mediumId))
    expect(await audited('project.deleted', projectId)).toMatchObject([{ detail: { name: 'Doomed' } }])
  })

  it('answers the second of two with ERR_0404', async () => {
    const projectId = await addProject(server, lab.member)
    const remove = () => server.call(deleteProject, { token: lab.member.token, params: { projectId } })
    const answers = await Promise.all([remove(), remove()])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
  })
})
