import * as contract from '@lamella/shared/contract'
import { eq, sql } from 'drizzle-orm'
import { announceAnalyses, announceOverdue } from '../src/domains/analysis/announce-analyses.ts'
import { createNotifyInvited } from '../src/domains/invitations/jobs/notify-invited.ts'
import { changeMedium } from '../src/domains/media/index.ts'
import { notificationsDomain, notify } from '../src/domains/notifications/index.ts'
import { createMailNotification } from '../src/domains/notifications/jobs/mail-notification.ts'
import { createWatchLimits } from '../src/domains/notifications/jobs/watch-limits.ts'
import { analysisJobs, images, jobResults, media, notifications, users } from '../src/platform/db/schema/index.ts'
import type { JobContext } from '../src/platform/queue/job-types.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'
import { mailsTo } from './queued-mails.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
const attempt: JobContext = { signal: new AbortController().signal, isLastTry: true }
let lab: Organisation
let projectId = ''
beforeEach(async () => {
  lab = await addOrganisation(server)
  projectId = await addProject(server, lab.admin, [[lab.member, 'editor']], 'Liver study')
})

const list = async ({ token }: Person, query: { 'page[after]'?: string; 'page[size]'?: number } = {}) =>
  (await server.call(contract.listNotifications, { token, query })).body
const told = async (person: Person) => (await list(person)).data
const unread = async ({ token }: Person) => (await server.call(contract.countUnread, { token })).body.data.count
const mark = ({ token }: Person, notificationId: string, read: boolean) =>
  server.call(contract.markNotification, { token, params: { notificationId }, body: { data: { read } } })
const choose = ({ token }: Person, kind: string, data: { shown: boolean; mailed: boolean }) =>
  server.call(contract.changeNotificationSetting, { token, params: { kind }, body: { data } })
const share = (person: Person, role: contract.ContributorRole = 'viewer') =>
  server.call(contract.addContributor, {
    token: lab.admin.token,
    params: { projectId },
    body: { data: { user: person.id, role } },
  })

/** Waiting jobs with this name, and how many seconds each waits. */
const waiting = async (name: string) => {
  const { rows } = await server.context.db.execute<{ payload: Record<string, string>; delay: number }>(sql`
    select data->'payload' as payload, round(extract(epoch from start_after - created_on))::int as delay from jobs.job
    where data->>'name' = ${name} and state = 'created' order by created_on, id`)
  return rows
}
const mailLater = async (person: Person): Promise<void> => {
  for (const { id } of await told(person)) {
    await createMailNotification(server.context)({ notificationId: id }, attempt)
  }
}

const addImage = async (owner: Person, name: string, project = projectId): Promise<{ id: string; medium: string }> => {
  const { db } = server.context
  const [medium] = await db
    .insert(media)
    .values({
      organisationId: owner.organisationId,
      ownerId: owner.id,
      fileType: 'TwoDimensions',
      originalFilename: name,
      size: 1,
      status: 'processing',
    })
    .returning()
  const [image] = medium
    ? await db.insert(images).values({ projectId: project, mediumId: medium.id, name }).returning()
    : []
  if (!medium || !image) throw new Error('not stored')
  return { id: image.id, medium: medium.id }
}
const fail = (medium: string, reason: string) =>
  server.context.db.transaction((tx) =>
    changeMedium(server.context, tx, medium, ['processing'], { status: 'processingFailed', statusErrors: [reason] }),
  )
const addJob = async (owner: Person, image: { id: string }) => {
  const app = { appName: 'dab-scoring', appVersion: '2.3.0', params: {}, announced: false }
  const [job] = await server.context.db
    .insert(analysisJobs)
    .values({ projectId, imageId: image.id, ownerId: owner.id, status: 'running', ...app })
    .returning()
  if (!job) throw new Error('not stored')
  return job
}
/** As the worker ends a job: its state and what is told of it in one transaction. */
const end = (job: { id: string }, status: 'successful' | 'failed', objects = 0) =>
  server.context.db.transaction(async (tx) => {
    const statusErrors = status === 'failed' ? ['The image is blurred.'] : []
    const [ended] = await tx
      .update(analysisJobs)
      .set({ status, statusErrors })
      .where(eq(analysisJobs.id, job.id))
      .returning()
    const result = { figures: [], classes: [], columns: [], objectCount: objects, provenance: {}, size: 1 }
    if (status === 'successful') await tx.insert(jobResults).values({ id: job.id, jobId: job.id, ...result })
    if (ended) await announceAnalyses(server.context, tx, ended)
  })

describe('A shared project', () => {
  it('is told to whom it is shared with, by its present name, and leads to it', async () => {
    await share(lab.guest)
    expect(await told(lab.guest)).toMatchObject([
      {
        kind: 'project-shared',
        tone: 'info',
        title: 'admin Tester shared Liver study',
        text: 'You were added as Viewer.',
        link: `/projects/${projectId}`,
        created: clock.now().toISOString(),
        read: false,
      },
    ])
    const renamed = { name: 'Liver, second study', description: '' }
    await server.call(contract.updateProject, {
      token: lab.admin.token,
      params: { projectId },
      body: { data: renamed },
    } as never)
    expect((await told(lab.guest))[0]?.title).toBe('admin Tester shared Liver, second study')
    expect(await told(lab.admin)).toEqual([])
  })

  it('of which somebody becomes the owner is told to them', async () => {
    await server.call(contract.transferProject, {
      token: lab.admin.token,
      params: { projectId },
      body: { data: { user: lab.member.id, was: lab.admin.id } },
    })
    expect(await told(lab.member)).toMatchObject([
      { title: 'admin Tester transferred Liver study to you', text: 'You were made its owner.' },
    ])
  })

  it('is not readable once its project may no longer be seen, neither in the list nor in the count, and is again later', async () => {
    await share(lab.guest)
    const [before] = await told(lab.guest)
    const params = { projectId, userId: lab.guest.id }
    await server.call(contract.removeContributor, { token: lab.admin.token, params, query: { was: 'viewer' } })
    expect(await told(lab.guest)).toEqual([])
    expect(await unread(lab.guest)).toBe(0)
    expect((await mark(lab.guest, before?.id ?? '', true)).code).toBe('ERR_0404')
    await share(lab.guest)
    expect(await told(lab.guest)).toHaveLength(2)
  })

  it('disappears with its project', async () => {
    await share(lab.guest)
    await server.call(contract.deleteProject, { token: lab.admin.token, params: { projectId } })
    expect(await server.context.db.select().from(notifications).where(eq(notifications.userId, lab.guest.id))).toEqual(
      [],
    )
  })

  it('D2-7-13 is mailed at once, and not to whoever wants no such mails', async () => {
    await choose(lab.guest, 'project-shared', { shown: true, mailed: false })
    await share(lab.guest)
    expect(await mailsTo(server, lab.guest.email)).toEqual([])
    expect(await told(lab.guest)).toHaveLength(1)
    const other = await addPerson(server, lab.id, 'olga')
    await share(other)
    expect(await mailsTo(server, other.email)).toHaveLength(1)
  })
})

it('Whoever has an account elsewhere is told of an invitation, once for all its mails', async () => {
  const foreign = (await addOrganisation(server)).member
  const invited = await server.call(contract.invite, {
    token: lab.admin.token,
    body: { data: { emails: [foreign.email], role: 'USER' } },
  } as never)
  expect(invited.status).toBe(200)
  const [{ id } = { id: '' }] = (await server.call(contract.listInvitations, { token: lab.admin.token })).body.data
  await server.call(contract.resendInvitation, { token: lab.admin.token, params: { invitationId: id } })
  const orders = (await waiting('notify-invited')).filter(({ payload }) => payload.email === foreign.email)
  expect(orders).toHaveLength(2)
  for (const { payload } of orders) await createNotifyInvited(server.context)(payload as never, attempt)
  expect(await told(foreign)).toMatchObject([{ title: 'admin Tester invites you to Lab', tone: 'info' }])
  expect(await mailsTo(server, foreign.email)).toHaveLength(2)
})

describe('Analyses', () => {
  it('of many images are told together when the last of them has ended', async () => {
    const picture = await addImage(lab.member, 'field.tif')
    const jobs = [
      await addJob(lab.member, picture),
      await addJob(lab.member, picture),
      await addJob(lab.member, picture),
    ]
    const [first, second, third] = jobs
    if (!first || !second || !third) throw new Error('not stored')
    await end(first, 'successful', 4_000)
    await end(second, 'successful', 906)
    expect(await told(lab.member)).toEqual([])
    await end(third, 'failed')
    expect(await told(lab.member)).toMatchObject([
      {
        kind: 'analysis-finished',
        tone: 'error',
        title: expect.stringMatching(/^DAB.* \d\.\d\.\d finished on 2 images, and failed on 1$/),
        text: 'Liver study, 4,906 objects',
        link: `/projects/${projectId}/jobs`,
      },
    ])
    expect(await told(lab.admin)).toEqual([])
  })

  it('that end at the same time are told once, in one notification', async () => {
    const picture = await addImage(lab.member, 'field.tif')
    const jobs = await Promise.all(Array.from({ length: 6 }, () => addJob(lab.member, picture)))
    await Promise.all(jobs.map((job) => end(job, 'successful', 1)))
    expect(await told(lab.member)).toMatchObject([{ text: 'Liver study, 6 objects' }])
  })

  it('of one image name it and lead to its result, or say why they failed', async () => {
    const job = await addJob(lab.member, await addImage(lab.member, 'field.tif'))
    await end(job, 'successful', 12)
    const failed = await addJob(lab.member, await addImage(lab.member, 'blurred.tif'))
    await end(failed, 'failed')
    expect(await told(lab.member)).toMatchObject([
      { title: expect.stringMatching(/failed on blurred\.tif$/), text: 'The image is blurred.', tone: 'error' },
      { title: expect.stringMatching(/finished on field\.tif$/), link: `/projects/${projectId}/jobs/${job.id}` },
    ])
    await server.call(contract.deleteJob, { token: lab.member.token, params: { jobId: job.id } })
    expect((await told(lab.member))[1]?.link).toBe(`/projects/${projectId}/jobs`)
  })

  it('are told when the last companion is cancelled, and by the clean-up when it was deleted', async () => {
    const picture = await addImage(lab.member, 'field.tif')
    const [done, cancelled] = [await addJob(lab.member, picture), await addJob(lab.member, picture)]
    await end(done, 'successful')
    await server.call(contract.deleteJob, { token: lab.member.token, params: { jobId: cancelled.id } })
    expect(await told(lab.member)).toHaveLength(1)

    const [alone, deleted] = [await addJob(lab.member, picture), await addJob(lab.member, picture)]
    await end(alone, 'successful')
    await server.context.db.delete(analysisJobs).where(eq(analysisJobs.id, deleted.id))
    expect(await told(lab.member)).toHaveLength(1)
    await announceOverdue(server.context)
    await announceOverdue(server.context)
    expect(await told(lab.member)).toHaveLength(2)
  })

  it('are not told when the transaction that ends them is rolled back', async () => {
    const job = await addJob(lab.member, await addImage(lab.member, 'field.tif'))
    const killed = server.context.db.transaction(async (tx) => {
      await tx.update(analysisJobs).set({ status: 'successful' }).where(eq(analysisJobs.id, job.id))
      await announceAnalyses(server.context, tx, job)
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await told(lab.member)).toEqual([])
    await end(job, 'successful')
    expect(await told(lab.member)).toHaveLength(1)
  })
})

describe('Failed images', () => {
  it('say why, to their owner only, and lead to the failed images', async () => {
    const { medium } = await addImage(lab.member, 'spindle_t09.czi')
    await fail(medium, 'This CZI uses JPEG-XR compression, which is not supported; export it as OME-TIFF.')
    expect(await told(lab.member)).toMatchObject([
      {
        tone: 'error',
        title: 'spindle_t09.czi could not be processed',
        text: 'This CZI uses JPEG-XR compression, which is not supported; export it as OME-TIFF.',
        link: `/projects/${projectId}/library?scope=failed`,
      },
    ])
    expect(await told(lab.admin)).toEqual([])
  })

  it('join the unread notification of the last hour, also when they fail at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, (_, at) => addImage(lab.member, `slide-${at}.czi`)))
    await Promise.all(all.map(({ medium }) => fail(medium, 'It is damaged.')))
    const [joined, ...more] = await told(lab.member)
    expect(more).toEqual([])
    expect(joined?.title).toMatch(/^slide-\d\.czi and 4 more images failed$/)
    // A second failure of the same state changes nothing.
    await fail(all[0]?.medium ?? '', 'It is damaged.')
    expect((await told(lab.member))[0]?.title).toBe(joined?.title)

    await mark(lab.member, joined?.id ?? '', true)
    await fail((await addImage(lab.member, 'later.czi')).medium, 'It is damaged.')
    expect(await told(lab.member)).toMatchObject([
      { title: 'later.czi could not be processed', read: false },
      { read: true },
    ])
    clock.advance({ hours: 2 })
    await fail((await addImage(lab.member, 'much-later.czi')).medium, 'It is damaged.')
    const ofMember = eq(notifications.userId, lab.member.id)
    expect(await server.context.db.select().from(notifications).where(ofMember)).toHaveLength(3)
  })
})

describe('A limit', () => {
  const look = () => createWatchLimits(server.context)({ organisation: lab.id }, attempt)
  const create = (name: string) =>
    server.call(contract.createProject, { token: lab.admin.token, body: { data: { name, description: '' } } } as never)

  it('of which more than 80 % is used is told to the admins once, and again after it was not near', async () => {
    for (let made = 1; made < 8; made += 1) await create(`Study ${made}`)
    expect((await waiting('watch-limits')).map(({ payload }) => payload.organisation)).not.toContain(lab.id)
    await create('Study 8')
    expect((await waiting('watch-limits')).map(({ payload }) => payload.organisation)).toContain(lab.id)
    await Promise.all([look(), look(), look()])
    expect(await told(lab.admin)).toMatchObject([
      { kind: 'limit-near', tone: 'warning', title: '9 of 10 projects are used', link: '/settings/subscriptions' },
    ])
    expect(await told(lab.member)).toEqual([])
    await create('Study 9')
    await look()
    expect(await told(lab.admin)).toHaveLength(1)

    const { data } = (await server.call(contract.listProjects, { token: lab.admin.token })).body
    const remove = (id: string) =>
      server.call(contract.deleteProject, { token: lab.admin.token, params: { projectId: id } })
    for (const { id } of data.slice(0, 2)) await remove(id)
    await look()
    clock.advance({ minutes: 1 })
    await create('Study 10')
    await look()
    expect((await told(lab.admin)).map(({ title }) => title)).toEqual([
      '9 of 10 projects are used',
      '9 of 10 projects are used',
    ])
  })

  it('that comes near without a claim is found by the hourly clean-up', async () => {
    for (let made = 1; made < 9; made += 1) await addProject(server, lab.admin)
    await notificationsDomain.cleanUp?.(server.context)
    expect(await told(lab.admin)).toHaveLength(1)
  })

  it('is no longer readable for somebody who is admin no more', async () => {
    const second = await addPerson(server, lab.id, 'second', { isAdmin: true })
    for (let made = 1; made < 9; made += 1) await addProject(server, lab.admin)
    await look()
    expect((await told(second)).map(({ title }) => title)).toContain('9 of 10 projects are used')
    await server.call(contract.updateMember, {
      token: lab.admin.token,
      params: { userId: second.id },
      body: { data: { role: 'USER' } },
    })
    expect(await told(second)).toEqual([])
    expect(await unread(second)).toBe(0)
  })
})

describe('Reading', () => {
  const tell = (person: Person, key: string) =>
    server.context.db.transaction((tx) =>
      notify(server.context, tx, {
        userId: person.id,
        kind: 'organisation-invited',
        key,
        detail: { by: key, organisation: 'Lab' },
      }),
    )

  it('The same act is stored once, also at the same time', async () => {
    await Promise.all([tell(lab.member, 'a'), tell(lab.member, 'a'), tell(lab.member, 'a')])
    expect(await told(lab.member)).toHaveLength(1)
  })

  it('is page by page, newest first, without gaps and repetitions', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) await tell(lab.member, key)
    const first = await list(lab.member, { 'page[size]': 2 })
    await tell(lab.member, 'f')
    const after = first.data.at(-1)?.id ?? ''
    const second = await list(lab.member, { 'page[size]': 2, 'page[after]': after })
    const third = await list(lab.member, { 'page[size]': 2, 'page[after]': second.data.at(-1)?.id ?? '' })
    const names = [first, second, third].flatMap(({ data }) => data.map(({ title }) => title[0]))
    expect(names).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect([first.links.next === null, third.links.next]).toEqual([false, null])
  })

  it('one is marked read and unread, all only up to what was seen; others cannot mark them', async () => {
    for (const key of ['a', 'b', 'c']) await tell(lab.member, key)
    const [newest, middle] = await told(lab.member)
    expect((await mark(lab.admin, middle?.id ?? '', true)).code).toBe('ERR_0404')
    expect((await mark(lab.member, middle?.id ?? '', true)).status).toBe(204)
    expect(await unread(lab.member)).toBe(2)
    expect((await told(lab.member)).map(({ read }) => read)).toEqual([false, true, false])
    await mark(lab.member, middle?.id ?? '', false)
    await tell(lab.member, 'arrived meanwhile')
    const body = { data: { upTo: newest?.id ?? '' } }
    await server.call(contract.markAllRead, { token: lab.admin.token, body })
    expect(await unread(lab.member)).toBe(4)
    await server.call(contract.markAllRead, { token: lab.member.token, body })
    expect((await told(lab.member)).map(({ read }) => read)).toEqual([false, true, true, true])
    const onlyUnread = { token: lab.member.token, query: { 'filter[unread]': 'true' as const } }
    expect((await server.call(contract.listNotifications, onlyUnread)).body.data).toHaveLength(1)
  })

  it('a kind that a user does not want to see is neither listed nor counted, until they want to', async () => {
    await tell(lab.member, 'a')
    await choose(lab.member, 'organisation-invited', { shown: false, mailed: true })
    expect([await told(lab.member), await unread(lab.member)]).toEqual([[], 0])
    await choose(lab.member, 'organisation-invited', { shown: true, mailed: true })
    expect(await unread(lab.member)).toBe(1)
  })

  it('a kind of a newer server is left out, and nothing fails', async () => {
    const newer = { userId: lab.member.id, kind: 'mention', key: 'm', detail: {} }
    await server.context.db.insert(notifications).values(newer)
    expect([await told(lab.member), await unread(lab.member)]).toEqual([[], 0])
  })

  it('they are kept for 90 days', async () => {
    await tell(lab.member, 'old')
    clock.advance({ days: 20 })
    await tell(lab.member, 'young')
    clock.advance({ days: 8 })
    const { db } = server.context
    const stored = () => db.select().from(notifications).where(eq(notifications.userId, lab.member.id))
    await notificationsDomain.cleanUp?.(server.context)
    expect(await stored()).toHaveLength(2)
    clock.advance({ days: 63 })
    await notificationsDomain.cleanUp?.(server.context)
    expect((await stored()).map(({ key }) => key)).toEqual(['organisation-invited young'])
  })
})

describe('Mails', () => {
  const limitNear = async () => {
    for (let made = 1; made < 9; made += 1) await addProject(server, lab.admin)
    await createWatchLimits(server.context)({ organisation: lab.id }, attempt)
    return (await told(lab.admin))[0]?.id ?? ''
  }

  it('of what nobody else did are sent ten minutes later, and only once', async () => {
    const id = await limitNear()
    expect(await waiting('mail-notification')).toContainEqual({ payload: { notificationId: id }, delay: 600 })
    expect(await mailsTo(server, lab.admin.email)).toEqual([])
    await mailLater(lab.admin)
    const [mail] = await mailsTo(server, lab.admin.email)
    expect(mail?.subject).toBe('A limit in Lamella is nearly reached')
    expect(mail?.text).toContain('9 of 10 projects are used.')
    expect(mail?.text).toContain('http://localhost:8080/settings/subscriptions')
  })

  it('are not sent when it was read meanwhile, the choice is another, or the account is closed', async () => {
    const id = await limitNear()
    await mark(lab.admin, id, true)
    await mailLater(lab.admin)
    await mark(lab.admin, id, false)
    await choose(lab.admin, 'limit-near', { shown: true, mailed: false })
    await mailLater(lab.admin)
    await choose(lab.admin, 'limit-near', { shown: true, mailed: true })
    const active = (is: boolean) =>
      server.context.db.update(users).set({ active: is }).where(eq(users.id, lab.admin.id))
    await active(false)
    await createMailNotification(server.context)({ notificationId: id }, attempt)
    await active(true)
    expect(await mailsTo(server, lab.admin.email)).toEqual([])
    await mailLater(lab.admin)
    expect(await mailsTo(server, lab.admin.email)).toHaveLength(1)
  })

  it('are not sent of a project that its receiver may no longer see', async () => {
    await choose(lab.member, 'image-failed', { shown: true, mailed: true })
    const { medium } = await addImage(lab.member, 'secret.czi')
    await fail(medium, 'It is damaged.')
    const [{ id } = { id: '' }] = await told(lab.member)
    const params = { projectId, userId: lab.member.id }
    await server.call(contract.removeContributor, { token: lab.admin.token, params, query: { was: 'editor' } })
    await createMailNotification(server.context)({ notificationId: id }, attempt)
    expect(await mailsTo(server, lab.member.email)).toEqual([])
  })

  it('are sent of kinds that are not shown', async () => {
    await choose(lab.member, 'image-failed', { shown: false, mailed: true })
    await fail((await addImage(lab.member, 'slide.czi')).medium, 'It is damaged.')
    expect(await told(lab.member)).toEqual([])
    const [row] = await server.context.db.select().from(notifications).where(eq(notifications.userId, lab.member.id))
    await createMailNotification(server.context)({ notificationId: row?.id ?? '' }, attempt)
    expect(await mailsTo(server, lab.member.email)).toHaveLength(1)
  })
})

describe('The choices', () => {
  const settings = async ({ token }: Person) =>
    (await server.call(contract.listNotificationSettings, { token })).body.data

  it('are those that can concern the user, with their defaults', async () => {
    const of = async (person: Person) =>
      (await settings(person)).map(({ kind, shown, mailed }) => `${kind} ${shown} ${mailed}`)
    const everybody = ['project-shared true true', 'organisation-invited true true']
    const members = [...everybody, 'analysis-finished true false', 'image-failed true false']
    expect(await of(lab.guest)).toEqual(everybody)
    expect(await of(lab.member)).toEqual(members)
    expect(await of(lab.admin)).toEqual([...members, 'limit-near true true'])
  })

  it('are kept per user; one that does not concern them, or that is unknown, is not found', async () => {
    await choose(lab.member, 'image-failed', { shown: false, mailed: true })
    expect(await settings(lab.member)).toContainEqual(
      expect.objectContaining({ kind: 'image-failed', shown: false, mailed: true }),
    )
    expect(await settings(lab.admin)).toContainEqual(
      expect.objectContaining({ kind: 'image-failed', shown: true, mailed: false }),
    )
    const off = { shown: false, mailed: false }
    expect((await choose(lab.member, 'limit-near', off)).code).toBe('ERR_0404')
    expect((await choose(lab.member, 'mention', off)).code).toBe('ERR_0404')
  })
})
