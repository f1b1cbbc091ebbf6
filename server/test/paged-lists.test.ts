import { randomUUID } from 'node:crypto'
import {
  type Endpoint,
  getInvitationOutline,
  getJobOutline,
  getMemberOutline,
  getTrashOutline,
  getUserOutline,
  type InvitationSort,
  type JobSort,
  listInvitations,
  listJobGroups,
  listJobs,
  listMembers,
  listTrash,
  listUsers,
  type MemberSort,
  type TrashSort,
} from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { analysisJobs, images, invitations, secondFactors, users } from '../src/platform/db/schema/index.ts'
import { setUpServer } from './helper.ts'
import { addImage } from './library-images.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'

const server = setUpServer()
let lab: Organisation
beforeEach(async () => {
  lab = await addOrganisation(server)
})

type Call = Parameters<typeof server.call>[1]
interface Listed {
  data: Record<string, unknown>[]
  links: { next: string | null }
}
const answerOf = async (endpoint: Endpoint, call: Call) => {
  const answer = await server.call(endpoint, call as never)
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.raw}`)
  return answer.body as never
}

/** Texts of the field of all rows: by the starts of the outline, and by the links, which must agree. */
const walk = async (list: Endpoint, outline: Endpoint, call: object, query: object, field: string) => {
  const asked = { ...query, 'page[size]': 2 }
  const page = (after: string | null): Promise<Listed> =>
    answerOf(list, { ...call, query: { ...asked, ...(after !== null && { 'page[after]': after }) } } as never)
  const { total, starts } = ((await answerOf(outline, { ...call, query: asked } as never)) as { data: unknown })
    .data as {
    total: number
    starts: (string | null)[]
  }
  const seen: unknown[] = []
  for (const start of starts) seen.push(...(await page(start)).data.map((row) => row[field]))
  const linked: unknown[] = []
  for (let next: string | null = '?'; next !== null; ) {
    const query = Object.fromEntries(new URL(next, 'http://x').searchParams)
    const { data, links }: Listed = await answerOf(list, { ...call, query: { ...asked, ...query } } as never)
    linked.push(...data.map((row) => row[field]))
    next = links.next
  }
  expect(linked).toEqual(seen)
  expect(total).toBe(seen.length)
  return seen
}

const wrongCursor = async (list: Endpoint, call: object, sort: string) => {
  const query = { sort, 'page[after]': 'x' }
  return (await server.call(list, { ...call, query } as never)).code
}

describe('List of members', () => {
  const people = async () => {
    const add = (firstName: string, flags = {}) => addPerson(server, lab.id, 'person', { firstName, ...flags })
    const ben = await add('Ben', { isAdmin: true })
    const anna = await add('Ánna 10')
    const anna9 = await add('anna 9')
    await server.context.db.update(users).set({ active: false }).where(eq(users.id, anna9.id))
    for (const [id, lastActive] of [
      [lab.admin.id, '2026-01-03'],
      [lab.member.id, '2026-01-02'],
      [lab.guest.id, '2026-01-01'],
      [ben.id, null],
      [anna.id, '2026-01-05'],
      [anna9.id, '2026-01-04'],
    ] as const) {
      await server.context.db
        .update(users)
        .set({ lastActive: lastActive && new Date(lastActive) })
        .where(eq(users.id, id))
    }
    for (let made = 0; made < 11; made++) await addProject(server, anna)
    await addProject(server, ben)
    const projectId = await addProject(server, ben)
    await addImage(server, ben, projectId, { name: 'a', size: 20 })
    await addImage(server, anna, projectId, { name: 'b', size: 100 })
    const factor = { userId: anna9.id, secret: Buffer.from('x'), confirmed: new Date() }
    await server.context.db.insert(secondFactors).values(factor as never)
  }
  const first = (names: unknown[], count: number) => names.slice(0, count)
  const call = () => ({ token: lab.admin.token })

  it('D3-7-21 D3-9-11: is sorted by each column, from both ends', async () => {
    await people()
    const names = (sort: MemberSort) => walk(listMembers, getMemberOutline, call(), { sort }, 'firstName')
    const byName = ['admin', 'anna 9', 'Ánna 10', 'Ben', 'guest', 'member']
    expect(await names('name')).toEqual(byName)
    expect(await names('-name')).toEqual(byName.toReversed())
    expect(first(await names('-projects'), 2)).toEqual(['Ánna 10', 'Ben'])
    expect(first(await names('-storage'), 2)).toEqual(['Ánna 10', 'Ben'])
    expect((await names('storage')).slice(-2)).toEqual(['Ben', 'Ánna 10'])
    expect(first(await names('-two-step'), 1)).toEqual(['anna 9'])
    const visits = ['guest', 'member', 'admin', 'anna 9', 'Ánna 10']
    expect(await names('last-active')).toEqual([...visits, 'Ben'])
    expect(await names('-last-active')).toEqual([...visits.toReversed(), 'Ben'])
    // Admin; Admin, owner; Guest; User.
    const roles = await names('role')
    expect([roles[0], roles[1], roles[2]]).toEqual(['Ben', 'admin', 'guest'])
  })

  it('is found by name, address, role and number of projects, and counts those who are active', async () => {
    await people()
    const found = async (text: string) =>
      (await walk(listMembers, getMemberOutline, call(), { sort: 'name', 'filter[text]': text }, 'firstName')).join()
    expect(await found('ANNA 9')).toBe('anna 9')
    expect(await found('guest-')).toBe('guest')
    expect(await found('owner')).toBe('admin')
    expect(await found('11')).toContain('Ánna 10')
    expect(await found('%')).toBe('')
    const outline = await answerOf(getMemberOutline, { ...call(), query: { 'filter[text]': 'owner' } } as never)
    expect(outline).toEqual({ data: { total: 1, starts: [null], all: 6, active: 5 } })
    expect(await wrongCursor(listMembers, call(), 'name')).toBe('ERR_0400')
    expect(await wrongCursor(listMembers, call(), 'projects')).toBe('ERR_0400')
  })

  it('D3-7-21 without an order is as older clients read it: by id, which is the cursor', async () => {
    await people()
    const query = { 'page[size]': 2 }
    const page: Listed = await answerOf(listMembers, { ...call(), query } as never)
    const last = page.data.at(-1)?.id
    expect(new URL(page.links.next ?? '', 'http://x').searchParams.get('page[after]')).toBe(last)
    const next: Listed = await answerOf(listMembers, { ...call(), query: { ...query, 'page[after]': last } } as never)
    expect(next.data.map(({ id }) => String(id) > String(last))).toEqual([true, true])
  })

  it('does not tell a guest who has an address', async () => {
    await people()
    const found = async ({ token }: Person, text: string) => {
      const { data }: Listed = await answerOf(listUsers, { token, query: { 'filter[text]': text } } as never)
      return data.map(({ firstName }) => firstName).join()
    }
    const domain = '@lab.test'
    expect((await found(lab.member, domain)).split(',')).toHaveLength(6)
    expect(await found(lab.guest, domain)).toBe('guest')
    expect(await found(lab.guest, 'BEN')).toBe('Ben')
  })

  it('has nobody of another organisation', async () => {
    const other = await addOrganisation(server)
    const ids = await walk(listUsers, getUserOutline, { token: other.member.token }, { sort: 'name' }, 'id')
    expect(ids).toHaveLength(3)
    expect(ids).not.toContain(lab.member.id)
  })
})

describe('List of invitations', () => {
  const invited = async () => {
    const common = { organisationId: lab.id, invitedBy: lab.admin.id, tokenHash: Buffer.from('x') }
    const soon = new Date(Date.now() + 1e8)
    await server.context.db.insert(invitations).values([
      { ...common, email: 'a10@x.test', role: 'USER', created: new Date('2026-01-01'), expires: soon },
      {
        ...common,
        email: 'a9@x.test',
        role: 'GUEST',
        created: new Date('2026-01-03'),
        expires: new Date('2026-01-10'),
      },
      {
        ...common,
        email: 'b@x.test',
        role: 'USER',
        invitedBy: null,
        created: new Date('2026-01-02'),
        expires: new Date(Date.now() + 2e8),
      },
    ])
  }
  const call = () => ({ token: lab.admin.token })

  it('D3-7-21 D3-9-11: is sorted by each column, from both ends', async () => {
    await invited()
    const addresses = async (sort?: InvitationSort) =>
      (await walk(listInvitations, getInvitationOutline, call(), sort ? { sort } : {}, 'email')).map((email) =>
        String(email).replace('@x.test', ''),
      )
    expect(await addresses()).toEqual(['a9', 'b', 'a10'])
    expect(await addresses('created')).toEqual(['a10', 'b', 'a9'])
    expect(await addresses('email')).toEqual(['a9', 'a10', 'b'])
    expect(await addresses('-email')).toEqual(['b', 'a10', 'a9'])
    expect((await addresses('role'))[0]).toBe('a9')
    expect((await addresses('status'))[0]).toBe('a9')
    expect((await addresses('-status'))[2]).toBe('a9')
    expect((await addresses('invited-by'))[2]).toBe('b')
    expect((await addresses('-invited-by'))[2]).toBe('b')
    expect(await addresses('expires')).toEqual(['a9', 'a10', 'b'])
    const outline = await answerOf(getInvitationOutline, call() as never)
    expect(outline).toEqual({ data: { total: 3, starts: [null], all: 3, pending: 2 } })
    expect(await wrongCursor(listInvitations, call(), 'created')).toBe('ERR_0400')
  })

  it('D3-7-21 is read whole by older clients, which follow the links', async () => {
    await invited()
    const first: Listed = await answerOf(listInvitations, { ...call(), query: { 'page[size]': 2 } } as never)
    const after = new URL(first.links.next ?? '', 'http://x').searchParams.get('page[after]')
    const query = { 'page[size]': 2, 'page[after]': after }
    const second: Listed = await answerOf(listInvitations, { ...call(), query } as never)
    expect([...first.data, ...second.data].map(({ email }) => email)).toEqual(['a9@x.test', 'b@x.test', 'a10@x.test'])
    expect(second.links.next).toBeNull()
  })
})

describe('Trash', () => {
  it('D3-7-21 D3-9-11: is sorted by each column, from both ends, and newest first for older clients', async () => {
    const projectId = await addProject(server, lab.member)
    for (const [name, size, trashed] of [
      ['a10.tif', 5, '2026-01-01'],
      ['a9.tif', 1000, '2026-01-03'],
      ['b.tif', 20, '2026-01-02'],
      ['kept.tif', 1, null],
    ] as const) {
      const { imageId } = await addImage(server, lab.member, projectId, { name, size })
      await server.context.db
        .update(images)
        .set({ trashed: trashed && new Date(trashed) })
        .where(eq(images.id, imageId))
    }
    const call = { token: lab.member.token, params: { projectId } }
    const names = (sort?: TrashSort) => walk(listTrash, getTrashOutline, call, sort ? { sort } : {}, 'name')
    expect(await names()).toEqual(['b.tif', 'a9.tif', 'a10.tif'])
    expect(await names('name')).toEqual(['a9.tif', 'a10.tif', 'b.tif'])
    expect(await names('-name')).toEqual(['b.tif', 'a10.tif', 'a9.tif'])
    expect(await names('size')).toEqual(['a10.tif', 'b.tif', 'a9.tif'])
    expect(await names('-size')).toEqual(['a9.tif', 'b.tif', 'a10.tif'])
    expect(await names('-trashed')).toEqual(['a9.tif', 'b.tif', 'a10.tif'])
    expect(await wrongCursor(listTrash, call, 'size')).toBe('ERR_0400')
  })
})

describe('List of jobs', () => {
  const runs = { nuclei: randomUUID(), 'dab-scoring': randomUUID() }
  const jobs = async () => {
    const projectId = await addProject(server, lab.member)
    const { db } = server.context
    const idOf = new Map<string, string>()
    for (const [name, appName, appVersion, status, created] of [
      ['a10.tif', 'nuclei', '1.0.0', 'successful', '2026-01-01T23:30:00Z'],
      ['a9.tif', 'dab-scoring', '2.0.0', 'failed', '2026-01-02T10:00:00Z'],
      ['b.tif', 'dab-scoring', '1.0.0', 'successful', '2026-01-03T10:00:00Z'],
      ['gone.tif', 'dab-scoring', '1.0.0', 'pending', '2026-01-04T10:00:00Z'],
    ] as const) {
      const { imageId } = await addImage(server, lab.member, projectId, { name })
      if (name === 'gone.tif') await db.update(images).set({ trashed: new Date() }).where(eq(images.id, imageId))
      idOf.set(name, imageId)
      const run = appVersion === '1.0.0' ? runs[appName] : null
      const job = { projectId, imageId, ownerId: lab.member.id, appName, appVersion, params: {}, status, run }
      await db.insert(analysisJobs).values({ ...job, created: new Date(created) })
    }
    return { token: lab.member.token, params: { projectId }, idOf }
  }

  it('D3-7-21 D3-9-11: is sorted by each column, from both ends', async () => {
    const { idOf: _ids, ...call } = await jobs()
    const names = (sort?: JobSort) => walk(listJobs, getJobOutline, call, sort ? { sort } : {}, 'imageName')
    expect(await names()).toEqual(['b.tif', 'a9.tif', 'a10.tif'])
    expect(await names('created')).toEqual(['a10.tif', 'a9.tif', 'b.tif'])
    expect(await names('image')).toEqual(['a9.tif', 'a10.tif', 'b.tif'])
    expect(await names('-image')).toEqual(['b.tif', 'a10.tif', 'a9.tif'])
    expect(await names('application')).toEqual(['b.tif', 'a9.tif', 'a10.tif'])
    expect(await names('-application')).toEqual(['a10.tif', 'a9.tif', 'b.tif'])
    expect(await wrongCursor(listJobs, call, 'image')).toBe('ERR_0400')
  })

  it.each([
    ['image', 'A1', 'a10.tif'],
    ['application', 'dab SCORING 2', 'a9.tif'],
    ['status', 'fail', 'a9.tif'],
    ['time in the zone of the page', '2026-01-02 00:30', 'a10.tif'],
    ['part that is taken literally', 'a_.', ''],
  ])('is found by %s', async (_, text, expected) => {
    const { idOf: _ids, ...call } = await jobs()
    const query = { 'filter[text]': text, 'filter[timeZone]': 'Europe/Berlin' }
    expect((await walk(listJobs, getJobOutline, call, query, 'imageName')).join()).toBe(expected)
    const { data } = await server.call(getJobOutline, { ...call, query } as never).then(({ body }) => body)
    expect(data).toMatchObject({ all: 3, byStatus: { successful: 2, failed: 1, pending: 0 } })
  })

  it.each([
    ['application', () => ({ 'filter[application]': 'dab-scoring' }), ['b.tif', 'a9.tif']],
    ['run, without images in the trash', () => ({ 'filter[run]': runs['dab-scoring'] }), ['b.tif']],
    ['status', () => ({ 'filter[status]': 'failed' }), ['a9.tif']],
    ['image', (idOf: Map<string, string>) => ({ 'filter[image]': idOf.get('a10.tif') }), ['a10.tif']],
    ['several at once', () => ({ 'filter[application]': 'nuclei', 'filter[status]': 'failed' }), []],
  ])('can be of one %s', async (_, condition, expected) => {
    const { idOf, ...call } = await jobs()
    expect(await walk(listJobs, getJobOutline, call, condition(idOf), 'imageName')).toEqual(expected)
  })

  it('has groups: applications with their jobs, and runs, newest first', async () => {
    const { idOf: _, ...call } = await jobs()
    const { body } = await server.call(listJobGroups, call)
    expect(body.data).toEqual({
      applications: [
        { name: 'dab-scoring', count: 2 },
        { name: 'nuclei', count: 1 },
      ],
      runs: [
        {
          id: runs['dab-scoring'],
          appName: 'dab-scoring',
          appVersion: '1.0.0',
          created: '2026-01-03T10:00:00.000Z',
          count: 1,
        },
        { id: runs.nuclei, appName: 'nuclei', appVersion: '1.0.0', created: '2026-01-01T23:30:00.000Z', count: 1 },
      ],
    })
  })
})
