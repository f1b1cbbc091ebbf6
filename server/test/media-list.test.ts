import {
  allUsersStorage,
  getMediaOutline,
  type ImageStatus,
  listMedia,
  type MediaSort,
  type MediumItem,
  organisationStorage,
  projectsStorage,
  type StorageStatistics,
  userStorage,
} from '@lamella/shared/contract'
import { decoderVersion } from '../src/imaging/index.ts'
import { analysisJobs, images, jobResults, media } from '../src/platform/db/schema/index.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'

const server = setUpServer()

interface StoredImage {
  owner: Person
  project: string
  name?: string
  status?: ImageStatus
  statusErrors?: string[]
  size?: number
}

/** Inserts an image in the state after an upload. */
const addImage = async ({ owner, project, name = 'a', status = 'available', statusErrors, size = 1 }: StoredImage) => {
  const { db } = server.context
  const [medium] = await db
    .insert(media)
    .values({
      organisationId: owner.organisationId,
      ownerId: owner.id,
      fileType: 'TwoDimensions',
      originalFilename: 'a.tif',
      size,
      status,
      ...(statusErrors && { statusErrors, failedDecoder: decoderVersion }),
    })
    .returning()
  if (!medium) throw new Error('no medium')
  const [image] = await db.insert(images).values({ projectId: project, mediumId: medium.id, name }).returning()
  if (!image) throw new Error('no image')
  return { mediumId: medium.id, imageId: image.id, created: medium.created.toISOString() }
}

const addResult = async (owner: Person, project: string, imageId: string, size: number) => {
  const { db } = server.context
  const job = { projectId: project, imageId, ownerId: owner.id, appName: 'a', appVersion: '1', params: {} }
  const [stored] = await db.insert(analysisJobs).values(job).returning()
  if (!stored) throw new Error('no job')
  const figures = { figures: [], classes: [], columns: [], objectCount: 0, provenance: {} }
  await db.insert(jobResults).values({ jobId: stored.id, size, ...figures })
}

const listed = async (token: string, query: object = {}): Promise<MediumItem[]> => {
  const answer = await server.call(listMedia, { token, query: query as never })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.raw}`)
  return answer.body.data
}
const namesOf = (items: readonly MediumItem[]) => items.map(({ name }) => name)

describe('List of media', () => {
  it('D3-7-24 D3-2-13: has project, owner and reason of failure of each', async () => {
    const { member } = await addOrganisation(server)
    const project = await addProject(server, member, [], 'Ki-67')
    const statusErrors = ['This CZI uses JPEG-XR compression, which is not supported; export it as OME-TIFF.']
    const { mediumId, imageId, created } = await addImage({
      owner: member,
      project,
      name: 'slide.czi',
      status: 'processingFailed',
      statusErrors,
      size: 3_000_000_000,
    })
    expect(await listed(member.token)).toEqual([
      {
        id: mediumId,
        imageId,
        name: 'slide.czi',
        size: 3_000_000_000,
        status: 'processingFailed',
        statusErrors,
        canProcessAgain: false,
        owner: member.id,
        project: { id: project, name: 'Ki-67', role: 'owner' },
        created,
      },
    ])
  })

  it.each([
    ['available', ['available']],
    ['processing', ['processing', 'unknown', 'uploadFinished', 'uploadPending', 'uploading']],
    ['failed', ['processingFailed', 'uploadCancelled', 'uploadFailed']],
  ] as const)('D3-2-21 D3-2-22 D3-2-23: scope %s', async (scope, expected) => {
    const { member } = await addOrganisation(server)
    const project = await addProject(server, member)
    const statuses: ImageStatus[] = [
      'uploadPending',
      'uploading',
      'uploadFinished',
      'uploadCancelled',
      'uploadFailed',
      'processing',
      'processingFailed',
      'available',
      'unknown',
    ]
    for (const status of statuses) await addImage({ owner: member, project, name: status, status })
    expect(namesOf(await listed(member.token, { 'filter[scope]': scope })).sort()).toEqual([...expected])
  })

  it('D3-2-20 D3-7-21: is sorted by the server, and its outline has the start of each page and counts by scope', async () => {
    const { member } = await addOrganisation(server)
    const { member: stranger } = await addOrganisation(server)
    await addImage({ owner: stranger, project: await addProject(server, stranger), name: 'strange.tif' })
    const project = await addProject(server, member, [], 'Ki-67')
    const sizes = [300, 100, 500, 100, 200]
    for (const [index, size] of sizes.entries()) await addImage({ owner: member, project, name: `well ${index}`, size })
    await addImage({ owner: member, project, name: 'bad', status: 'processingFailed' })
    const question = { 'filter[scope]': 'available', 'filter[name]': 'ki-67', 'page[size]': 2 } as const
    const pagesBy = async (sort: 'largest' | 'name' | 'newest') => {
      const query = { ...question, sort }
      const { data } = (await server.call(getMediaOutline, { token: member.token, query })).body
      expect({ total: data.total, counts: data.counts }).toEqual({
        total: 5,
        counts: { available: 5, processing: 0, failed: 1 },
      })
      const pages = []
      for (const start of data.starts) {
        pages.push(namesOf(await listed(member.token, { ...query, ...(start !== null && { 'page[after]': start }) })))
      }
      return pages
    }
    expect(await pagesBy('largest')).toEqual([['well 2', 'well 0'], ['well 4', 'well 3'], ['well 1']])
    expect(await pagesBy('name')).toEqual([['well 0', 'well 1'], ['well 2', 'well 3'], ['well 4']])
    expect(await pagesBy('newest')).toEqual([['well 4', 'well 3'], ['well 2', 'well 1'], ['well 0']])
    const first = await server.call(listMedia, { token: member.token, query: { ...question, sort: 'largest' } })
    const next = new URL(first.body.links.next ?? '', 'http://next').searchParams
    expect([next.get('sort'), next.get('filter[name]')]).toEqual(['largest', 'ki-67'])
    const wrong = await server.call(listMedia, {
      token: member.token,
      query: { sort: 'largest', 'page[after]': project },
    })
    expect([wrong.status, wrong.code]).toEqual([400, 'ERR_0400'])
  })

  it('D3-2-20 D3-2-22: is sorted by project, owner, size and name, in both directions and over pages', async () => {
    const { admin, member } = await addOrganisation(server)
    const [second, first] = [
      await addProject(server, member, [], 'Ki-10'),
      await addProject(server, admin, [[member, 'viewer']], 'ki-9'),
    ]
    const placed = [
      { name: 'a', owner: member, project: second },
      { name: 'b', owner: admin, project: first, size: 2 },
      { name: 'c', owner: admin, project: second },
      { name: 'd', owner: member, project: first },
      { name: 'x', owner: member, project: await addProject(server, admin, [], 'ki-9 unseen') },
    ]
    for (const image of placed) await addImage(image)
    const walked = async (sort: MediaSort) => {
      const { data } = (await server.call(getMediaOutline, { token: member.token, query: { sort, 'page[size]': 1 } }))
        .body
      const names = []
      for (const start of data.starts) {
        const query = { sort, 'page[size]': 1, ...(start !== null && { 'page[after]': start }) }
        names.push(...namesOf(await listed(member.token, query)))
      }
      expect(names).toEqual(namesOf(await listed(member.token, { sort })))
      return names.join('')
    }
    expect(await walked('project')).toBe('bdac')
    expect(await walked('-project')).toBe('cadb')
    expect(await walked('owner')).toBe('bcad')
    expect(await walked('-owner')).toBe('dacb')
    expect(await walked('-name')).toBe('dcba')
    expect(await walked('largest')).toBe('bdca')
    expect(await walked('smallest')).toBe('acdb')
  })

  it('refuses a scope that does not exist', async () => {
    const { member } = await addOrganisation(server)
    const answer = await server.call(listMedia, { token: member.token, query: { 'filter[scope]': 'all' as never } })
    expect([answer.status, answer.code]).toEqual([400, 'ERR_0400'])
  })

  it('D3-7-21: is paged, newest first, without gaps or duplicates, and keeps the scope', async () => {
    const { member } = await addOrganisation(server)
    const project = await addProject(server, member)
    for (const name of ['a', 'b', 'c', 'd', 'e']) await addImage({ owner: member, project, name })
    await addImage({ owner: member, project, name: 'failed', status: 'processingFailed' })
    const seen: string[] = []
    let after: string | undefined
    do {
      const query = { 'filter[scope]': 'available', 'page[size]': 2, ...(after && { 'page[after]': after }) } as const
      const { data, links } = (await server.call(listMedia, { token: member.token, query })).body
      seen.push(namesOf(data).join(''))
      const next = links.next === null ? null : new URL(links.next, 'http://x').searchParams
      if (next) expect([next.get('filter[scope]'), next.get('page[size]')]).toEqual(['available', '2'])
      after = next?.get('page[after]') ?? undefined
    } while (after)
    expect(seen).toEqual(['ed', 'cb', 'a'])
  })

  it('D3-7-21: is searched by words of the name, taken literally, in pages that keep the words', async () => {
    const { member } = await addOrganisation(server)
    const project = await addProject(server, member, [], 'Reference panel')
    const names = ['Kidney 10%.svs', 'kidney 100.svs', 'Liver_a.svs', 'Liver-a.svs', 'a\\b.svs']
    for (const name of names) await addImage({ owner: member, project, name })
    const named = async (name: string) => namesOf(await listed(member.token, { 'filter[name]': name })).reverse()
    expect(await named('SVS  kidney')).toEqual(['Kidney 10%.svs', 'kidney 100.svs'])
    expect(await named('10%')).toEqual(['Kidney 10%.svs'])
    expect(await named('r_a')).toEqual(['Liver_a.svs'])
    expect(await named('\\')).toEqual(['a\\b.svs'])
    expect(await named('PANEL liver')).toEqual(['Liver_a.svs', 'Liver-a.svs'])
    expect(await named(' ')).toEqual(names)
    const query = { 'filter[name]': 'svs', 'page[size]': 2 } as const
    const { links } = (await server.call(listMedia, { token: member.token, query })).body
    expect(new URL(links.next ?? '', 'http://x').searchParams.get('filter[name]')).toBe('svs')
  })

  describe('D2-1-02: who sees what', () => {
    let lab: Organisation
    let people: Record<string, Person>
    beforeAll(async () => {
      lab = await addOrganisation(server)
      const other = await addOrganisation(server)
      const person = (name: string, flags = {}) => addPerson(server, lab.id, name, flags)
      const owner = await person('owner')
      const editor = await person('editor')
      const annotator = await person('annotator')
      const viewer = await person('viewer')
      const guest = await person('guest', { isGuest: true })
      people = {
        owner,
        editor,
        annotator,
        viewer,
        'guest as editor': guest,
        'uninvolved member': lab.member,
        'uninvolved guest': lab.guest,
        'uninvolved admin': lab.admin,
        'admin of another organisation': other.admin,
      }
      const shared = await addProject(server, owner, [
        [editor, 'editor'],
        [annotator, 'annotator'],
        [viewer, 'viewer'],
        [guest, 'editor'],
      ])
      await addImage({ owner: editor, project: shared, name: 'shared' })
      await addImage({ owner, project: await addProject(server, owner), name: 'own' })
    })

    it.each([
      ['owner', { own: 'owner', shared: 'owner' }],
      ['editor', { shared: 'editor' }],
      ['annotator', { shared: 'annotator' }],
      ['viewer', { shared: 'viewer' }],
      ['guest as editor', { shared: 'viewer' }],
      ['uninvolved member', {}],
      ['uninvolved guest', {}],
      ['uninvolved admin', { own: 'editor', shared: 'editor' }],
      ['admin of another organisation', {}],
    ])('%s', async (caller, expected) => {
      const items = await listed(people[caller]?.token ?? '')
      expect(Object.fromEntries(items.map(({ name, project }) => [name, project.role]))).toEqual(expected)
      const seen = (await server.call(projectsStorage, { token: people[caller]?.token ?? '' })).body.data
      expect(seen).toHaveLength(items.length)
      const outline = (await server.call(getMediaOutline, { token: people[caller]?.token ?? '' })).body.data
      expect([outline.total, outline.counts.available]).toEqual([items.length, items.length])
    })

    it('nobody without a token', async () => {
      expect((await server.call(listMedia, {})).code).toBe('ERR_0401')
      expect((await server.call(getMediaOutline, {})).code).toBe('ERR_0401')
    })
  })
})

describe('Storage', () => {
  const files = (fileCount: number, size: number, resultCount = 0, resultSize = 0): StorageStatistics => ({
    objectTypes: [
      { type: 'ImageMedium', fileCount, size, count: fileCount },
      { type: 'JobResultAsset', fileCount: resultCount, size: resultSize, count: resultCount },
    ],
    total: { fileCount: fileCount + resultCount, size: size + resultSize },
  })

  describe('of an organisation with images, results and neighbours', () => {
    let people: Awaited<ReturnType<typeof addOrganisation>>
    let first: string
    let second: string
    beforeEach(async () => {
      people = await addOrganisation(server)
      const { admin, member } = people
      first = await addProject(server, admin, [[member, 'editor']], 'First')
      second = await addProject(server, member, [], 'Second')
      await addImage({ owner: admin, project: first, size: 3_000_000_000 })
      const { imageId } = await addImage({ owner: member, project: first, size: 500, status: 'processingFailed' })
      await addImage({ owner: member, project: second, size: 40 })
      await addImage({ owner: member, project: second, size: 7, status: 'uploadCancelled' })
      await addResult(admin, first, imageId, 11)
      // Files of others do not count for them.
      const others = await addOrganisation(server)
      const foreign = await addProject(server, others.admin)
      const image = await addImage({ owner: others.admin, project: foreign, size: 9 })
      await addResult(others.admin, foreign, image.imageId, 9)
    })

    it('D3-7-51 D3-3-45 D3-3-48: the sum has both kinds of files, with the number of each', async () => {
      const total = (await server.call(organisationStorage, { token: people.admin.token })).body.data
      expect(total).toEqual(files(3, 3_000_000_540, 1, 11))
    })

    it('D3-7-53 D3-3-47 D2-7-37: that of each user names them, and adds up to the sum', async () => {
      const { admin, member, guest } = people
      const users = (await server.call(allUsersStorage, { token: guest.token })).body.data
      expect(users).toHaveLength(3)
      expect(users).toEqual(
        expect.arrayContaining([
          { userId: admin.id, ...files(1, 3_000_000_000, 1, 11) },
          { userId: member.id, ...files(2, 540) },
          { userId: guest.id, ...files(0, 0) },
        ]),
      )
    })

    it('that of each project is told to those who see it', async () => {
      const { admin, member, guest } = people
      const projectsOf = async (token: string) => (await server.call(projectsStorage, { token })).body.data
      const inSecond = { projectId: second, projectName: 'Second', ...files(1, 40) }
      const inFirst = { projectId: first, projectName: 'First', ...files(2, 3_000_000_500, 1, 11) }
      expect(await projectsOf(admin.token)).toEqual([inSecond, inFirst])
      expect(await projectsOf(member.token)).toEqual([inSecond, inFirst])
      expect(await projectsOf(guest.token)).toEqual([])
    })

    it('that of the largest projects is told alone, to those who see them', async () => {
      const { admin, guest } = people
      const largestOf = async (token: string, count: number) => {
        const query = { 'filter[largest]': count }
        return (await server.call(projectsStorage, { token, query })).body.data.map(({ projectName }) => projectName)
      }
      expect(await largestOf(admin.token, 1)).toEqual(['First'])
      expect(await largestOf(admin.token, 2)).toEqual(['First', 'Second'])
      expect(await largestOf(guest.token, 2)).toEqual([])
    })
  })

  it('D3-7-52 D2-3-13: of one user is known to their organisation only', async () => {
    const { member, guest } = await addOrganisation(server)
    await addImage({ owner: member, project: await addProject(server, member), size: 500 })
    const of = (userId: string) => server.call(userStorage, { token: guest.token, params: { userId } })
    expect((await of(member.id)).body.data).toEqual({ userId: member.id, ...files(1, 500) })
    expect((await of(guest.id)).body.data).toEqual({ userId: guest.id, ...files(0, 0) })
    expect((await of((await addOrganisation(server)).member.id)).code).toBe('ERR_0404')
  })
})
