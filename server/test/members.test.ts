import {
  aboutOrganisation,
  createProject,
  getOrganisation,
  getUser,
  listMembers,
  listUsers,
  requestUpgrade,
  updateMember,
  updateOrganisation,
  upgradePlans,
  whoAmI,
} from '@lamella/shared/contract'
import { and, eq } from 'drizzle-orm'
import { auditLog, users } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, logIn, setUpOrganisation, tokenCall } from './people.ts'
import { mailsTo } from './queued-mails.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
const lab = setUpOrganisation(server, beforeEach)

const members = async () => (await server.call(listMembers, { token: lab.admin.token })).body.data
const change = (userId: string, data: object, token = lab.admin.token) =>
  server.call(updateMember, { token, params: { userId }, body: { data } })
const entriesOn = async (objectId: string) =>
  server.context.db
    .select({ action: auditLog.action, userId: auditLog.userId, detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.objectId, objectId), eq(auditLog.userId, lab.admin.id)))
    .orderBy(auditLog.id)

describe('Members', () => {
  it('D1-1-11 are listed with role, access, projects, storage and when they were last active', async () => {
    await addProject(server, lab.member)
    await addProject(server, lab.member)
    const never = await addPerson(server, lab.id, 'never')
    await server.context.db.update(users).set({ lastActive: null, active: false }).where(eq(users.id, never.id))
    const list = await members()
    const of = (id: string) => list.find((member) => member.id === id)
    expect(of(lab.member.id)).toEqual({
      id: lab.member.id,
      firstName: 'member',
      lastName: 'Tester',
      fullName: 'member Tester',
      email: lab.member.email,
      isAdmin: false,
      isGuest: false,
      roles: ['USER'],
      active: true,
      projectCount: 2,
      storageUsed: 0,
      lastActive: clock.now().toISOString(),
      secondFactor: false,
    })
    expect(of(lab.admin.id)).toMatchObject({ isAdmin: true, isGuest: false, roles: ['USER', 'ORG_ADMIN'] })
    expect(of(lab.guest.id)).toMatchObject({ isAdmin: false, isGuest: true, roles: ['GUEST'] })
    expect(of(never.id)).toMatchObject({ active: false, lastActive: null })
    expect(list).toHaveLength(4)
  })

  it('are read in pages', async () => {
    const query = { 'page[size]': 2 }
    const first = (await server.call(listMembers, { token: lab.admin.token, query })).body
    expect(first.data).toHaveLength(2)
    const after = new URL(first.links.next ?? '', 'http://x').searchParams.get('page[after]') ?? ''
    const second = (
      await server.call(listMembers, { token: lab.admin.token, query: { ...query, 'page[after]': after } })
    ).body
    expect(second.links.next).toBeNull()
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual((await members()).map(({ id }) => id))
  })

  it.each([
    ['GUEST', ['GUEST'], 'ERR_0403'],
    ['ORG_ADMIN', ['USER', 'ORG_ADMIN'], null],
    ['USER', ['USER'], null],
  ] as const)('become %s at once, also in running sessions, and it is recorded', async (role, roles, created) => {
    const person = await addPerson(server, lab.id, 'x', { isAdmin: role === 'USER' })
    await server.call(whoAmI, { token: person.token })
    expect((await change(person.id, { role })).status).toBe(204)
    expect((await server.call(whoAmI, { token: person.token })).body.data.roles).toEqual(roles)
    const answer = await server.call(createProject, { token: person.token, body: { data: { name: 'P' } } })
    expect(answer.code).toBe(created)
    const from = role === 'USER' ? 'ORG_ADMIN' : 'USER'
    expect(await entriesOn(person.id)).toEqual([
      { action: 'user.role-changed', userId: lab.admin.id, detail: { name: 'x Tester', from, to: role } },
    ])
  })

  it('D2-7-22 lose every session when they are deactivated, and may log in again when they are active', async () => {
    const { refresh_token } = await logIn(server, lab.member.email)
    expect((await change(lab.member.id, { active: false })).status).toBe(204)
    expect((await server.call(whoAmI, { token: lab.member.token })).status).toBe(401)
    expect((await tokenCall(server, { grant_type: 'refresh_token', refresh_token })).code).toBe('ERR_1002')
    await change(lab.member.id, { active: true })
    expect((await server.call(whoAmI, { token: lab.member.token })).status).toBe(401)
    const { access_token: token } = await logIn(server, lab.member.email)
    expect((await server.call(whoAmI, { token })).status).toBe(200)
    expect((await entriesOn(lab.member.id)).map(({ action }) => action)).toEqual(['user.deactivated', 'user.activated'])
  })

  it.each([
    ['the own role', { role: 'USER' }],
    ['the own access', { active: false }],
  ])('cannot take away %s', async (_, data) => {
    const second = await addPerson(server, lab.id, 'second', { isAdmin: true })
    expect((await change(second.id, data, second.token)).code).toBe('ERR_1010')
    expect((await change(lab.admin.id, data)).code).toBe('ERR_1010')
  })

  it('D1-1-07 cannot change the owner: of two admins who deactivate each other, the owner stays', async () => {
    const second = await addPerson(server, lab.id, 'second', { isAdmin: true })
    const codes = await Promise.all([
      change(second.id, { role: 'GUEST', active: false }),
      change(lab.admin.id, { role: 'GUEST', active: false }, second.token),
    ])
    expect(codes.map(({ code }) => code)).toEqual([null, expect.stringMatching(/ERR_1010|ERR_0401|ERR_1002/)])
    expect((await members()).find(({ id }) => id === lab.admin.id)).toMatchObject({ isAdmin: true, active: true })
  })

  it('D1-9-15 do not count while they are inactive; of many who are activated, only as many as the limit allows', async () => {
    const people = [await addPerson(server, lab.id, 'd'), await addPerson(server, lab.id, 'e')]
    const late = [
      await addPerson(server, lab.id, 'f', { active: true }),
      await addPerson(server, lab.id, 'g', { active: true }),
    ]
    for (const { id } of late) await change(id, { active: false })
    expect((await change(late[0]?.id ?? '', { active: true })).code).toBe('ERR_5002')
    await change(people[0]?.id ?? '', { active: false })
    const codes = await Promise.all(late.map(async ({ id }) => (await change(id, { active: true })).code))
    expect(codes.sort()).toEqual(['ERR_5002', null])
    expect((await members()).filter(({ active }) => active)).toHaveLength(5)
  })

  it('of another organisation do not exist', async () => {
    const { member } = await addOrganisation(server)
    expect((await change(member.id, { active: false })).code).toBe('ERR_0404')
    expect((await server.call(whoAmI, { token: member.token })).status).toBe(200)
  })
})

describe('The organisation', () => {
  it('D2-7-25 has name, sector, owner and the day of its creation', async () => {
    const { data } = (await server.call(getOrganisation, { token: lab.guest.token })).body
    expect(data).toEqual({
      id: lab.id,
      name: 'Lab',
      sector: '',
      created: clock.now().toISOString(),
      owner: { id: lab.admin.id, fullName: 'admin Tester', email: lab.admin.email },
    })
  })

  it('D2-7-26 gets another name or sector; missing fields stay as they are', async () => {
    const update = (data: object) => server.call(updateOrganisation, { token: lab.admin.token, body: { data } })
    expect((await update({ sector: 'Research' })).status).toBe(204)
    expect((await update({ name: 'Nordlund Lab' })).status).toBe(204)
    const { data } = (await server.call(getOrganisation, { token: lab.admin.token })).body
    expect([data.name, data.sector]).toEqual(['Nordlund Lab', 'Research'])
    expect((await server.call(aboutOrganisation, { token: lab.admin.token })).body.data.name).toBe('Nordlund Lab')
    expect((await entriesOn(lab.id)).map(({ action }) => action)).toEqual([
      'organisation.created',
      'organisation.updated',
      'organisation.updated',
    ])
  })

  it.each(['', '   ', 'x'.repeat(129), '\u200e'])('refuses the name %j', async (name) => {
    const answer = await server.call(updateOrganisation, { token: lab.admin.token, body: { data: { name } } })
    expect(answer.code).toBe('ERR_0400')
  })

  it.each(upgradePlans)('asks for the plan $name: the support address gets a mail', async ({ name, displayName }) => {
    const message = `Two seats more <b>${name}</b>`
    const body = { data: { plan: name, message } }
    expect((await server.call(requestUpgrade, { token: lab.admin.token, body })).status).toBe(204)
    const mail = (await mailsTo(server, 'support@lamella.example')).at(-1)
    for (const text of [name, displayName, lab.id, lab.admin.email, message]) expect(mail?.text).toContain(text)
    expect(mail?.html).not.toContain('<b>')
  })

  it('asks at most five times an hour', async () => {
    const ask = () =>
      server.call(requestUpgrade, { token: lab.admin.token, body: { data: { plan: 'LAMELLA_AI_CLOUD' } } })
    const codes = []
    for (let call = 0; call < 6; call += 1) codes.push((await ask()).code)
    expect(codes).toEqual([null, null, null, null, null, 'ERR_0429'])
  })
})

it('D2-7-18 D1-7-18 who am I answers with the user of the token', async () => {
  for (const person of [lab.admin, lab.member, lab.guest]) {
    const { data } = (await server.call(whoAmI, { token: person.token })).body
    expect([data.id, data.email, data.organisationId]).toEqual([person.id, person.email, lab.id])
  }
  expect((await server.call(whoAmI, {})).status).toBe(401)
})

it('D1-1-06 D2-7-20 D1-7-23 the list of users holds everybody of the own organisation once, and nobody else', async () => {
  await addOrganisation(server)
  const { data } = (await server.call(listUsers, { token: lab.guest.token })).body
  expect(data.map(({ id }) => id).sort()).toEqual([lab.admin.id, lab.member.id, lab.guest.id].sort())
})

it('D2-7-19 one user can be read by everybody of the organisation, and by nobody else', async () => {
  const read = (token: string) => server.call(getUser, { token, params: { userId: lab.member.id } })
  expect((await read(lab.admin.token)).body.data).toMatchObject({ id: lab.member.id, email: lab.member.email })
  // Guests are external people: of others they see the name only.
  expect((await read(lab.guest.token)).body.data).toMatchObject({ id: lab.member.id, email: '' })
  expect((await read((await addOrganisation(server)).admin.token)).code).toBe('ERR_0404')
  expect((await read('')).status).toBe(401)
})
