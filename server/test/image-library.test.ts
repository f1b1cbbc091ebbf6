import {
  findImages,
  getImageOutline,
  type HandlerInput,
  type Image,
  type ImageSort,
  listImageGroups,
  listImages,
  tagImages,
  updateImage,
} from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { images, media } from '../src/platform/db/schema/index.ts'
import { setUpServer } from './helper.ts'
import { addImage, type StoredImage } from './library-images.ts'
import { addOrganisation, addPerson, addProject, type Person } from './people.ts'

const server = setUpServer()
let member: Person
let projectId: string
beforeEach(async () => {
  ;({ member } = await addOrganisation(server))
  projectId = await addProject(server, member)
})

type Query = Partial<HandlerInput<typeof listImages>['query']>
const add = async (...all: (Partial<StoredImage> | string)[]): Promise<string[]> => {
  const ids: string[] = []
  for (const one of all) {
    const changes = typeof one === 'string' ? { name: one } : one
    ids.push((await addImage(server, member, projectId, changes)).imageId)
  }
  return ids
}
const page = async (query: Query) => {
  const answer = await server.call(listImages, { token: member.token, params: { projectId }, query: query as never })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.raw}`)
  return answer.body
}
const outline = async (query: Query = {}) => {
  const options = { token: member.token, params: { projectId }, query: query as never }
  const answer = await server.call(getImageOutline, options)
  return answer.body.data
}
const namesOf = (items: readonly Image[]) => items.map(({ name }) => name)
const found = async (query: Query) => namesOf((await page(query)).data)
const tag = (images: string[], add: string[], remove: string[] = []) =>
  server.call(tagImages, { token: member.token, params: { projectId }, body: { data: { images, add, remove } } })

/** All pages, as a client follows them. */
const walk = async (query: Query, between: () => Promise<unknown> = async () => undefined): Promise<string[]> => {
  const seen: string[] = []
  for (let after: string | undefined | null; after !== null; ) {
    const { data, links } = await page({ ...query, ...(after && { 'page[after]': after }) })
    seen.push(...namesOf(data))
    after = links.next && new URL(links.next, 'http://x').searchParams.get('page[after]')
    await between()
  }
  return seen
}

const sizes: [string, number][] = [
  ['b2.tif', 30],
  ['B10.tif', 10],
  ['ä.tif', 20],
  ['a.tif', 20],
  ['b2.tif', 20],
]
const inOrder: Record<ImageSort, string[]> = {
  newest: ['b2.tif', 'a.tif', 'ä.tif', 'B10.tif', 'b2.tif'],
  oldest: ['b2.tif', 'B10.tif', 'ä.tif', 'a.tif', 'b2.tif'],
  name: ['ä.tif', 'a.tif', 'b2.tif', 'b2.tif', 'B10.tif'],
  largest: ['b2.tif', 'b2.tif', 'a.tif', 'ä.tif', 'B10.tif'],
  smallest: ['B10.tif', 'ä.tif', 'a.tif', 'b2.tif', 'b2.tif'],
}

describe('The list of images of a project', () => {
  it.each(Object.entries(inOrder) as [ImageSort, string[]][])('D3-7-21: sorted by %s', async (sort, expected) => {
    await add(...sizes.map(([name, size]) => ({ name, size })))
    for (const size of [1, 2, 250]) expect(await walk({ sort, 'page[size]': size })).toEqual(expected)
    const { total, starts } = await outline({ sort, 'page[size]': 2 })
    const pages = await Promise.all(
      starts.map((start) => found({ sort, 'page[size]': 2, ...(start && { 'page[after]': start }) })),
    )
    expect([total, pages.flat()]).toEqual([5, expected])
  })

  it.each(['name', 'smallest', 'oldest'] as const)(
    'a page goes on where the one before ended, whatever is added, renamed or deleted there: %s',
    async (sort) => {
      const ids = await add(...['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name, size) => ({ name, size })))
      let step = 0
      const seen = await walk({ sort, 'page[size]': 2 }, async () => {
        if (step === 0) {
          await server.context.db.delete(media).where(eq(media.size, 1))
          await add({ name: 'a0', size: 0 })
        }
        if (step === 1) {
          const params = { imageId: ids[3] ?? '' }
          await server.call(updateImage, { token: member.token, params, body: { data: { name: 'a0 renamed' } } })
        }
        step += 1
      })
      expect(seen.slice(0, 6)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'])
    },
  )

  it.each([
    ['name', 'no-uuid'],
    ['name', '019aa000-0000-7000-8000-000000000000'],
    ['largest', '019aa000-0000-7000-8000-000000000000~big'],
    ['newest', '019aa000-0000-7000-8000-000000000000~a'],
    ['newest', "'; select 1"],
  ] as const)('refuses a cursor that is none of the order %s', async (sort, after) => {
    const query = { sort, 'page[after]': after }
    const answer = await server.call(listImages, { token: member.token, params: { projectId }, query: query as never })
    expect([answer.status, answer.code]).toEqual([400, 'ERR_0400'])
  })

  it('names of 128 characters full of numbers, or of letters that stand for many, can be sorted and followed', async () => {
    // One letter of the last three is up to eighteen in what names are ordered by: an entry of an index may have 2.7 KB.
    const squared = String.fromCodePoint(...Array.from({ length: 88 }, (_, i) => 0x3300 + i))
    const names = [
      '1a'.repeat(64),
      '2🔬'.repeat(42),
      `${'9'.repeat(127)}%`,
      '⅒⅓¾⅚'.repeat(32),
      'ﷺ1'.repeat(64),
      `${squared}㍘7ﷺ`,
    ]
    await add(...names)
    expect((await walk({ sort: 'name', 'page[size]': 1 })).toSorted()).toEqual(names.toSorted())
  })

  it('the outline counts what is found, the scopes and the trash', async () => {
    await add('a', 'b', { status: 'processing' }, { status: 'unknown' }, { status: 'uploadFailed' })
    expect(await outline({ 'filter[scope]': 'available', 'filter[name]': 'a' })).toEqual({
      total: 1,
      starts: [null],
      counts: { available: 2, processing: 2, failed: 1 },
      trashed: 0,
    })
    expect(await outline({ 'filter[name]': 'zzz' })).toMatchObject({ total: 0, starts: [] })
  })

  describe('is filtered', () => {
    const day = (date: number) => new Date(Date.UTC(2026, 9, date))
    it.each<[string, Query, string[]]>([
      ['by words of the name', { 'filter[name]': 'TIF plate' }, ['plate1_a.tif', 'plate2_b.tif']],
      ['by a word with wildcards of LIKE', { 'filter[name]': '%' }, ['100%.czi']],
      ['by the beginning of the name', { 'filter[prefix]': 'Plate1_' }, ['plate1_a.tif']],
      ['by type', { 'filter[type]': 'MultiChannel' }, ['100%.czi']],
      ['by the least size', { 'filter[minSize]': 20 }, ['100%.czi', 'plate2_b.tif']],
      ['by the largest size', { 'filter[maxSize]': 20 }, ['plate1_a.tif', 'plate2_b.tif']],
      ['by channels', { 'filter[minChannels]': 2, 'filter[maxChannels]': 4 }, ['100%.czi']],
      ['by the first day', { 'filter[from]': day(2).toISOString() }, ['100%.czi', 'plate2_b.tif']],
      ['by the end of days', { 'filter[until]': day(2).toISOString() }, ['plate1_a.tif']],
      ['by tag', { 'filter[tag]': 'good' }, ['plate1_a.tif']],
      ['by several', { 'filter[minSize]': 20, 'filter[maxSize]': 20 }, ['plate2_b.tif']],
    ])('%s', async (_, query, expected) => {
      const [first = ''] = await add(
        { name: 'plate1_a.tif', size: 10, created: day(1) },
        { name: 'plate2_b.tif', size: 20, created: day(2) },
        { name: '100%.czi', size: 30, created: day(3), fileType: 'MultiChannel' },
      )
      const description = { channels: [{}, {}, {}] } as never
      await server.context.db.update(media).set({ description }).where(eq(media.size, 30))
      await tag([first], ['good'])
      expect(await found({ ...query, sort: 'name' })).toEqual(expected)
      expect((await outline(query)).total).toBe(expected.length)
    })

    it('by owner', async () => {
      const other = await addPerson(server, member.organisationId, 'other')
      await add('mine')
      await addImage(server, other, projectId, { name: 'theirs' })
      expect(await found({ 'filter[owner]': other.id })).toEqual(['theirs'])
    })
  })

  it('has groups: tags, owners, and folders that two names share', async () => {
    const ids = await add('p1_a', 'p1_b', 'p2-a', 'p2-b', 'p2-c', 'x_1', 'alone')
    await tag(ids.slice(0, 2), ['good', 'bad'])
    await tag(ids.slice(2, 3), ['good'])
    const answer = await server.call(listImageGroups, { token: member.token, params: { projectId } })
    expect(answer.body.data).toEqual({
      tags: [
        { name: 'bad', count: 2 },
        { name: 'good', count: 3 },
      ],
      folders: [
        { name: 'p2-', count: 3 },
        { name: 'p1_', count: 2 },
      ],
      types: [{ name: 'TwoDimensions', count: 7 }],
      owners: [{ name: member.id, count: 7 }],
    })
  })
})

describe('Tags', () => {
  it('are added to many images and removed from them, and lists show them', async () => {
    const ids = await add('a', 'b')
    expect((await tag(ids, ['stained', 'good'])).status).toBe(204)
    await tag(ids.slice(0, 1), [], ['good'])
    expect((await page({ sort: 'name' })).data.map(({ tags }) => tags)).toEqual([['stained'], ['good', 'stained']])
  })

  it('of one image are 20 at most, and then none is added', async () => {
    const ids = await add('a')
    const names = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `tag ${from + index}`)
    expect((await tag(ids, names(0, 20))).status).toBe(204)
    const refused = await tag(ids, ['one more'])
    expect([refused.status, refused.code]).toEqual([409, 'ERR_0409'])
    expect(refused.raw.toString()).toContain('An image can have 20 tags at most.')
    expect((await page({})).data[0]?.tags).toHaveLength(20)
  })

  it('are given to all of the images or to none: one of another project is not found', async () => {
    const ids = await add('a')
    const elsewhere = await addImage(server, member, await addProject(server, member))
    expect((await tag([...ids, elsewhere.imageId], ['good'])).code).toBe('ERR_0404')
    expect((await page({})).data[0]?.tags).toEqual([])
  })
})

it('images are found by their ids, in that order, without those of other projects or of the trash', async () => {
  const ids = await add('a.tif', 'b.tif', 'c.tif')
  const other = await addProject(server, member)
  const { imageId: foreign } = await addImage(server, member, other)
  await server.context.db
    .update(images)
    .set({ trashed: new Date() })
    .where(eq(images.id, ids[1] ?? ''))
  await tag([ids[0] ?? ''], ['mouse'])
  const body = { data: { images: [...ids.toReversed(), foreign] } }
  const { data } = (await server.call(findImages, { token: member.token, params: { projectId }, body })).body
  expect(data.map(({ name, tags }) => [name, tags])).toEqual([
    ['c.tif', []],
    ['a.tif', ['mouse']],
  ])
})
