import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { aboutOrganisation, auditText, createProject, listAudit, listSubscriptions } from '@lamella/shared/contract'
import { endPlan, grantPlan, showPlans } from '../src/domains/subscriptions/index.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { logIn, password, setUpOrganisation } from './people.ts'
import { spawnLamella } from './server-process.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
beforeEach(() => clock.advance({ hours: 1 }))
const lab = setUpOrganisation(server, beforeEach)

const portal = { userLimit: 50, storageLimit: 500, projectLimit: 12, mediumLimit: -1, annotationLimit: 900 }
const grant = (plan: string, limits: Record<string, number> = {}, days = 365) =>
  grantPlan(
    server.context.db,
    { organisation: lab.id, plan, until: new Date(clock.now().getTime() + days * 86_400_000), limits },
    clock.now(),
  )
const limitsNow = async () => {
  const { restrictions } = (await server.call(aboutOrganisation, { token: lab.admin.token })).body.data
  return Object.fromEntries(restrictions.map(({ key, value }) => [key, value]))
}
const plansNow = async () =>
  (await server.call(listSubscriptions, { token: lab.admin.token })).body.data.map(
    ({ subscriptionPlan }) => subscriptionPlan.name,
  )

test('D3-9-17 D3-9-18 a plan adds to those that are there: the largest value of each limit holds, and -1 above all', async () => {
  const before = await limitsNow()
  expect([before.projectLimit, before.userLimit]).toEqual([10, 5])
  expect(await grant('LAMELLA_PORTAL_CLOUD', { ...portal, userLimit: 3 })).toMatchObject({
    projectLimit: 12,
    userLimit: 5,
  })
  expect(await limitsNow()).toMatchObject({
    projectLimit: 12,
    userLimit: 5,
    mediumLimit: -1,
    jobLimit: before.jobLimit,
  })
})

test('D2-3-16 D2-9-12 a portal plan has its five limits, and others are refused', async () => {
  await expect(grant('LAMELLA_PORTAL_CLOUD', { projectLimit: 12 })).rejects.toThrow(
    'Say the limits: userLimit=…,storageLimit=…,mediumLimit=…,annotationLimit=…',
  )
  await expect(grant('LAMELLA_PORTAL_CLOUD', { ...portal, trainingLimit: 1 })).rejects.toThrow('has no trainingLimit')
  await expect(grant('LAMELLA_PORTAL_CLOUD', { ...portal, userLimit: -2 })).rejects.toThrow('-1: unlimited')
  expect(await plansNow()).not.toContain('LAMELLA_PORTAL_CLOUD')
})

test('a plan with limits of its own takes no others, which every later sign-up would have', async () => {
  await expect(grant('LAMELLA_PORTAL_CLOUD_FREE', { projectLimit: 999 })).rejects.toThrow(
    'LAMELLA_PORTAL_CLOUD_FREE has limits of its own: projectLimit.',
  )
})

test('D2-8-15 an unknown plan raises "Unknown subscription plan type"', async () => {
  await expect(grant('X')).rejects.toThrow(/^Unknown subscription plan type$/)
})

test('a plan ends by its day or by hand, and the limits are those of what is left', async () => {
  await grant('LAMELLA_PORTAL_CLOUD', portal, 1)
  await grant('LAMELLA_AI_CLOUD', { trainingLimit: 9, jobLimit: 900 })
  const { db } = server.context
  await endPlan(db, { organisation: lab.id, plan: 'LAMELLA_AI_CLOUD' }, clock.now())
  expect((await plansNow()).filter((name) => name.endsWith('_AI_CLOUD'))).toEqual([])
  expect((await limitsNow()).projectLimit).toBe(12)
  clock.advance({ days: 2 })
  const { plans, limits } = await showPlans(db, lab.id, clock.now())
  expect(limits.projectLimit).toBe(10)
  expect(plans.filter(({ active }) => active).map(({ name }) => name)).not.toContain('LAMELLA_PORTAL_CLOUD')
  await expect(endPlan(db, { organisation: lab.id, plan: 'LAMELLA_AI_CLOUD' }, clock.now())).rejects.toThrow(
    'no active plan',
  )
})

test('the same limits are one version of a plan, others the next', async () => {
  for (const projectLimit of [71, 72, 71]) await grant('LAMELLA_PORTAL_CLOUD', { ...portal, projectLimit })
  const { plans } = await showPlans(server.context.db, lab.id, clock.now())
  const versions = plans.filter(({ name }) => name === 'LAMELLA_PORTAL_CLOUD').map(({ version }) => version)
  expect(new Set(versions).size).toBe(2)
})

test('the command gives a plan beside a running server, which counts by it at once, and the admin reads of it', async () => {
  const home = { dataDir: server.context.config.dataDir, databaseUrl: server.databaseUrl }
  const run = async (...args: string[]) => {
    const child = spawnLamella(['admin', 'plan', ...args], home)
    if (!child.stdout || !child.stderr) throw new Error('no output')
    const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return { code: child.exitCode, output, complaint }
  }
  const limits = 'userLimit=50,storageLimit=500,projectLimit=0,mediumLimit=5,annotationLimit=900'
  const given = await run(
    'grant',
    'LAMELLA_PORTAL_CLOUD',
    '--organisation',
    lab.id,
    '--until',
    '2099-12-31',
    '--limits',
    limits,
  )
  expect(given).toMatchObject({ code: 0, complaint: '' })
  expect(given.output).toMatch(/^storageLimit +500$/m)
  // The command has the real clock, the server that of the test.
  clock.set(new Date().toISOString())
  const { access_token: token } = await logIn(server, lab.admin.email, password)
  const created = await server.call(createProject, { token, body: { data: { name: 'First' } } })
  expect(created.code).toBe('ERR_5001')
  const { data } = (await server.call(listAudit, { token })).body
  expect(data.map(({ sentence }) => auditText(sentence))).toContain('Granted the plan Portal until 2099-12-31')
  const wrong = await run('grant', 'X', '--organisation', lab.id, '--until', '2099-12-31')
  expect([wrong.code, wrong.complaint]).toEqual([1, expect.stringContaining('Unknown subscription plan type')])
  expect((await run('show', lab.id)).output).toMatch(/^LAMELLA_PORTAL_CLOUD \d+ .*2099-12-31 +active$/m)
})
