import {
  auditText,
  type Compatibility,
  contractVersion,
  listAudit,
  releaseHistory,
  remoteForm,
  removeRelease,
  reportVersion,
  sendTelemetry,
  startTrial,
} from '@lamella/shared/contract'
import { addOperator } from '../src/domains/operators/index.ts'
import { createWatchTrials } from '../src/domains/releases/watch-trials.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { logIn, setUpOrganisation } from './people.ts'
import { activate, asItIsNow, filesOf, operatorToken, publish, rollBack } from './release-files.ts'

const clock = createClock(new Date().toISOString())
const server = setUpServer({ now: clock.now })
const lab = setUpOrganisation(server)
let operator: string
const rest = '@mantine/core/rest'
const odd = 'projects 1.1.0 needs Tabs of @mantine/core/rest, which shell 1.0.0 does not provide.'

const data = (changes: Partial<Compatibility>) => {
  const build: Compatibility = {
    contract: contractVersion,
    remoteForms: [remoteForm],
    calls: [],
    needs: {},
    provides: {},
    ...changes,
  }
  return { 'compatibility.json': JSON.stringify(build) }
}
const shell = (names: string[]) => data({ provides: { [rest]: { version: '9.7.3', names } } })
const remote = (names: string[]) => data({ needs: { [rest]: { range: '^9.7.3', names } } })

const historyOf = async (app: string) => {
  const { body } = await server.call(releaseHistory, { params: { app }, token: await operatorToken(server) })
  return body.data
}
const sentences = async () => {
  const { body } = await server.call(listAudit, { token: lab.admin.token })
  return body.data.map(({ sentence, user }) => `${user?.fullName}: ${auditText(sentence)}`)
}

beforeAll(async () => {
  await publish(server, 'shell', '1.0.0', filesOf('shell', '1.0.0', shell(['Button'])))
  await publish(server, 'shell', '2.0.0', filesOf('shell', '2.0.0', shell(['Button', 'Tabs'])))
  await publish(server, 'projects', '1.0.0', filesOf('projects', '1.0.0', remote(['Button'])))
  await publish(server, 'projects', '1.1.0', filesOf('projects', '1.1.0', remote(['Tabs'])))
  await publish(server, 'projects', '1.2.0', filesOf('projects', '1.2.0', remote(['Button'])))
  await addOperator(server.context.db, lab.member.email, clock.now())
  operator = (await logIn(server, lab.member.email)).access_token
})
// 1.0.0 for all, under the shell that has everything.
beforeEach(async () => {
  clock.advance({ minutes: 10 })
  await activate(server, 'shell', '2.0.0')
  await activate(server, 'projects', '1.0.0')
})

const force = { force: true, reason: 'The shell follows tonight' }
const why = `in spite of this: ${odd} Reason: The shell follows tonight`

describe('The audit log says that a release was forced, by whom, and what was missing', () => {
  it('of an activation, a trial and a rollback', async () => {
    await activate(server, 'shell', '1.0.0')
    expect(await activate(server, 'projects', '1.1.0', 100, force, undefined, operator)).toMatchObject({ status: 204 })
    expect((await sentences())[0]).toBe(`member Tester: Activated the release projects 1.1.0 by force ${why}`)
    await activate(server, 'projects', '1.0.0')
    await activate(server, 'projects', '1.1.0', 5, force, undefined, operator)
    expect((await sentences())[0]).toBe(`member Tester: Put the release projects 1.1.0 on trial by force ${why}`)
    await activate(server, 'shell', '2.0.0')
    await activate(server, 'projects', '1.1.0')
    await activate(server, 'shell', '1.0.0', 100, force, undefined, operator)
    await activate(server, 'projects', '1.2.0')
    await rollBack(server, 'projects', force, undefined, operator)
    expect((await sentences())[0]).toBe(`member Tester: Went back to the release projects 1.1.0 by force ${why}`)
    expect((await historyOf('projects'))[0]).toMatchObject({ forced: true, misfits: [odd], actor: 'member Tester' })
  })

  it('of a removal', async () => {
    await publish(server, 'plates', '1.0.0')
    const event = { kind: 'session', app: 'plates', version: '1.0.0' }
    await server.call(sendTelemetry, { body: { data: { events: [event] } } })
    const order = { params: { app: 'plates', version: '1.0.0' }, body: { data: { force: true, reason: 'A key' } } }
    expect(await server.call(removeRelease, { ...order, token: operator })).toMatchObject({ status: 204 })
    expect((await sentences())[0]).toBe(
      'member Tester: Removed the release plates 1.0.0 by force in spite of this: plates 1.0.0 was run by somebody in the last 7 days. Reason: A key',
    )
  })

  it('and does not say so where force was not needed', async () => {
    await activate(server, 'projects', '1.1.0', 100, force, undefined, operator)
    expect((await sentences())[0]).toBe('member Tester: Activated the release projects 1.1.0')
    const [newest] = await historyOf('projects')
    expect(newest).toMatchObject({ forced: false })
    expect(newest).not.toHaveProperty('misfits')
  })
})

/** 1.1.0 is on trial, fitting; then somebody takes away the shell that it needs. */
const becomeUnfit = async (promoteAfter: number | null = null): Promise<void> => {
  await server.call(startTrial, {
    params: { app: 'projects' },
    headers: await asItIsNow(server, 'projects'),
    body: { data: { version: '1.1.0', users: [lab.guest.email], promoteAfter, limits: { minimum: 1 } } },
    token: await operatorToken(server),
  })
  await activate(server, 'shell', '1.0.0', 100, { force: true, reason: 'The header is gone' })
}

describe('A trial that does not fit any more', () => {
  it('is not promoted by hand, but refused in words', async () => {
    await becomeUnfit()
    const answer = await activate(server, 'projects', '1.1.0')
    expect(answer).toMatchObject({ status: 409, code: 'ERR_6005' })
    expect(answer.raw.toString()).toContain(odd)
    expect((await historyOf('projects'))[0]).toMatchObject({ version: '1.1.0', traffic: 0 })
  })

  it('is promoted by hand with force, which is said', async () => {
    await becomeUnfit()
    await activate(server, 'projects', '1.1.0', 100, force, undefined, operator)
    expect((await sentences())[0]).toBe(`member Tester: Activated the release projects 1.1.0 by force ${why}`)
  })

  it('is ended by the clock in place of its promotion, and the history says why', async () => {
    await becomeUnfit(48)
    clock.advance({ hours: 49 })
    const guest = (await logIn(server, lab.guest.email)).access_token
    const reports = [{ app: 'projects', version: '1.1.0', outcome: 'load' as const }]
    await server.call(reportVersion, { token: guest, body: { data: { reports } } })
    await createWatchTrials(server.context)({}, { signal: new AbortController().signal, isLastTry: true })
    expect((await historyOf('projects'))[0]).toMatchObject({
      action: 'rollback',
      version: '1.0.0',
      actor: 'automatic',
      forced: false,
      reason: `It was due to become active for all, but does not fit what is active: ${odd}`,
    })
  })

  it('may be changed and ended', async () => {
    await becomeUnfit()
    expect(await activate(server, 'projects', '1.1.0', 5)).toMatchObject({ status: 204 })
    expect((await rollBack(server, 'projects')).body.data.version).toBe('1.0.0')
  })
})
