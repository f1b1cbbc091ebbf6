import {
  assignedVersions,
  changeTrial,
  createOperatorToken,
  type EndpointInput,
  endTrial,
  listReleases,
  releaseHistory,
  releaseOverview,
  reportVersion,
  sendTelemetry,
  startTrial,
  type TrialView,
} from '@lamella/shared/contract'
import { eq, sql } from 'drizzle-orm'
import { positionOf } from '../src/domains/releases/audience.ts'
import { appendHistory, lockPointers } from '../src/domains/releases/repository.ts'
import { createWatchTrials } from '../src/domains/releases/watch-trials.ts'
import { users } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { setUpServer, type TestApp } from './helper.ts'
import { addOrganisation, addPerson, logIn, type Organisation, type Person, setUpOrganisation } from './people.ts'
import { activate, asItIsNow, operatorToken, publish, rollBack } from './release-files.ts'
import { until } from './until.ts'

// From the present: accounts get their time from the database.
const clock = createClock(new Date().toISOString())
const server = setUpServer({ now: clock.now })
const lab = setUpOrganisation(server)
let token: string

type Wish = EndpointInput<typeof startTrial>['body']['data']
const app = 'projects'
const start = async (wish: Omit<Wish, 'version'> & { version?: string }, ifMatch?: string, on: TestApp = server) =>
  on.call(startTrial, {
    params: { app },
    headers: ifMatch === undefined ? await asItIsNow(on, app) : { 'if-match': ifMatch },
    body: { data: { version: '1.1.0', ...wish } },
    token,
  })
const change = async (wish: Omit<Wish, 'version'>, ifMatch?: string) =>
  server.call(changeTrial, {
    params: { app },
    headers: ifMatch === undefined ? await asItIsNow(server, app) : { 'if-match': ifMatch },
    body: { data: wish },
    token,
  })
const end = async () =>
  server.call(endTrial, {
    params: { app },
    headers: await asItIsNow(server, app),
    body: { data: { reason: 'Enough' } },
    token,
  })
const assignedTo = async (person: Pick<Person, 'token'>) =>
  (await server.call(assignedVersions, { token: person.token })).body.data.versions[app]
const overview = async () => {
  const { body } = await server.call(releaseOverview, { token })
  const found = body.data.find((one) => one.app === app)
  if (!found) throw new Error('projects is not in the overview')
  return found
}
const trial = async (): Promise<TrialView | null> => (await overview()).trial
const newest = async () => (await server.call(releaseHistory, { params: { app }, token })).body.data[0]
const report = (person: Pick<Person, 'token'>, version: string, ...outcomes: ('load' | 'failure')[]) =>
  server.call(reportVersion, {
    token: person.token,
    body: { data: { reports: outcomes.map((outcome) => ({ app, version, outcome })) } },
  })
const watch = () => createWatchTrials(server.context)({}, { signal: new AbortController().signal, isLastTry: true })
const peopleOf = (count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => addPerson(server, lab.id, `tester${i}`)))

beforeAll(async () => {
  token = await operatorToken(server)
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(server, app, version)
  await activate(server, app, '1.0.0')
})
// Each test starts with 1.0.0 for all, at a later time.
beforeEach(async () => {
  clock.advance({ minutes: 10 })
  const { body } = await server.call(listReleases, { token })
  if (body.data.find(({ version }) => version === '1.0.0')?.traffic !== 100 || (await trial())) {
    await activate(server, app, '1.0.0')
  }
})

describe('Who gets a version on trial', () => {
  it('are users by address and all users of an organisation; the registry does not say who', async () => {
    const other: Organisation = await addOrganisation(server)
    await start({ users: [lab.member.email.toUpperCase()], organisations: [other.id], reason: 'Label sets' })
    expect(await assignedTo(lab.member)).toBe('1.1.0')
    expect(await assignedTo(other.guest)).toBe('1.1.0')
    expect(await assignedTo(lab.admin)).toBe('1.0.0')
    const registry = (await server.app.inject('/registry.json')).json()
    expect(registry.microFrontends.projects).toMatchObject([
      { metadata: { version: '1.0.0' }, deployment: { traffic: 100, default: true } },
      { metadata: { version: '1.1.0' }, deployment: { traffic: 0, default: false } },
    ])
    for (const secret of [lab.member.id, lab.member.email, other.id, 'Label sets']) {
      expect(JSON.stringify(registry)).not.toContain(secret)
    }
    expect(await trial()).toMatchObject({
      version: '1.1.0',
      share: 0,
      users: [{ email: lab.member.email, fullName: 'member Tester' }],
      organisations: [{ id: other.id, name: 'Lab' }],
      by: 'operator',
      reason: 'Label sets',
    })
  })

  it('are a share of the users: the same in every session, and more only adds to them', async () => {
    const people = await peopleOf(12)
    await start({ share: 30 })
    const first = await Promise.all(people.map(assignedTo))
    expect(first).toEqual(people.map(({ id }) => (positionOf(id, app, '1.1.0') < 30 ? '1.1.0' : '1.0.0')))
    await change({ share: 80 })
    const second = await Promise.all(people.map(assignedTo))
    first.forEach((version, i) => {
      if (version === '1.1.0') expect(second[i]).toBe('1.1.0')
    })
  })

  it('spreads over the whole range, and differently for each version', () => {
    const positions = Array.from({ length: 2000 }, (_, i) => positionOf(`user-${i}`, app, '1.1.0'))
    const lowest = positions.filter((position) => position < 10).length
    expect(lowest).toBeGreaterThan(140)
    expect(lowest).toBeLessThan(260)
    expect(positionOf('user-1', app, '1.1.0')).not.toBe(positionOf('user-1', app, '1.2.0'))
  })

  it('is answered in full only when it has changed, for each user alone', async () => {
    const ask = (person: Person, known?: string) =>
      server.call(assignedVersions, { token: person.token, ...(known && { extraHeaders: { 'if-none-match': known } }) })
    await start({ users: [lab.member.email] })
    const etag = String((await ask(lab.member)).headers.etag)
    const again = await ask(lab.member, etag)
    expect([again.status, again.raw.length]).toEqual([304, 0])
    expect(again.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Authorization' })
    expect((await ask(lab.admin, etag)).status).toBe(200)
    await end()
    expect((await ask(lab.member, etag)).status).toBe(200)
  })

  it('is nobody without a trial', async () => {
    expect(await assignedTo(lab.member)).toBeUndefined()
  })

  it('are operators by their own preview only, by name, organisation or share: whoever may try must not act as they do', async () => {
    const [operator, member] = [await addPerson(server, lab.id, 'operator'), await addPerson(server, lab.id, 'member2')]
    await server.context.db.update(users).set({ operator: true }).where(eq(users.id, operator.id))
    const answerTo = async (person: Person) => (await server.call(assignedVersions, { token: person.token })).body.data
    for (const wish of [{ users: [operator.email, member.email] }, { organisations: [lab.id] }, { share: 99 }]) {
      await start({ users: [], organisations: [], share: 0, ...wish })
      const isDrawn = wish.share === undefined || positionOf(operator.id, app, '1.1.0') < wish.share
      expect(await answerTo(operator)).toEqual({
        versions: { [app]: '1.0.0' },
        offers: isDrawn ? { [app]: '1.1.0' } : {},
      })
      // What it never got it cannot report.
      await report(operator, '1.1.0', 'load', 'failure')
      expect((await trial())?.observed.trial.users).toBe(0)
      if (wish.share === undefined) expect(await answerTo(member)).toEqual({ versions: { [app]: '1.1.0' }, offers: {} })
    }
  })

  it('is in the history by name, for those who may see it', async () => {
    const other = await addOrganisation(server)
    await start({ users: [lab.member.email], organisations: [other.id], share: 10 })
    expect((await newest())?.audience).toEqual({ users: ['member Tester'], organisations: ['Lab'] })
    const tokenFor = async (apps: string[]) =>
      (
        await server.call(createOperatorToken, {
          token,
          body: { data: { name: `ci of ${apps}`, apps, may: ['check'] } },
        })
      ).body.data.secret
    const seenBy = async (secret: string) =>
      (await server.call(releaseHistory, { params: { app }, token: secret })).body.data[0]?.audience
    expect(await seenBy(await tokenFor([app]))).toEqual({ users: ['member Tester'], organisations: ['Lab'] })
    expect(await seenBy(await tokenFor(['auth']))).toBeUndefined()
  })
})

describe('A trial is refused', () => {
  it.each<[string, Omit<Wish, 'version'> & { version?: string }, number, RegExp]>([
    ['for nobody', {}, 400, /needs a share of the users, or users or organizations/],
    ['for an unknown user', { users: ['nobody@lab.test'] }, 400, /There is no account nobody@lab\.test/],
    ['for an unknown organisation', { organisations: ['Nowhere'] }, 400, /There is no organization .+Nowhere/],
    ['of an unknown version', { version: '9.9.9', share: 10 }, 404, /no such remote or version/],
    ['of the active version', { version: '1.0.0', share: 10 }, 409, /active for all already/],
    ['with an end in the past', { share: 10, until: '2020-01-01T00:00:00Z' }, 400, /is over already/],
  ])('%s', async (_, wish, status, sentence) => {
    const answer = await start(wish)
    expect(answer.status).toBe(status)
    expect(answer.raw.toString()).toMatch(sentence)
    expect(await trial()).toBeNull()
  })

  it('for an organisation whose name is not unique, which its id is', async () => {
    const answer = await start({ organisations: ['Lab'] })
    expect(answer.raw.toString()).toContain('Several organizations are called')
    expect((await start({ organisations: [lab.id] })).status).toBe(204)
  })

  it('when there is none to change or to end; a stable version is never rolled back so', async () => {
    expect(await change({ share: 20 })).toMatchObject({ status: 409 })
    expect(await end()).toMatchObject({ status: 409 })
    expect((await overview()).active?.version).toBe('1.0.0')
  })

  it('after another operator was faster, of whom exactly one wins', async () => {
    const { pointer } = await overview()
    const race = await Promise.all([start({ share: 10 }, pointer), start({ version: '1.2.0', share: 20 }, pointer)])
    expect(race.map(({ status }) => status).sort()).toEqual([204, 412])
    const { pointer: second } = await overview()
    expect(await change({ share: 30 }, pointer)).toMatchObject({ status: 412, code: 'ERR_6006' })
    expect(await change({ share: 30 }, second)).toMatchObject({ status: 204 })
    expect((await trial())?.share).toBe(30)
  })
})

describe('A running trial', () => {
  it('keeps its start, audience and limits when its share is changed, and the history has every change', async () => {
    await start({ share: 5, users: [lab.member.email], limits: { failures: 7 }, reason: 'First' })
    const before = await trial()
    clock.advance({ hours: 3 })
    await change({ share: 50, reason: 'More' })
    expect(await trial()).toEqual({ ...before, share: 50 })
    expect(await newest()).toMatchObject({ action: 'activate', version: '1.1.0', traffic: 50, reason: 'More' })
  })

  it('is ended by an operator', async () => {
    await start({ share: 5 })
    expect(await end()).toMatchObject({ status: 204 })
    expect(await trial()).toBeNull()
    expect(await newest()).toMatchObject({ action: 'rollback', version: '1.0.0', actor: 'operator', reason: 'Enough' })
  })

  it('ends at the time that was set', async () => {
    await start({ share: 5, until: new Date(clock.now().getTime() + 3_600_000).toISOString() })
    await watch()
    expect(await trial()).not.toBeNull()
    clock.advance({ minutes: 61 })
    await watch()
    expect(await newest()).toMatchObject({ action: 'rollback', actor: 'automatic' })
  })
})

/** Puts 1.1.0 on trial for these people, beside a share so small that nobody else gets it. */
const tryWith = async (people: readonly Person[], wish: Omit<Wish, 'version'> = {}) => {
  await start({ users: people.map(({ email }) => email), ...wish })
  clock.advance({ minutes: 1 })
}

describe('Automatic rollback', () => {
  it('ends a trial with the numbers when the version fails for more users than the limit allows', async () => {
    const people = await peopleOf(5)
    await tryWith(people, { limits: { failures: 20, minimum: 5 } })
    for (const person of people) await report(person, '1.1.0', 'load')
    await report(await again(lab.admin), '1.0.0', 'load')
    await report(people[0] as Person, '1.1.0', 'failure')
    await watch()
    expect((await trial())?.observed).toEqual({ trial: { users: 5, failed: 1 }, stable: { users: 1, failed: 0 } })
    await report(people[1] as Person, '1.1.0', 'failure')
    await Promise.all([watch(), watch(), watch()])
    expect(await trial()).toBeNull()
    const history = (await server.call(releaseHistory, { params: { app }, token })).body.data
    expect(history[0]).toMatchObject({
      action: 'rollback',
      version: '1.0.0',
      actor: 'automatic',
      reason: 'It failed for 2 of 5 users (40 %), the limit is 20 %; 1.0.0 failed for 0 of 1 user (0 %).',
    })
    // Of three processes that decided at once, one acted.
    expect(history[1]).toMatchObject({ action: 'activate', version: '1.1.0' })
  })

  it('leaves the decision to an operator who acts in the meantime', async () => {
    const people = await peopleOf(2)
    await tryWith(people, { limits: { failures: 0, minimum: 1 } })
    await report(people[0] as Person, '1.1.0', 'failure')
    await server.context.db.transaction(async (tx) => {
      await lockPointers(tx, [app])
      // It has decided, and waits for its turn.
      const watching = watch()
      const waits = sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      await until(async () => (await server.context.db.execute(waits)).rows.length > 0)
      const move = { app, action: 'activate', version: '1.2.0', traffic: 10, actor: 'Ines Falk' } as const
      await appendHistory(tx, move)
      afterwards = watching
    })
    await afterwards
    expect(await trial()).toMatchObject({ version: '1.2.0', by: 'Ines Falk' })
  })
  let afterwards: Promise<void> | undefined

  it('waits until enough users were seen', async () => {
    const people = await peopleOf(6)
    await tryWith(people, { limits: { failures: 2, minimum: 4 } })
    await report(people[0] as Person, '1.1.0', 'failure')
    await watch()
    expect(await trial()).not.toBeNull()
  })

  it('does not blame the version for what fails as often with the stable one', async () => {
    const people = await peopleOf(2)
    await tryWith(people, { limits: { failures: 2, minimum: 2 } })
    for (const person of [...people]) await report(person, '1.1.0', 'failure')
    for (const person of [lab.admin, lab.guest]) await report(await again(person), '1.0.0', 'failure')
    await watch()
    expect(await trial()).not.toBeNull()
  })

  it('counts since the start of the trial: failures of an earlier trial are over', async () => {
    const people = await peopleOf(2)
    await tryWith(people, { limits: { failures: 50, minimum: 2 } })
    await report(people[0] as Person, '1.1.0', 'failure')
    await end()
    clock.advance({ minutes: 5 })
    await tryWith(people, { limits: { failures: 50, minimum: 2 } })
    for (const person of people) await report(person, '1.1.0', 'load')
    await watch()
    expect((await trial())?.observed.trial).toEqual({ users: 2, failed: 0 })
  })
})

describe('One hostile visitor cannot end a trial', () => {
  it('by telemetry without a session', async () => {
    await tryWith([lab.member], { limits: { failures: 0, minimum: 1 } })
    const event = { kind: 'failure', stage: 'load', app, version: '1.1.0' }
    for (let i = 0; i < 5; i++) {
      await server.call(sendTelemetry, { body: { data: { events: Array.from({ length: 50 }, () => event) } } })
    }
    await watch()
    expect((await trial())?.observed.trial).toEqual({ users: 0, failed: 0 })
  })

  it('by reports without a session, or of a version that the server did not give them', async () => {
    await tryWith([lab.member], { limits: { failures: 0, minimum: 1 } })
    expect(await report({ token: 'x'.repeat(43) }, '1.1.0', 'failure')).toMatchObject({ status: 401 })
    expect(await report(await again(lab.admin), '1.1.0', 'failure')).toMatchObject({ status: 204 })
    await watch()
    expect((await trial())?.observed.trial).toEqual({ users: 0, failed: 0 })
  })

  it('by many reports of one user: they count once, and three users have to fail in a trial for a share', async () => {
    const people = await peopleOf(3)
    await tryWith(people, { share: 1, limits: { failures: 0, minimum: 1 } })
    for (let i = 0; i < 20; i++) await report(people[0] as Person, '1.1.0', 'failure', 'failure')
    await report(people[1] as Person, '1.1.0', 'failure')
    await watch()
    expect((await trial())?.observed.trial).toEqual({ users: 2, failed: 2 })
    await report(people[2] as Person, '1.1.0', 'failure')
    await watch()
    expect(await trial()).toBeNull()
  })

  it('by accounts made for it: failures of accounts that are younger than the trial do not count', async () => {
    const other = await addOrganisation(server)
    await start({ organisations: [other.id], limits: { failures: 0, minimum: 1 } })
    const late = await addPerson(server, other.id, 'late')
    await server.context.db.update(users).set({ created: new Date(clock.now().getTime() + 1000) })
    await report(late, '1.1.0', 'load', 'failure')
    await watch()
    expect((await trial())?.observed.trial).toEqual({ users: 1, failed: 0 })
    await server.context.db.update(users).set({ created: new Date(0) })
  })
})

describe('Promotion by the clock', () => {
  it('makes the version active for all when the limits hold and enough users were seen', async () => {
    // Half of those who get it would be enough in a small installation: here as many as the limit says.
    const people = await peopleOf(8)
    await tryWith(people, { promoteAfter: 48, limits: { failures: 30, minimum: 4 } })
    await report(people[0] as Person, '1.1.0', 'load', 'failure')
    clock.advance({ hours: 47 })
    for (const person of people.slice(1, 3)) await report(await again(person), '1.1.0', 'load')
    await watch()
    expect((await trial())?.promotion).toMatchObject({ waitsFor: null })
    clock.advance({ hours: 2 })
    await watch()
    expect((await trial())?.promotion?.waitsFor).toBe('It waits for more users: 3 of 4 have used it.')
    await report(await again(people[3] as Person), '1.1.0', 'load')
    await watch()
    expect((await overview()).active).toMatchObject({ version: '1.1.0', by: 'automatic' })
    expect((await newest())?.reason).toBe('As planned after 48 hours: it failed for 1 of 4 users (25 %).')
    // Back for the next test.
    await rollBack(server, app)
  })

  it('never comes while the version fails for too many, nor without a time', async () => {
    const people = await peopleOf(4)
    await tryWith(people, { limits: { failures: 30, minimum: 4 }, share: 1 })
    for (const person of people) await report(person, '1.1.0', 'load')
    clock.advance({ hours: 2000 })
    await watch()
    expect((await trial())?.promotion).toBeNull()
  })
})

const again = async ({ email, ...person }: Person): Promise<Person> => {
  return { ...person, email, token: (await logIn(server, email)).access_token }
}
