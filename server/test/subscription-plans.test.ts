import {
  aboutOrganisation,
  auditText,
  createProject,
  getPlan,
  listAudit,
  listPastSubscriptions,
  listPlans,
  listSubscriptions,
} from '@lamella/shared/contract'
import { operablePlans } from '../src/domains/quotas/index.ts'
import { endPlan, grantPlan, subscriptionsDomain } from '../src/domains/subscriptions/index.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, logIn, setUpOrganisation } from './people.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
const start = clock.now().toISOString()
beforeEach(() => clock.set(start))
const lab = setUpOrganisation(server, beforeEach)

const limits = { userLimit: 50, storageLimit: 500, projectLimit: 12, mediumLimit: -1, annotationLimit: 900 }
const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000)
const grant = (days: number, { renewal = false, projectLimit = 12 } = {}) =>
  grantPlan(
    server.context.db,
    {
      organisation: lab.id,
      plan: 'LAMELLA_PORTAL_CLOUD',
      until: inDays(days),
      limits: { ...limits, projectLimit },
      renewal,
    },
    clock.now(),
  )
const end = () => endPlan(server.context.db, { organisation: lab.id, plan: 'LAMELLA_PORTAL_CLOUD' }, clock.now())
const renew = () => subscriptionsDomain.cleanUp?.(server.context)
/** Days pass, and the sessions with them. */
const enter = async () => (await logIn(server, lab.admin.email)).access_token
const portal = async (token: string) =>
  (await server.call(listSubscriptions, { token })).body.data.find(
    ({ subscriptionPlan }) => subscriptionPlan.name === 'LAMELLA_PORTAL_CLOUD',
  )

describe('Plans', () => {
  it('D2-7-34 are listed with all that their subscriptions have: those of the organisation, and no others', async () => {
    const other = await addOrganisation(server)
    await grant(30)
    const { data } = (await server.call(listPlans, { token: lab.member.token })).body
    expect(data.map(({ name }) => name)).toEqual([
      'LAMELLA_AI_CLOUD_FREE',
      'LAMELLA_PORTAL_CLOUD',
      'LAMELLA_PORTAL_CLOUD_FREE',
    ])
    expect(data[1]).toEqual({
      id: expect.any(String),
      name: 'LAMELLA_PORTAL_CLOUD',
      displayName: 'Portal',
      version: expect.any(Number),
      type: 'portal',
      netPrice: 0,
      subscriptionPeriod: 'P1Y',
      restrictions: Object.entries(limits).map(([key, value]) => ({ key, value: String(value) })),
    })
    const foreign = (await server.call(listPlans, { token: other.member.token })).body.data
    expect(foreign.map(({ name }) => name)).not.toContain('LAMELLA_PORTAL_CLOUD')
  })

  it('D2-7-35 are read one by one; what was agreed with others is not found', async () => {
    const other = await addOrganisation(server)
    await grant(30, { projectLimit: 77 })
    const { data } = (await server.call(listPlans, { token: lab.member.token })).body
    for (const plan of data) {
      const params = { planId: plan.id }
      expect((await server.call(getPlan, { token: lab.member.token, params })).body).toEqual({ data: plan })
    }
    const agreed = data.find(({ name }) => name === 'LAMELLA_PORTAL_CLOUD')?.id ?? ''
    const answer = await server.call(getPlan, { token: other.admin.token, params: { planId: agreed } })
    expect(answer.status).toBe(404)
  })

  it.each(operablePlans.map(({ name, family }) => [name, family]))(
    'D2-3-23 %s is of one of the three types',
    (name, family) => {
      const types: Record<typeof family, string> = { portal: '_PORTAL_', prisma: '_PRISMA_', ai: '_AI_' }
      expect(name).toContain(types[family])
    },
  )

  it('that have ended are the history, the last one first', async () => {
    await grant(10)
    clock.advance({ days: 1 })
    await grant(2, { projectLimit: 20 })
    const past = async () => {
      const { data } = (await server.call(listPastSubscriptions, { token: await enter() })).body
      return data.map(({ validUntil, subscriptionPlan: { name } }) => [name, validUntil])
    }
    expect(await past()).toEqual([])
    clock.advance({ days: 3 })
    await end()
    expect(await past()).toEqual([
      ['LAMELLA_PORTAL_CLOUD', clock.now().toISOString()],
      ['LAMELLA_PORTAL_CLOUD', new Date(Date.parse(start) + 3 * 86_400_000).toISOString()],
    ])
  })
})

describe('Automatic renewal', () => {
  it('goes on for the period of the plan from its end, without a gap, and is in the audit log', async () => {
    await grant(10, { renewal: true })
    const until = inDays(10)
    clock.advance({ days: 8 })
    await renew()
    expect((await portal(await enter()))?.validUntil).toBe(until.toISOString())
    clock.advance({ days: 1, hours: 1 })
    await renew()
    const next = new Date(until)
    next.setUTCFullYear(next.getUTCFullYear() + 1)
    const token = await enter()
    expect(await portal(token)).toMatchObject({ validUntil: next.toISOString(), automaticRenewal: true })
    const entries = (await server.call(listAudit, { token, query: {} })).body.data
    expect(entries.map(({ sentence }) => auditText(sentence)).filter((text) => text.startsWith('Renewed'))).toEqual([
      `Renewed the plan Portal until ${next.toISOString().slice(0, 10)}`,
    ])
  })

  it('is done once by any number of processes', async () => {
    await grant(1, { renewal: true })
    const year = new Date(inDays(1))
    year.setUTCFullYear(year.getUTCFullYear() + 1)
    await Promise.all(Array.from({ length: 8 }, renew))
    expect((await portal(await enter()))?.validUntil).toBe(year.toISOString())
  })

  it('catches up after a stop of the server that was longer than the period', async () => {
    await grant(1, { renewal: true })
    clock.advance({ days: 900 })
    await renew()
    expect(Date.parse((await portal(await enter()))?.validUntil ?? '')).toBeGreaterThan(clock.now().getTime())
  })

  it('is not of a plan that was ended, or has no renewal', async () => {
    await grant(1, { renewal: true })
    await end()
    await grant(1)
    clock.advance({ days: 2 })
    await renew()
    expect(await portal(await enter())).toBeUndefined()
  })
})

describe('A plan that is changed while somebody works', () => {
  const create = (token: string) =>
    server.call(createProject, { token, body: { data: { name: 'P', description: '' } } })
  const limitOf = async (token: string) =>
    (await server.call(aboutOrganisation, { token })).body.data.restrictions.find(({ key }) => key === 'projectLimit')
      ?.value

  it('limits the next call, and deletes nothing', async () => {
    await grant(30, { projectLimit: 12 })
    const token = await enter()
    for (let number = 0; number < 11; number += 1) expect((await create(token)).status).toBe(201)
    await end()
    expect(await limitOf(token)).toBe(10)
    expect(await create(token)).toMatchObject({ status: 403, body: { errors: [{ code: 'ERR_5001' }] } })
    await grant(30, { projectLimit: 12 })
    expect((await create(token)).status).toBe(201)
    expect((await create(token)).status).toBe(403)
  })
})
