import {
  createProject,
  deleteProject,
  getProject,
  listMembers,
  listProjects,
  logout,
  updateMember,
} from '@lamella/shared/contract'
import { renewAgreements } from '../src/domains/auth/agreement-service.ts'
import { AccessCache, type AccessLookups } from '../src/platform/http/access-cache.ts'
import type { Identity } from '../src/platform/http/identity.ts'
import { createClock } from './clock.ts'
import { besides, setUpServer, startTestApp, type TestApp } from './helper.ts'
import { addPerson, addProject, setUpOrganisation } from './people.ts'
import { until } from './until.ts'

/** Nothing remembered grows old by itself: only an announcement can make a server look again. */
const clock = createClock()

describe('Two servers on one database', () => {
  const one = setUpServer({ now: clock.now })
  const lab = setUpOrganisation(one, beforeEach)
  let other: TestApp
  beforeAll(async () => {
    other = await startTestApp({ now: clock.now, env: besides(one) })
  })
  afterAll(() => other.close())

  const codeOf = async (call: Promise<{ code: string | null }>) => (await call).code

  it('a role that one of them changed counts at the other', async () => {
    const second = await addPerson(one, lab.id, 'second', { isAdmin: true })
    const members = () => codeOf(other.call(listMembers, { token: second.token }))
    const create = () => codeOf(other.call(createProject, { token: second.token, body: { data: { name: 'New' } } }))
    expect([await members(), await create()]).toEqual([null, null])
    const params = { userId: second.id }
    await one.call(updateMember, { token: lab.admin.token, params, body: { data: { role: 'GUEST' } } })
    await until(async () => (await members()) === 'ERR_0403')
    expect(await create()).toBe('ERR_0403')
    await one.call(updateMember, { token: lab.admin.token, params, body: { data: { role: 'ORG_ADMIN' } } })
    await until(async () => (await members()) === null)
  })

  it('a log-out at one of them ends the session at the other', async () => {
    const list = () => codeOf(other.call(listProjects, { token: lab.member.token }))
    expect(await list()).toBeNull()
    await one.call(logout, { token: lab.member.token })
    await until(async () => (await list()) === 'ERR_1002')
  })

  it('a project that one of them deleted is not shown by the other', async () => {
    const projectId = await addProject(one, lab.member)
    const call = { token: lab.member.token, params: { projectId } }
    const get = () => codeOf(other.call(getProject, call))
    const roles = () => other.context.access.rolesOfProject(projectId, clock.now())
    expect([await get(), (await roles())?.ownerId]).toEqual([null, lab.member.id])
    await one.call(deleteProject, call)
    await until(async () => (await roles()) === null)
    expect(await get()).toBe('ERR_0404')
  })

  it('agreements that an operator renewed are missing at both', async () => {
    const list = (server: TestApp) => codeOf(server.call(listProjects, { token: lab.member.token }))
    expect([await list(one), await list(other)]).toEqual([null, null])
    await renewAgreements(one.context.db, { terms: '2' }, clock.now())
    for (const server of [one, other]) await until(async () => (await list(server)) === 'ERR_1008')
  })
})

describe('AccessCache', () => {
  const cacheOf = (announce = async () => undefined) => new AccessCache({} as AccessLookups, announce)
  const identity = { principal: { userId: 'user', organisationId: 'organisation' } } as Identity

  it.each([
    [{ kind: 'user', id: 'user' }, false],
    [{ kind: 'user', id: 'other' }, true],
    [{ kind: 'organisation', id: 'organisation' }, false],
    [{ kind: 'project', id: 'user' }, true],
    [{ kind: 'everybody' }, false],
  ] as const)('after %j still remembers somebody: %s', (change, kept) => {
    const cache = cacheOf()
    cache.identities.set('token', identity, clock.now())
    cache.forget(change)
    expect(cache.identities.get('token', clock.now()) !== undefined).toBe(kept)
  })

  it('says that something changed while it was looked up', async () => {
    const cache = cacheOf()
    const isUnchanged = cache.watch()
    expect(isUnchanged()).toBe(true)
    await cache.invalidateUser('somebody')
    expect(isUnchanged()).toBe(false)
  })
})
