import { getProjectOutline, listProjects, type ProjectSort } from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { auditLog, images, media, projects } from '../src/platform/db/schema/index.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addProject, type Person } from './people.ts'

const server = setUpServer()

interface Stored {
  name: string
  owner: Person
  images?: number
  description?: string
  created?: string
  modified?: string
}

const store = async (seenBy: Person, { name, owner, images: count = 0, ...times }: Stored): Promise<string> => {
  const { db } = server.context
  const id = await addProject(server, owner, owner.id === seenBy.id ? [] : [[seenBy, 'viewer']], name)
  const { created = '2026-01-01T00:00:00Z', modified = created, description = '' } = times
  await db
    .update(projects)
    .set({ description, created: new Date(created), modified: new Date(modified) })
    .where(eq(projects.id, id))
  for (let made = 0; made < count; made++) {
    const { organisationId, id: ownerId } = owner
    const file = { organisationId, ownerId, fileType: 'TwoDimensions', originalFilename: 'a.tif', size: 1 } as const
    const [medium] = await db
      .insert(media)
      .values({ ...file, status: 'available' })
      .returning()
    await db.insert(images).values({ projectId: id, mediumId: medium?.id ?? '', name: 'a' })
  }
  return id
}

type Query = NonNullable<Parameters<typeof server.call<typeof listProjects>>[1]>['query']

const named = async ({ token }: Person, query: Query) =>
  (await server.call(listProjects, { token, query })).body.data.map(({ name }) => name)

describe('List of projects', () => {
  const laboratory = async () => {
    const { admin, member, guest } = await addOrganisation(server)
    const all: Stored[] = [
      { name: 'Liver 10', owner: member, images: 2, created: '2026-01-02T10:00:00Z', modified: '2026-03-01T00:00:00Z' },
      { name: 'liver 9', owner: admin, images: 17, created: '2026-01-03T23:30:00Z', description: 'Masson' },
      { name: 'Árbol~é', owner: member, created: '2026-01-04T00:00:00Z' },
      { name: 'Zebra', owner: admin, images: 1, created: '2025-12-01T00:00:00Z' },
    ]
    const ids: Record<string, string> = {}
    for (const project of all) ids[project.name] = await store(member, project)
    return { admin, member, guest, ids }
  }

  it('D2-2-25 D3-7-21: is sorted by each column, and the outline has the start of each page', async () => {
    const { member, ids } = await laboratory()
    // The history counts as a change (D2-2-25).
    const entry = { organisationId: member.organisationId, action: 'image.created', projectId: ids.Zebra ?? null }
    await server.context.db.insert(auditLog).values({ ...entry, at: new Date('2026-02-01T00:00:00Z') })
    const orders: Record<Exclude<ProjectSort, `-${string}`>, string[]> = {
      name: ['Árbol~é', 'liver 9', 'Liver 10', 'Zebra'],
      images: ['Árbol~é', 'Zebra', 'Liver 10', 'liver 9'],
      owner: ['liver 9', 'Zebra', 'Liver 10', 'Árbol~é'],
      modified: ['liver 9', 'Árbol~é', 'Zebra', 'Liver 10'],
      created: ['Liver 10', 'liver 9', 'Árbol~é', 'Zebra'],
    }
    for (const [column, expected] of Object.entries(orders)) {
      for (const sort of [column, `-${column}`] as ProjectSort[]) {
        const query = { sort, 'page[size]': 1 }
        const { total, starts } = (await server.call(getProjectOutline, { token: member.token, query })).body.data
        const seen: string[] = []
        for (const start of starts) {
          seen.push(...(await named(member, { ...query, ...(start !== null && { 'page[after]': start }) })))
        }
        expect([sort, total, seen]).toEqual([sort, 4, sort === column ? expected : expected.toReversed()])
      }
    }
  })

  it('D3-7-21: pages follow each other by their links, in the same order and filter', async () => {
    const { member } = await laboratory()
    const pageOf = async (query: Query) => (await server.call(listProjects, { token: member.token, query })).body
    const first = await pageOf({ sort: '-modified', 'filter[text]': 'R', 'page[size]': 3 })
    const next = new URL(first.links.next ?? '', 'http://next').searchParams
    const second = await pageOf(Object.fromEntries(next))
    expect(second.links.next).toBeNull()
    const seen = [...first.data, ...second.data].map(({ name }) => name)
    expect(seen).toEqual(['Liver 10', 'Árbol~é', 'liver 9', 'Zebra'])
    const wrong = await server.call(listProjects, { token: member.token, query: { sort: 'name', 'page[after]': 'x' } })
    expect([wrong.status, wrong.code]).toEqual([400, 'ERR_0400'])
  })

  it.each([
    ['name', 'LIVER', ['Liver 10', 'liver 9']],
    ['description', 'masson', ['liver 9']],
    ['owner', 'admin test', ['liver 9', 'Zebra']],
    ['number of images', '17', ['liver 9']],
    ['creation in the time zone of the page', '2026-01-04 00:30', ['liver 9']],
    ['last change', '2026-03-01 01:00', ['Liver 10']],
    ['a part that is taken literally', '1_', []],
  ])('D2-2-20 D2-2-29: is filtered by %s', async (_, text, expected) => {
    const { member } = await laboratory()
    const query = { sort: 'name', 'filter[text]': text, 'filter[timeZone]': 'Europe/Berlin' } as const
    expect((await named(member, query)).toSorted()).toEqual(expected.toSorted())
    const { data } = (await server.call(getProjectOutline, { token: member.token, query })).body
    expect([data.total, data.all, data.ownImages]).toEqual([expected.length, 4, 2])
  })

  it('is found by words of the name, in any case and order', async () => {
    const { member } = await laboratory()
    expect(await named(member, { 'filter[name]': '10 LIVER' })).toEqual(['Liver 10'])
    expect(await named(member, { 'filter[name]': 'masson' })).toEqual([])
  })

  it('refuses a time zone that does not exist', async () => {
    const { member } = await laboratory()
    const query = { 'filter[text]': '2026', 'filter[timeZone]': 'Mars/Base' }
    expect((await server.call(listProjects, { token: member.token, query })).code).toBe('ERR_0400')
  })

  it('D2-7-01 D3-2-30: has only projects of the caller, and by role those in which they have it', async () => {
    const { admin, member, guest, ids } = await laboratory()
    const { member: stranger } = await addOrganisation(server)
    await addProject(server, stranger, [], 'Strange')
    await addProject(server, member, [[guest, 'viewer']], 'For the guest')
    expect(Object.keys(ids)).toHaveLength(4)
    expect(await named(member, { sort: 'name', 'filter[role]': 'editor' })).toEqual([
      'Árbol~é',
      'For the guest',
      'Liver 10',
    ])
    expect(await named(guest, { sort: 'name' })).toEqual(['For the guest'])
    expect(await named(guest, { sort: 'name', 'filter[role]': 'editor' })).toEqual([])
    expect(await named(admin, { sort: 'name' })).toEqual(['liver 9', 'Zebra'])
    const { data } = (await server.call(getProjectOutline, { token: guest.token, query: {} })).body
    expect(data).toEqual({ total: 1, starts: [null], all: 1, ownImages: 0 })
  })
})
