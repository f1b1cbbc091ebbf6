import {
  addContributor,
  auditText,
  createProject,
  getProject,
  type HistoryEntry,
  inviteToProject,
  listJobs,
  listProjects,
  moveImages,
  projectHistory,
  retryImage,
  trashImage,
  updateImage,
  updateProject,
} from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { recordAudit } from '../src/domains/audit/index.ts'
import { onPremisePlans } from '../src/domains/quotas/plans.ts'
import { analysisJobs, images, media, projects } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { startTestApp, type TestApp } from './helper.ts'
import { addOrganisation, type Organisation, type Person } from './people.ts'

const clock = createClock()
let server: TestApp
let lab: Organisation
beforeAll(async () => {
  server = await startTestApp({ now: clock.now })
  lab = await addOrganisation(server, onPremisePlans)
})
afterAll(() => server.close())

const newProject = async (): Promise<string> => {
  const { headers } = await server.call(createProject, { token: lab.member.token, body: { data: { name: 'Liver' } } })
  return String(headers.location).split('/').at(-1) ?? ''
}
const history = (person: Person, projectId: string, query: { 'page[size]': number; 'page[after]'?: string }) =>
  server.call(projectHistory, { token: person.token, params: { projectId }, query })
const read = async (projectId: string, person = lab.member): Promise<HistoryEntry[]> =>
  (await history(person, projectId, { 'page[size]': 50 })).body.data
const said = (entries: readonly HistoryEntry[]) =>
  entries.map(({ user, sentence }) => `${user?.fullName ?? 'System'} ${auditText(sentence)}`)

/** An image with the entry that its upload writes. */
const addImage = async (projectId: string, name: string, person = lab.member): Promise<string> => {
  const file = {
    organisationId: lab.id,
    ownerId: person.id,
    fileType: 'TwoDimensions',
    originalFilename: name,
  } as const
  const { db } = server.context
  const [medium] = await db
    .insert(media)
    .values({ ...file, size: 1, status: 'available', sha256: '00' })
    .returning()
  const [image] = await db
    .insert(images)
    .values({ projectId, mediumId: medium?.id ?? '', name })
    .returning()
  const objectId = image?.id ?? ''
  const by = { at: clock.now(), organisationId: lab.id, userId: person.id }
  await recordAudit(db, { ...by, action: 'image.created', objectType: 'image', objectId, projectId, detail: { name } })
  return objectId
}

test('says who did what in the project, newest first', async () => {
  const projectId = await newProject()
  const as = { token: lab.member.token }
  clock.advance({ minutes: 1 })
  await server.call(updateProject, { ...as, params: { projectId }, body: { data: { name: 'Liver 2' } } })
  const contributor = { user: lab.admin.id, role: 'editor' as const }
  await server.call(addContributor, { ...as, params: { projectId }, body: { data: contributor } })
  const imageId = await addImage(projectId, 'a.tif', lab.admin)
  await server.call(updateImage, { ...as, params: { imageId }, body: { data: { name: 'b.tif' } } })
  const entries = await read(projectId)
  const [member, admin] = [lab.member, lab.admin].map(({ id }) => entries.find(({ user }) => user?.id === id)?.user)
  expect(said(entries)).toEqual([
    `${member?.fullName} renamed the image a.tif to b.tif`,
    `${admin?.fullName} added the image a.tif`,
    `${member?.fullName} added ${admin?.fullName} as editor`,
    `${member?.fullName} changed the details of the project`,
    `${member?.fullName} created the project`,
  ])
  expect(entries[0]).toMatchObject({ objectType: 'image', objectId: imageId, count: 1, at: clock.now().toISOString() })
  expect(entries[0]?.sentence.filter(({ isName }) => isName).map(({ text }) => text)).toEqual(['a.tif'])
})

test('the same acts in a row are one entry, and the next page goes on below them', async () => {
  const projectId = await newProject()
  for (const name of ['a', 'b', 'c']) await addImage(projectId, name)
  const { body } = await history(lab.member, projectId, { 'page[size]': 1 })
  expect(body.data).toMatchObject([{ count: 3, objectId: null }])
  expect(auditText(body.data[0]?.sentence ?? [])).toBe('added 3 images')
  expect(body.links.next).toContain(`/api/v1/projects/${projectId}/history?page%5Bafter%5D=${body.data[0]?.id}`)
  const next = await history(lab.member, projectId, { 'page[size]': 1, 'page[after]': body.data[0]?.id ?? '' })
  expect(next.body).toMatchObject({ data: [{ count: 1 }], links: { next: null } })
})

test('images that are moved to another project are in the history of both, with the names of those who did it', async () => {
  const [projectId, other] = [await newProject(), await newProject()]
  const ids = [await addImage(projectId, 'a'), await addImage(projectId, 'b'), await addImage(projectId, 'c')]
  const move = (list: string[]) =>
    server.call(moveImages, {
      token: lab.member.token,
      params: { projectId },
      body: { data: { images: list, project: other } },
    })
  expect((await move(ids.slice(0, 2))).status).toBe(204)
  // Another act between them, so that they are two entries.
  await addImage(projectId, 'd')
  await addImage(other, 'e')
  expect((await move(ids.slice(2))).status).toBe(204)
  const [left, reached] = [await read(projectId), await read(other)]
  const name = left[0]?.user?.fullName
  expect(said(left).slice(0, 3)).toEqual([
    `${name} moved the image c to another project`,
    `${name} added the image d`,
    `${name} moved 2 images to another project`,
  ])
  expect(said(reached).slice(0, 3)).toEqual([
    `${name} moved the image c here`,
    `${name} added the image e`,
    `${name} moved 2 images here`,
  ])
  // It can be opened where it is now only.
  expect([left[0]?.objectId, reached[0]?.objectId]).toEqual([null, ids[2]])
})

test('an image whose processing failed and is begun again, by whom', async () => {
  const projectId = await newProject()
  const imageId = await addImage(projectId, 'a')
  const retry = () => server.call(retryImage, { token: lab.member.token, params: { imageId } })
  expect((await retry()).status).toBe(409)
  const [image] = await server.context.db.select().from(images).where(eq(images.id, imageId))
  await server.context.db
    .update(media)
    .set({ status: 'processingFailed' })
    .where(eq(media.id, image?.mediumId ?? ''))
  expect((await retry()).status).toBe(202)
  const entries = await read(projectId)
  expect(entries.map(({ user, sentence }) => [user?.id, auditText(sentence)])).toEqual([
    [lab.member.id, 'had the image a processed again'],
    [lab.member.id, 'added the image a'],
    [lab.member.id, 'created the project'],
  ])
})

test('an image that is in the trash, elsewhere or gone cannot be opened', async () => {
  const [projectId, other] = [await newProject(), await newProject()]
  const [trashed, moved, gone] = [
    await addImage(projectId, 'a'),
    await addImage(projectId, 'b'),
    await addImage(projectId, 'c'),
  ]
  const { db } = server.context
  await server.call(trashImage, { token: lab.member.token, params: { imageId: trashed } })
  await db.update(images).set({ projectId: other }).where(eq(images.id, moved))
  await db.delete(images).where(eq(images.id, gone))
  const entries = await read(projectId)
  expect(said(entries)[0]).toMatch(/moved the image a to the trash$/)
  expect(entries.map(({ objectId }) => objectId)).toEqual([null, null, null])
})

test('nobody reads of invitations there, which only those who share may see', async () => {
  const projectId = await newProject()
  const body = { data: { emails: ['kim@elsewhere.test'], role: 'viewer' as const } }
  const { status } = await server.call(inviteToProject, { token: lab.member.token, params: { projectId }, body })
  expect(status).toBeLessThan(300)
  expect(said(await read(projectId)).join()).not.toContain('kim@elsewhere.test')
})

test('a guest of the project reads it too, nobody else does', async () => {
  const projectId = await newProject()
  const query = { 'page[size]': 5 }
  expect((await history(lab.guest, projectId, query)).status).toBe(404)
  const body = { data: { user: lab.guest.id, role: 'viewer' as const } }
  await server.call(addContributor, { token: lab.member.token, params: { projectId }, body })
  expect((await history(lab.guest, projectId, query)).body.data).toHaveLength(2)
})

test('D2-3-01 "modified" of a project is when the last thing in it happened', async () => {
  const projectId = await newProject()
  const [quiet, created] = [await newProject(), clock.now().toISOString()]
  clock.advance({ minutes: 5 })
  await addImage(projectId, 'a.tif')
  const as = { token: lab.member.token }
  const { modified } = (await server.call(getProject, { ...as, params: { projectId } })).body.data
  expect(modified).toBe(clock.now().toISOString())
  const listed = (await server.call(listProjects, as)).body.data
  expect(listed.find(({ id }) => id === projectId)?.modified).toBe(modified)
  expect(listed.find(({ id }) => id === quiet)?.modified).toBe(created)
})

test('it stays in order after the project was changed without an entry', async () => {
  const projectId = await newProject()
  const later = new Date(clock.now().getTime() + 60_000)
  await server.context.db.update(projects).set({ modified: later }).where(eq(projects.id, projectId))
  const answer = await server.call(getProject, { token: lab.member.token, params: { projectId } })
  expect(answer.body.data.modified).toBe(later.toISOString())
})

test('of the jobs, those that wait or run can be asked for, page by page', async () => {
  const projectId = await newProject()
  const imageId = await addImage(projectId, 'a.tif')
  const job = { projectId, imageId, ownerId: lab.member.id, appName: 'dab', appVersion: '1', params: {} }
  for (const status of ['pending', 'running', 'successful', 'failed', 'cancelled'] as const) {
    await server.context.db.insert(analysisJobs).values({ ...job, status })
  }
  const call = { token: lab.member.token, params: { projectId } }
  const query = { 'filter[unfinished]': 'true', 'page[size]': 1 } as const
  const first = (await server.call(listJobs, { ...call, query })).body
  expect(first.data.map(({ status }) => status)).toEqual(['running'])
  expect(first.links.next).toContain('filter%5Bunfinished%5D=true')
  const next = { ...query, 'page[after]': first.data[0]?.id ?? '' }
  expect((await server.call(listJobs, { ...call, query: next })).body).toMatchObject({
    data: [{ status: 'pending' }],
    links: { next: null },
  })
  expect((await server.call(listJobs, call)).body.data).toHaveLength(5)
})
