import { organisationUsageDays } from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { statsDomain } from '../src/domains/stats/index.ts'
import { storeUsage } from '../src/domains/stats/usage-days.ts'
import { organisations, subscriptions, usageDays } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, logIn, setUpOrganisation } from './people.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
const start = clock.now().toISOString()
beforeEach(() => clock.set(start))
const lab = setUpOrganisation(server, beforeEach)

const record = () => statsDomain.cleanUp?.(server.context)
/** Days pass, and the sessions with them. */
const days = async (query: { 'filter[days]'?: number } = {}, email = lab.member.email) => {
  const token = (await logIn(server, email)).access_token
  return (await server.call(organisationUsageDays, { token, query })).body.data
}
const usesOf = (list: Awaited<ReturnType<typeof days>>['days'], key: string) =>
  list.map(({ day, uses }) => {
    const use = uses.find((one) => one.key === key)
    return [day, use?.used, use?.limit]
  })

describe('Usage over time', () => {
  it('is empty before the first look', async () => {
    expect(await days()).toEqual({ today: '2026-03-02', recordedSince: null, days: [] })
  })

  it('has the last look of each day with the limits of that day; days without one are left out', async () => {
    await addProject(server, lab.member)
    await record()
    clock.advance({ hours: 2 })
    await addProject(server, lab.member)
    await record()
    clock.advance({ days: 3 })
    await addPerson(server, lab.id, 'fourth')
    await server.context.db.delete(subscriptions).where(eq(subscriptions.organisationId, lab.id))
    await record()
    // A trial that is gone has no portal: read by the table, as nobody can log in.
    const rows = await server.context.db.select().from(usageDays).where(eq(usageDays.organisationId, lab.id))
    const of = (key: string) =>
      rows
        .filter((row) => row.key === key)
        .map(({ day, used, limit }) => [day, used, limit])
        .toSorted()
    expect(of('projectLimit')).toEqual([
      ['2026-03-02', 2, 10],
      ['2026-03-05', 2, 0],
    ])
    expect(of('userLimit')).toEqual([
      ['2026-03-02', 3, 5],
      ['2026-03-05', 4, 0],
    ])
    expect(of('storageLimit')[0]).toEqual(['2026-03-02', 0, 10 * 1024 ** 3])
    expect(of('annotationLimit')[0]).toEqual(['2026-03-02', 0, 500])
    // Not counted yet, so not recorded.
    expect(of('trainingLimit')).toEqual([])
  })

  it('is answered for so many days with today, the oldest first, of the own organisation alone', async () => {
    const other = await addOrganisation(server)
    for (let day = 0; day < 4; day += 1) {
      await addProject(server, lab.member)
      await record()
      clock.advance({ days: 1 })
    }
    const all = await days()
    expect(all).toMatchObject({ today: '2026-03-06', recordedSince: '2026-03-02' })
    expect(usesOf(all.days, 'projectLimit')).toEqual([
      ['2026-03-02', 1, 10],
      ['2026-03-03', 2, 10],
      ['2026-03-04', 3, 10],
      ['2026-03-05', 4, 10],
    ])
    const last = await days({ 'filter[days]': 3 })
    expect(last.recordedSince).toBe('2026-03-02')
    expect(last.days.map(({ day }) => day)).toEqual(['2026-03-04', '2026-03-05'])
    const foreign = await days({}, other.member.email)
    expect(usesOf(foreign.days, 'projectLimit').map(([, used]) => used)).toEqual([0, 0, 0, 0])
  })

  it('is of the day in UTC, to its last minute', async () => {
    clock.set('2026-03-02T23:59:59.999Z')
    await record()
    clock.set('2026-03-03T00:00:00.000Z')
    expect((await days({ 'filter[days]': 1 })).days).toEqual([])
    await record()
    expect((await days()).days.map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-03'])
  })

  it.each([0, 367, 1.5])('of %s days is refused', async (number) => {
    const token = (await logIn(server, lab.member.email)).access_token
    const answer = await server.call(organisationUsageDays, { token, query: { 'filter[days]': number } })
    expect(answer.status).toBe(400)
  })

  it('keeps the latest count of a day, in whatever order the counts arrive', async () => {
    const { db } = server.context
    const moments = fc.uniqueArray(fc.integer({ min: 0, max: 86_399_999 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(moments, async (offsets) => {
        await db.delete(usageDays).where(eq(usageDays.organisationId, lab.id))
        const midnight = Date.parse('2026-03-02T00:00:00.000Z')
        // What is counted tells when it was: the offset itself.
        for (const offset of offsets) {
          await storeUsage(db, lab.id, {
            usage: [{ key: 'mediumLimit', used: offset }],
            limits: { ...noLimits, mediumLimit: -1 },
            at: new Date(midnight + offset),
          })
        }
        const rows = await db.select().from(usageDays).where(eq(usageDays.organisationId, lab.id))
        expect(rows.map(({ used, limit }) => [used, limit])).toEqual([[Math.max(...offsets), -1]])
      }),
      { numRuns: 25 },
    )
  })

  it('is recorded by several processes at once as by one, and gone with its organisation and after two years', async () => {
    await Promise.all(Array.from({ length: 5 }, record))
    const own = eq(usageDays.organisationId, lab.id)
    expect(await server.context.db.$count(usageDays, own)).toBe(6)
    clock.advance({ days: 733 })
    await record()
    expect((await server.context.db.select().from(usageDays).where(own)).map(({ day }) => day)).toEqual(
      Array.from({ length: 6 }, () => '2028-03-04'),
    )
    const [gone] = await server.context.db.insert(organisations).values({ name: 'Gone' }).returning()
    await record()
    const ofGone = eq(usageDays.organisationId, gone?.id ?? '')
    expect(await server.context.db.$count(usageDays, ofGone)).toBe(6)
    await server.context.db.delete(organisations).where(eq(organisations.name, 'Gone'))
    await record()
    expect(await server.context.db.$count(usageDays, ofGone)).toBe(0)
  })
})

const noLimits = {
  userLimit: 0,
  storageLimit: 0,
  projectLimit: 0,
  mediumLimit: 0,
  annotationLimit: 0,
  trainingLimit: 0,
  jobLimit: 0,
}
