import {
  aboutOrganisation,
  invite,
  listProjects,
  listSubscriptions,
  signup,
  signupConfirm,
} from '@lamella/shared/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { freePlans, type PlanDefinition } from '../src/domains/quotas/plans.ts'
import { subscribe } from '../src/domains/quotas/subscribe.ts'
import { createFollowTrials } from '../src/domains/trials/follow-trials.ts'
import {
  accountNotices,
  auditLog,
  invitations,
  media,
  organisations,
  projects,
  subscriptions,
  users,
} from '../src/platform/db/schema/index.ts'
import type { JobContext } from '../src/platform/queue/job-types.ts'
import { createRemoveBlobs } from '../src/platform/storage/remove-blobs.ts'
import { createClock } from './clock.ts'
import { fillOrganisation } from './full-organisation.ts'
import { setUpServer, startTestApp } from './helper.ts'
import { addOrganisation, logIn, type Organisation, password } from './people.ts'
import { lastTokenTo, mailsTo } from './queued-mails.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
beforeEach(() => clock.set('2026-03-02T08:00:00.000Z'))

const job: JobContext = { signal: new AbortController().signal, isLastTry: true }
const run = (context = server.context) => createFollowTrials(context)({}, job)
/** Runs the job every hour, as the server does. */
const runUntil = async (moment: string) => {
  while (clock.now() < new Date(moment)) {
    clock.advance({ hours: 6 })
    await run()
  }
}

const subjectsTo = async (email: string) => (await mailsTo(server, email)).map(({ subject }) => subject)
const exists = async (id: string) =>
  (await server.context.db.select().from(organisations).where(eq(organisations.id, id))).length > 0
const actionsOf = async (id: string) =>
  (
    await server.context.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.organisationId, id), sql`${auditLog.action} ~ '^(trial|organisation)[.]'`))
      .orderBy(auditLog.id)
  ).map(({ action }) => action)

/** Fills the organisation. @returns keys of its blobs */
const fill = ({ id, member, admin }: Organisation): Promise<string[]> => {
  const people = { organisationId: id, ownerId: member.id, adminId: admin.id }
  return fillOrganisation(server.context, people, ['One', 'Two', 'Three'])
}

/** Runs the waiting removals of blobs, as a worker does. */
const removeBlobs = async () => {
  const { rows } = await server.context.db.execute<{ keys: string[] }>(
    sql`select data->'payload'->'keys' as keys from jobs.job where data->>'name' = 'remove-blobs'`,
  )
  for (const { keys } of rows) await createRemoveBlobs(server.context)({ keys }, job)
}

const remaining = async (keys: string[]) => {
  const found = await Promise.all(keys.map((key) => server.context.blobs.stat(key)))
  return found.filter((stat) => stat !== null).length
}

describe('The life of a free trial', () => {
  it('D1-1-08 D1-9-22 D1-9-23 from sign-up to deletion, with every step announced and in the audit log', async () => {
    const email = 'ann@life.test'
    await server.call(signup, { body: { data: { email, agreementTerms: true, agreementPrivacy: true } } })
    const form = { firstName: 'Ann', lastName: 'Ray', organizationName: 'Ray lab', password }
    const token = await lastTokenTo(server, email)
    const agreed = { agreementTerms: true, agreementPrivacy: true } as const
    await server.call(signupConfirm, { body: { data: { ...form, ...agreed, token } } })
    const session = async () => (await logIn(server, email)).access_token
    const { id } = (await server.call(aboutOrganisation, { token: await session() })).body.data
    const portal = async () =>
      (await server.call(aboutOrganisation, { token: await session() })).body.data.portalWebAccess
    const before = (await subjectsTo(email)).length
    const subjects = async () => (await subjectsTo(email)).slice(before)

    await runUntil('2026-03-26T02:00:00.000Z')
    expect(await subjects()).toEqual([])
    await runUntil('2026-03-26T08:00:00.000Z')
    expect(await subjects()).toEqual(['Your Lamella trial ends on 2 April 2026'])
    await runUntil('2026-04-02T02:00:00.000Z')
    expect(await subjects()).toHaveLength(2)
    expect(await portal()).toBe(true)

    await runUntil('2026-04-02T08:00:00.000Z')
    expect(await portal()).toBe(false)
    expect((await server.call(listProjects, { token: await session() })).code).toBe('ERR_1005')
    expect((await server.call(listSubscriptions, { token: await session() })).body.data).toEqual([])
    await runUntil('2026-05-01T07:00:00.000Z')
    expect(await subjects()).toEqual([
      'Your Lamella trial ends on 2 April 2026',
      'Your Lamella trial ends on 2 April 2026',
      'Your Lamella trial has ended',
      'Your Lamella data will be deleted on 2 May 2026',
      'Your Lamella data will be deleted on 2 May 2026',
    ])
    expect(await exists(id)).toBe(true)
    await runUntil('2026-05-02T07:00:00.000Z')
    await run()
    expect(await exists(id)).toBe(false)
    expect((await subjects()).at(-1)).toBe('Your Lamella data was deleted')
    expect(await actionsOf(id)).toEqual([
      'organisation.created',
      'trial.end-announced',
      'trial.end-announced',
      'trial.ended',
      'trial.deletion-announced',
      'trial.deletion-announced',
      'organisation.deleted',
    ])
    await expect(session()).rejects.toThrow('ERR_1001')
    // The email address is free again.
    await server.call(signup, { body: { data: { email, ...agreed } } })
    expect((await subjectsTo(email)).at(-1)).toBe('Confirm your email address for Lamella')
  })

  it('D1-9-23 keeps everything for 29 days after the end; a month after it rows and blobs are gone', async () => {
    const lab = await addOrganisation(server)
    const other = await addOrganisation(server, [{ ...free('portal'), period: 'P1Y' }, free('ai')])
    const keys = await fill(lab)
    const others = await fill(other)
    const body = { data: { emails: ['colleague@life.test'], role: 'USER' as const } }
    await server.call(invite, { token: lab.admin.token, body })
    await runUntil('2026-05-01T08:00:00.000Z')
    await removeBlobs()
    expect([await exists(lab.id), await remaining(keys)]).toEqual([true, keys.length])

    await runUntil('2026-05-02T08:00:00.000Z')
    await removeBlobs()
    expect([await exists(lab.id), await remaining(keys)]).toEqual([false, 0])
    expect([await exists(other.id), await remaining(others)]).toEqual([true, others.length])
    const { db } = server.context
    const people = [lab.admin.id, lab.member.id, lab.guest.id]
    expect(await db.select().from(users).where(inArray(users.id, people))).toEqual([])
    for (const table of [projects, media, subscriptions, invitations, accountNotices] as const) {
      expect(await db.select().from(table).where(eq(table.organisationId, lab.id))).toEqual([])
    }
    const leftovers = JSON.stringify(await db.select().from(auditLog).where(eq(auditLog.organisationId, lab.id)))
    const addresses = [lab.admin, lab.member, lab.guest].map(({ email }) => email)
    for (const email of [...addresses, 'colleague@life.test']) expect(leftovers).not.toContain(email)
    expect(leftovers).toContain('invitation.sent')
  })

  it('D1-9-23 a month is that of the calendar: 31 days from the 2nd of May', async () => {
    clock.set('2026-04-02T08:00:00.000Z')
    const { id } = await addOrganisation(server)
    await runUntil('2026-06-01T08:00:00.000Z')
    expect(await exists(id)).toBe(true)
    await runUntil('2026-06-02T08:00:00.000Z')
    expect(await exists(id)).toBe(false)
  })

  it('D1-9-23 finishes the deletion wherever the server was killed, and tells of it once', async () => {
    // Five transactions: three projects, media without project, the organisation.
    for (let kills = 0; kills < 5; kills += 1) {
      clock.set('2026-03-02T08:00:00.000Z')
      const lab = await addOrganisation(server)
      const keys = await fill(lab)
      await runUntil('2026-05-02T02:00:00.000Z')
      clock.set('2026-05-02T08:00:00.000Z')
      await expect(run(dyingAfter(kills))).rejects.toThrow()
      expect(await exists(lab.id)).toBe(true)
      await run()
      await run()
      await removeBlobs()
      expect([await exists(lab.id), await remaining(keys)]).toEqual([false, 0])
      const told = (await subjectsTo(lab.admin.email)).filter((subject) => subject === 'Your Lamella data was deleted')
      expect(told).toHaveLength(1)
      expect((await actionsOf(lab.id)).filter((action) => action === 'organisation.deleted')).toHaveLength(1)
    }
  })

  it('deletes once, however many servers do it at the same time', async () => {
    const lab = await addOrganisation(server)
    const keys = await fill(lab)
    await runUntil('2026-05-02T02:00:00.000Z')
    clock.set('2026-05-02T08:00:00.000Z')
    await Promise.all(Array.from({ length: 5 }, () => run()))
    await removeBlobs()
    expect([await exists(lab.id), await remaining(keys)]).toEqual([false, 0])
    const deleted = 'Your Lamella data was deleted'
    expect((await subjectsTo(lab.admin.email)).filter((subject) => subject === deleted)).toHaveLength(1)
    expect((await actionsOf(lab.id)).filter((action) => action === 'organisation.deleted')).toHaveLength(1)
  })

  it('announces once, however many servers look at the same time', async () => {
    const lab = await addOrganisation(server)
    clock.set('2026-03-27T08:00:00.000Z')
    await Promise.all(Array.from({ length: 5 }, () => run()))
    expect(await subjectsTo(lab.admin.email)).toEqual(['Your Lamella trial ends on 2 April 2026'])
    expect(await subjectsTo(lab.member.email)).toEqual([])
  })

  it('D1-9-23 deletes nothing unannounced: after a standstill of months the announcement comes first', async () => {
    const lab = await addOrganisation(server)
    clock.set('2026-08-01T08:00:00.000Z')
    await run()
    await run()
    expect(await exists(lab.id)).toBe(true)
    expect(await subjectsTo(lab.admin.email)).toEqual([
      'Your Lamella trial has ended',
      'Your Lamella data will be deleted on 2 August 2026',
    ])
    clock.advance({ hours: 23 })
    await run()
    expect(await exists(lab.id)).toBe(true)
    clock.advance({ hours: 1 })
    await run()
    expect(await exists(lab.id)).toBe(false)
  })

  it('stops for an organisation that gets a plan, and never deletes one that had another plan than the free ones', async () => {
    const saved = await addOrganisation(server)
    const paying = await addOrganisation(server, [{ ...free('portal'), name: 'LAMELLA_PORTAL_CLOUD' }, free('ai')])
    await runUntil('2026-05-01T08:00:00.000Z')
    const plan = { ...free('portal'), name: 'LAMELLA_PORTAL_CLOUD' }
    await server.context.db.transaction((tx) =>
      subscribe(tx, { plan, organisationId: saved.id, purchaserId: saved.admin.id }, clock.now()),
    )
    await runUntil('2027-01-01T08:00:00.000Z')
    expect([await exists(saved.id), await exists(paying.id)]).toEqual([true, true])
    expect(await subjectsTo(paying.admin.email)).toEqual([])
  })

  it('a longer trial starts afresh', async () => {
    const lab = await addOrganisation(server)
    await runUntil('2026-03-30T08:00:00.000Z')
    const extended = { plan: free('portal'), organisationId: lab.id, purchaserId: lab.admin.id }
    await server.context.db.transaction((tx) => subscribe(tx, extended, clock.now()))
    await runUntil('2026-04-24T08:00:00.000Z')
    expect(await subjectsTo(lab.admin.email)).toEqual([
      'Your Lamella trial ends on 2 April 2026',
      'Your Lamella trial ends on 30 April 2026',
    ])
  })

  it('one that cannot be read does not keep the others waiting, and the job fails', async () => {
    const [first, second] = [await addOrganisation(server), await addOrganisation(server)]
    clock.set('2026-03-27T08:00:00.000Z')
    const { queue } = server.context
    const broken: typeof queue = {
      ...queue,
      enqueue: async (name, payload, options) => {
        if ('to' in payload && payload.to === first.admin.email) throw new Error('no room')
        return queue.enqueue(name, payload, options)
      },
    }
    await expect(run({ ...server.context, queue: broken })).rejects.toThrow('Not every trial')
    expect(await subjectsTo(second.admin.email)).toHaveLength(1)
    await run()
    expect(await subjectsTo(first.admin.email)).toHaveLength(1)
  })

  it('is followed every hour', async () => {
    const worker = await startTestApp({ now: clock.now, env: { LAMELLA_ROLE: 'all' } })
    const { rows } = await worker.context.db.execute(sql`select cron from jobs.schedule where key = 'follow-trials'`)
    await worker.close()
    expect(rows).toEqual([{ cron: '41 * * * *' }])
  })
})

const free = (family: PlanDefinition['family']): PlanDefinition => {
  const plan = freePlans.find((candidate) => candidate.family === family)
  if (!plan) throw new Error(`There is no free plan for ${family}`)
  return plan
}

/** A server whose database fails after so many transactions of the deletion. */
const dyingAfter = (transactions: number) => {
  const { db } = server.context
  // The first transaction determines the step.
  let left = transactions + 1
  const dying = new Proxy(db, {
    get: (target, key) => {
      const value = Reflect.get(target, key, target)
      if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      return (work: never) => {
        left -= 1
        if (left < 0) throw new Error('The database is gone')
        return target.transaction(work)
      }
    },
  })
  return { ...server.context, db: dying }
}
