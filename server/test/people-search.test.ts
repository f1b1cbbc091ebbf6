import { findCandidates, findUsers, recogniseUsers, transferProject } from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { users } from '../src/platform/db/schema/index.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'

const server = setUpServer()
let lab: Organisation
beforeEach(async () => {
  lab = await addOrganisation(server)
})

const find = (as: Person, wanted: readonly string[]) =>
  server.call(findUsers, { token: as.token, body: { data: { users: [...wanted] } } })

describe('Users by id', () => {
  it('D2-7-19 D2-7-20: are answered once each in the given order, of the own organisation only', async () => {
    const foreign = await addOrganisation(server)
    const { body } = await find(lab.member, [lab.guest.id, foreign.member.id, lab.admin.id, lab.guest.id])
    expect(body.data.map(({ id }) => id)).toEqual([lab.guest.id, lab.admin.id])
    expect(body.data[1]).toMatchObject({ fullName: 'admin Tester', email: lab.admin.email, isAdmin: true })
  })

  it('have no address for guests, except their own', async () => {
    const { body } = await find(lab.guest, [lab.guest.id, lab.admin.id])
    expect(body.data.map(({ email }) => email)).toEqual([lab.guest.email, ''])
  })

  it('D3-9-11: are at most 250 per call, and at least one', async () => {
    const many = (count: number) => Array.from({ length: count }, () => lab.member.id)
    expect((await find(lab.member, many(250))).status).toBe(200)
    expect((await find(lab.member, many(251))).code).toBe('ERR_0400')
    expect((await find(lab.member, [])).code).toBe('ERR_0400')
  })
})

describe('Whom a typed text stands for', () => {
  const recognise = (as: Person, texts: string[]) =>
    server.call(recogniseUsers, { token: as.token, body: { data: { texts } } })

  it('is the only user of the organisation with this name or address, in any case', async () => {
    const anna = await addPerson(server, lab.id, 'anna', { firstName: 'Ánna', lastName: 'Ek' })
    const foreign = await addOrganisation(server)
    const texts = ['ánna EK', ` ${anna.email.toUpperCase()} `, 'Ánna', foreign.member.email, '%', anna.id]
    const { body } = await recognise(lab.member, texts)
    expect(body.data.map((user) => user?.id ?? null)).toEqual([anna.id, anna.id, null, null, null, null])
  })

  it('is nobody where two people have the name', async () => {
    for (const name of ['one', 'two']) await addPerson(server, lab.id, name, { firstName: 'Kim', lastName: 'Berg' })
    expect((await recognise(lab.member, ['Kim Berg'])).body.data).toEqual([null])
  })

  it('is not told to guests, and not for more than 50 texts at once', async () => {
    expect((await recognise(lab.guest, [lab.member.email])).code).toBe('ERR_0403')
    const many = Array.from({ length: 51 }, (_, index) => `${index}`)
    expect((await recognise(lab.member, many)).code).toBe('ERR_0400')
  })
})

describe('People to choose from', () => {
  const candidates = async (projectId: string, query: Parameters<typeof call>[1]) =>
    (await call(projectId, query)).body.data
  const call = (projectId: string, query: { for: 'contributor' | 'owner'; name?: string; size?: number }) =>
    server.call(findCandidates, {
      token: lab.member.token,
      params: { projectId },
      query: {
        'filter[for]': query.for,
        ...(query.name !== undefined && { 'filter[name]': query.name }),
        ...(query.size && { 'page[size]': query.size }),
      },
    })

  it('are those who may contribute or own, by name: never somebody whom the server would refuse', async () => {
    const zoe = await addPerson(server, lab.id, 'zoe')
    const vera = await addPerson(server, lab.id, 'vera')
    const left = await addPerson(server, lab.id, 'left')
    await server.context.db.update(users).set({ active: false }).where(eq(users.id, left.id))
    await addOrganisation(server)
    const projectId = await addProject(server, lab.member, [[vera, 'viewer']])
    const ids = async (place: 'contributor' | 'owner') =>
      (await candidates(projectId, { for: place })).users.map(({ id }) => id)
    expect(await ids('contributor')).toEqual([lab.admin.id, lab.guest.id, zoe.id])
    expect(await ids('owner')).toEqual([lab.admin.id, vera.id, zoe.id])
    const body = { data: { user: vera.id, was: lab.member.id } }
    const transferred = await server.call(transferProject, { token: lab.member.token, params: { projectId }, body })
    expect(transferred.status).toBe(204)
  })

  it('are found by words of names and addresses, and it is said when there are more', async () => {
    const projectId = await addProject(server, lab.member)
    const ann = await addPerson(server, lab.id, 'ann_a', { firstName: 'Ann' })
    const anne = await addPerson(server, lab.id, 'anne', { firstName: 'Anne' })
    const found = async (name: string, size?: number) => {
      const { users: people, more } = await candidates(projectId, { for: 'contributor', name, ...(size && { size }) })
      return [people.map(({ id }) => id), more]
    }
    expect(await found('tester ANN')).toEqual([[ann.id, anne.id], false])
    expect(await found('ann', 1)).toEqual([[ann.id], true])
    expect(await found('ann', 2)).toEqual([[ann.id, anne.id], false])
    expect(await found(anne.email.slice(0, 8))).toEqual([[anne.id], false])
    // Wildcards of the database are text.
    expect(await found('n_a')).toEqual([[ann.id], false])
    expect(await found('%%')).toEqual([[], false])
    expect((await call(projectId, { for: 'owner', size: 51 })).code).toBe('ERR_0400')
  })
})
