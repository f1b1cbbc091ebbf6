import {
  auditText,
  createJob,
  createMedium,
  createProject,
  deleteImage,
  deleteJob,
  deleteMedium,
  deleteProject,
  endSession,
  exportAudit,
  invite,
  listAudit,
  logout,
  requestUpgrade,
  updateImage,
  updateMember,
  updateOrganisation,
  updateProfile,
} from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { recordAudit } from '../src/domains/audit/repository.ts'
import { auditLog, images, media, sessions } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { password, setUpOrganisation, tokenCall } from './people.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
beforeEach(() => clock.advance({ hours: 2 }))
const lab = setUpOrganisation(server, beforeEach)

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

/** Newest first: [who, what]. */
const read = async (text?: string) => {
  const query = { 'filter[text]': text }
  const { data } = (await server.call(listAudit, { token: lab.admin.token, query })).body
  return data.map(({ user, sentence }) => [user?.fullName, auditText(sentence)])
}
const sentences = async (text?: string) => (await read(text)).map(([, sentence]) => sentence)

const logInWithFirefox = async () => {
  const credentials = { grant_type: 'password', username: lab.member.email, password }
  return (await tokenCall(server, credentials, firefox)).body.access_token
}
const newProject = async (name: string) => {
  const { headers } = await server.call(createProject, { token: lab.member.token, body: { data: { name } } })
  return String(headers.location).split('/').at(-1) ?? ''
}
const newImage = async (project: string, name: string) => {
  const { token } = lab.member
  const file = { type: 'ImageMedium', mimeType: 'image/*', size: 10 } as const
  const body = { data: { ...file, dimensions: [], name, originalFilename: `${name}.tif`, project } }
  await server.call(createMedium, { token, body })
  const [row] = await server.context.db.select().from(images).where(eq(images.name, name))
  if (!row) throw new Error(`There is no image ${name}`)
  return row
}

describe('The audit log names the objects', () => {
  it('of accounts, roles, invitations and plans', async () => {
    const { token } = lab.admin
    const params = { userId: lab.guest.id }
    await server.call(updateMember, { token, params, body: { data: { role: 'ORG_ADMIN' } } })
    await server.call(updateMember, { token, params, body: { data: { active: false } } })
    await server.call(invite, { token, body: { data: { emails: ['kim@audit.test'], role: 'GUEST' } } })
    await server.call(requestUpgrade, { token, body: { data: { plan: 'LAMELLA_AI_CLOUD' } } })
    await server.call(updateOrganisation, { token, body: { data: { name: 'Nordlund Lab' } } })
    await server.call(updateProfile, { token: lab.member.token, body: { data: { firstName: 'Jo', lastName: 'Ek' } } })
    expect(await read()).toEqual([
      ['Jo Ek', 'Changed their name to Jo Ek'],
      ['admin Tester', 'Changed the details of the organization Nordlund Lab'],
      ['admin Tester', 'Asked for the plan AI Trainer'],
      ['admin Tester', 'Invited kim@audit.test as guest'],
      ['admin Tester', 'Deactivated the account of guest Tester'],
      ['admin Tester', 'Changed the role of guest Tester from guest to admin'],
      ['guest Tester', 'Logged in'],
      ['Jo Ek', 'Logged in'],
      ['admin Tester', 'Logged in'],
      ['admin Tester', 'Created the account of admin Tester'],
      ['admin Tester', 'Created the organization Lab with Portal free trial and AI free trial'],
    ])
  })

  it('of sessions, by their device', async () => {
    const token = await logInWithFirefox()
    await server.call(logout, { token })
    await logInWithFirefox()
    const [last] = await server.context.db
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, lab.member.id))
      .orderBy(sessions.id)
      .offset(2)
    await server.call(endSession, { token: lab.member.token, params: { sessionId: last?.id ?? '' } })
    expect(await sentences('firefox')).toEqual([
      'Ended the session in Firefox on Linux',
      'Logged in with Firefox on Linux',
      'Ended the session in Firefox on Linux',
      'Logged in with Firefox on Linux',
    ])
    const { refresh_token } = (
      await tokenCall(server, { grant_type: 'password', username: lab.member.email, password }, firefox)
    ).body
    const twice = { grant_type: 'refresh_token', refresh_token }
    await tokenCall(server, twice)
    clock.advance({ minutes: 2 })
    await tokenCall(server, twice)
    expect((await sentences())[0]).toBe(
      'Was logged out of the session in Firefox on Linux for safety after a second use of its key from 127.0.0.1',
    )
  })

  it('of images, files and analyses, also when they are gone', async () => {
    const { db } = server.context
    const { token } = lab.member
    const project = await newProject('Liver study')
    const slide = await newImage(project, 'slide')
    const scan = await newImage(project, 'scan')
    await server.call(updateImage, { token, params: { imageId: slide.id }, body: { data: { name: 'section' } } })
    const description = { kind: 'TwoDimensions', photometric: 'rgb', channels: [{}], timePoints: 1 } as never
    await db.update(media).set({ status: 'available', description }).where(eq(media.id, slide.mediumId))
    const job = { type: 'Job', appName: 'dab-scoring', appVersion: '2.3.0', appMetadata: { appData: {} } } as const
    const body = { data: { ...job, project, images: [slide.id] } }
    const { body: submitted } = await server.call(createJob, { token, body })
    const params = { jobId: submitted.data.id }
    expect((await server.call(deleteJob, { token, params })).status).toBe(204)
    expect((await server.call(deleteJob, { token, params })).status).toBe(204)
    await server.call(deleteImage, { token, params: { imageId: slide.id } })
    await server.call(deleteMedium, { token, params: { mediumId: scan.mediumId } })
    await server.call(deleteProject, { token, params: { projectId: project } })
    expect((await sentences()).slice(0, 10)).toEqual([
      'Deleted the project Liver study',
      'Deleted the file scan.tif',
      'Deleted the image section',
      'Deleted the analysis DAB scoring of the image section',
      'Cancelled the analysis DAB scoring of the image section',
      'Started the analysis DAB scoring of the image section',
      'Renamed the image slide to section',
      'Added the image scan to the project Liver study',
      'Added the image slide to the project Liver study',
      'Created the project Liver study',
    ])
  })

  it('of entries of earlier versions without stored names, as long as the objects exist', async () => {
    const { db } = server.context
    const project = await newProject('Kidney')
    const image = await newImage(project, 'glomerulus')
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, lab.member.id))
    await db.update(sessions).set({ device: 'Edge on Windows' }).where(eq(sessions.userId, lab.member.id))
    await db.delete(auditLog).where(eq(auditLog.organisationId, lab.id))
    const entry = { at: clock.now(), organisationId: lab.id, userId: lab.admin.id }
    await recordAudit(db, { ...entry, action: 'project.updated', objectType: 'project', objectId: project })
    await recordAudit(db, { ...entry, action: 'image.created', objectType: 'image', objectId: image.id })
    await recordAudit(db, { ...entry, action: 'user.activated', objectType: 'user', objectId: lab.guest.id })
    await recordAudit(db, { ...entry, action: 'session.ended', objectType: 'session', objectId: session?.id ?? '' })
    await recordAudit(db, { ...entry, action: 'trial.ended', objectType: 'organisation', objectId: lab.id })
    expect(await sentences()).toEqual([
      'Ended the free trial of the organization Lab',
      'Ended the session in Edge on Windows',
      'Activated the account of guest Tester',
      'Added the image glomerulus to the project Kidney',
      'Changed the project Kidney',
    ])
    await server.call(deleteProject, { token: lab.member.token, params: { projectId: project } })
    await db.delete(sessions).where(eq(sessions.userId, lab.member.id))
    expect(await sentences()).toEqual([
      'Deleted the project Kidney',
      'Ended the free trial of the organization Lab',
      'Ended a session',
      'Activated the account of guest Tester',
      'Added an image',
      'Changed a project',
    ])
  })
})

describe('The words of the log', () => {
  it.each([
    ['of the sentence', 'Created the project kidney', ['Created the project Kidney']],
    ['in any order', 'project CREATED the', ['Created the project Liver study', 'Created the project Kidney']],
    [
      'of an object that is named only elsewhere',
      () => lab.guest.email,
      ['Activated the account of guest Tester', 'Logged in'],
    ],
    ['that no entry has', 'Created the zebra', []],
  ])('find what has the words %s', async (_, text, found) => {
    const { id: organisationId, guest } = lab
    await newProject('Kidney')
    await newProject('Liver study')
    const entry = { at: clock.now(), organisationId, userId: null }
    await recordAudit(server.context.db, { ...entry, action: 'user.activated', objectType: 'user', objectId: guest.id })
    expect(await sentences(typeof text === 'string' ? text : text())).toEqual(found)
  })

  it('choose one action, page by page and in the CSV', async () => {
    for (const name of ['A', 'B', 'C']) await newProject(name)
    await newImage(await newProject('D'), 'x')
    const query = { 'filter[action]': 'project.created', 'page[size]': 3 } as const
    const { token } = lab.admin
    const first = (await server.call(listAudit, { token, query })).body
    expect(first.data.map(({ objectName }) => objectName)).toEqual(['D', 'C', 'B'])
    const next = new URL(first.links.next ?? '', 'http://x').searchParams
    expect(next.get('filter[action]')).toBe('project.created')
    const rest = { ...query, 'page[after]': next.get('page[after]') ?? '' }
    expect((await server.call(listAudit, { token, query: rest })).body.data).toHaveLength(1)
    const csv = (await server.call(exportAudit, { token, query: { 'filter[action]': 'project.created' } })).raw
    const lines = csv.toString('utf8').trim().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toContain(',Created the project D,project.created,project,D,')
    const wrong = { 'filter[action]': 'project.frozen' } as never
    expect(await server.call(listAudit, { token, query: wrong })).toMatchObject({ status: 400, code: 'ERR_0400' })
  })
})
