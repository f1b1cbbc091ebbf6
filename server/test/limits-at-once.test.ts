import * as contract from '@lamella/shared/contract'
import { eq, sql } from 'drizzle-orm'
import { endPlan, grantPlan } from '../src/domains/subscriptions/index.ts'
import { media, subscriptionPlans, subscriptions } from '../src/platform/db/schema/index.ts'
import { setUpAnalysedProject } from './analysed-project.ts'
import { addOrganisation, addPerson, addProject, type Organisation } from './people.ts'

const { server, at, submit } = setUpAnalysedProject()

const gigabyte = 1024 ** 3
const callers = 20
type Refused = { code: string | null }

/** @returns the outcomes of as many calls at once: how many passed, and the codes of the others */
const atOnce = async (call: (index: number) => Promise<Refused>) => {
  const codes = (await Promise.all(Array.from({ length: callers }, (_, index) => call(index)))).map(({ code }) => code)
  return { passed: codes.filter((code) => code === null).length, refused: [...new Set(codes.filter(Boolean))] }
}

/** An organisation with these limits; the others are none. */
const limited = async (limits: Partial<Record<contract.RestrictionKey, number>>): Promise<Organisation> => {
  const own = await addOrganisation(server)
  const all = { userLimit: -1, storageLimit: -1, projectLimit: -1, mediumLimit: -1, annotationLimit: -1, ...limits }
  const { db } = server.context
  const until = new Date(Date.now() + 86_400_000)
  await grantPlan(db, { organisation: own.id, plan: 'LAMELLA_PORTAL_CLOUD', until, limits: all }, new Date())
  // Of the trial's limits and these the larger ones would hold.
  await endPlan(db, { organisation: own.id, plan: 'LAMELLA_PORTAL_CLOUD_FREE' }, new Date())
  return own
}

const createProject =
  ({ token }: { token: string }) =>
  (index: number) =>
    server.call(contract.createProject, { token, body: { data: { name: `P ${index}` } } })
const createSample = ({ token }: { token: string }) =>
  server.call(contract.createSampleProject, { token, body: { data: { kind: 'TEM' } } })
const announce = (token: string, project: string, size = 1) =>
  server.call(contract.createMedium, {
    token,
    body: {
      data: {
        name: 'a',
        type: 'ImageMedium',
        dimensions: [],
        project,
        size,
        mimeType: 'image/*',
        originalFilename: 'a.png',
      },
    },
  })
const projectsOf = async ({ token }: { token: string }) =>
  (await server.call(contract.listProjects, { token })).body.data.length

describe('D2-9-12 of twenty at once at the last free place', () => {
  it('one creates a project', async () => {
    const { member } = await limited({ projectLimit: 3 })
    for (const index of [1, 2]) expect((await createProject(member)(index)).status).toBe(201)
    expect(await atOnce(createProject(member))).toEqual({ passed: 1, refused: ['ERR_5001'] })
    expect(await projectsOf(member)).toBe(3)
  })

  it('one creates a project or a sample, whoever was first', async () => {
    const { member } = await limited({ projectLimit: 1 })
    const either = (index: number) => (index % 2 ? createSample(member) : createProject(member)(index))
    expect(await atOnce(either)).toEqual({ passed: 1, refused: ['ERR_5001'] })
    expect(await projectsOf(member)).toBe(1)
  })

  it('one adds a sample, which takes three images, or nothing is left of it', async () => {
    const { member } = await limited({ mediumLimit: 5 })
    expect(await atOnce(() => createSample(member))).toEqual({ passed: 1, refused: ['ERR_5007'] })
    expect(await projectsOf(member)).toBe(1)
  })

  it('one announces an image', async () => {
    const { member } = await limited({ mediumLimit: 2 })
    const project = await addProject(server, member)
    expect((await announce(member.token, project)).status).toBe(201)
    expect(await atOnce(() => announce(member.token, project))).toEqual({ passed: 1, refused: ['ERR_5007'] })
  })

  it('one has room for its bytes', async () => {
    const { id, member } = await limited({ storageLimit: 2 })
    const project = await addProject(server, member)
    expect(await atOnce(() => announce(member.token, project, 1.5 * gigabyte))).toEqual({
      passed: 1,
      refused: ['ERR_5008'],
    })
    const { db } = server.context
    const [stored] = await db
      .select({ size: sql<string>`sum(${media.size})` })
      .from(media)
      .where(eq(media.organisationId, id))
    expect(Number(stored?.size)).toBe(1.5 * gigabyte)
  })

  it('one becomes active', async () => {
    const { id, admin } = await limited({ userLimit: -1 })
    const change = (userId: string, active: boolean) =>
      server.call(contract.updateMember, { token: admin.token, params: { userId }, body: { data: { active } } })
    const people = await Promise.all(Array.from({ length: callers }, (_, index) => addPerson(server, id, `p${index}`)))
    for (const person of people) await change(person.id, false)
    const { db } = server.context
    await endPlan(db, { organisation: id, plan: 'LAMELLA_PORTAL_CLOUD' }, new Date())
    const limits = { userLimit: 4, storageLimit: 1, projectLimit: 1, mediumLimit: 1, annotationLimit: 1 }
    const until = new Date(Date.now() + 86_400_000)
    await grantPlan(db, { organisation: id, plan: 'LAMELLA_PORTAL_CLOUD', until, limits }, new Date())
    // Admin, member and guest are three.
    expect(await atOnce((index) => change(people[index]?.id ?? '', true))).toEqual({
      passed: 1,
      refused: ['ERR_5002'],
    })
  })

  it('one analyses an image', async () => {
    const { db } = server.context
    const [owned] = await db
      .select({ id: subscriptions.planId })
      .from(subscriptions)
      .where(eq(subscriptions.organisationId, at.lab.organisationId))
    const [plan] = await db
      .select()
      .from(subscriptionPlans)
      .where(eq(subscriptionPlans.id, owned?.id ?? ''))
    const restrictions = (plan?.restrictions ?? []).map((each) =>
      each.key === 'jobLimit' ? { ...each, value: '1' } : each,
    )
    await db
      .update(subscriptionPlans)
      .set({ restrictions })
      .where(eq(subscriptionPlans.id, owned?.id ?? ''))
    expect(await atOnce(() => submit(at.lab.admin.token))).toEqual({ passed: 1, refused: ['ERR_5006'] })
  })
})

it('D1-9-26 D2-9-06 twenty at once all pass where the limit is -1', async () => {
  const { member } = await limited({})
  expect(await atOnce(createProject(member))).toEqual({ passed: callers, refused: [] })
  const project = await addProject(server, member)
  expect(await atOnce(() => announce(member.token, project))).toEqual({ passed: callers, refused: [] })
})

it('a plan that ends while twenty create is never exceeded by the limits that are left', async () => {
  const { id, member } = await limited({ projectLimit: 1000 })
  const { db } = server.context
  const until = new Date(Date.now() + 86_400_000)
  const limits = { userLimit: 9, storageLimit: 9, projectLimit: 0, mediumLimit: 9, annotationLimit: 9 }
  const create = atOnce(createProject(member))
  await endPlan(db, { organisation: id, plan: 'LAMELLA_PORTAL_CLOUD' }, new Date())
  await grantPlan(db, { organisation: id, plan: 'LAMELLA_PORTAL_CLOUD', until, limits }, new Date())
  const { passed } = await create
  expect(await projectsOf(member)).toBe(passed)
  expect((await createProject(member)(99)).code).toMatch(/ERR_5001/)
  expect(await projectsOf(member)).toBe(passed)
})
