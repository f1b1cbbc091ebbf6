import { randomUUID } from 'node:crypto'
import {
  aboutOrganisation,
  createMedium,
  createProject,
  errorCatalogue,
  getImage,
  getProject,
  listProjects,
  locallyHandledCodes,
  restrictionKeys,
  updateMember,
  updateProject,
} from '@lamella/shared/contract'
import { freePlans, onPremisePlans } from '../src/domains/quotas/plans.ts'
import { images, media } from '../src/platform/db/schema/index.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, setUpOrganisation } from './people.ts'

const server = setUpServer()
const lab = setUpOrganisation(server, beforeEach)

const addImages = async (number: number, size = 1, { id: organisationId, member } = lab) => {
  const image = { organisationId, ownerId: member.id, originalFilename: 'a.png', size }
  const rows = Array.from({ length: number }, () => ({
    ...image,
    fileType: 'TwoDimensions' as const,
    status: 'available' as const,
  }))
  return server.context.db.insert(media).values(rows).returning()
}

const announce = async (size = 1, { member } = lab) => {
  const project = await addProject(server, member)
  const mimeType = 'image/*' as const
  const data = {
    name: 'a',
    type: 'ImageMedium' as const,
    dimensions: [],
    project,
    size,
    mimeType,
    originalFilename: 'a.png',
  }
  return server.call(createMedium, { token: member.token, body: { data } })
}

describe('The free trial', () => {
  it('D1-9-18 has room for 100 images: the 101st gives ERR_5007', async () => {
    await addImages(99)
    expect((await announce()).status).toBeLessThan(300)
    const refused = await announce()
    expect([refused.status, refused.code]).toEqual([403, 'ERR_5007'])
    expect(refused.raw.toString()).toContain('Your organization reached the maximum number of images.')
  })

  it('D1-9-16 has room for 10 GB', async () => {
    const gigabyte = 1024 ** 3
    await addImages(9, gigabyte)
    expect((await announce(gigabyte + 1)).code).toBe('ERR_5008')
    expect((await announce(gigabyte)).status).toBeLessThan(300)
  })

  it('D1-9-15 is for five people: the sixth is refused', async () => {
    for (const name of ['fourth', 'fifth']) await addPerson(server, lab.id, name)
    const sixth = await addPerson(server, lab.id, 'sixth', { active: true })
    const change = (active: boolean) =>
      server.call(updateMember, { token: lab.admin.token, params: { userId: sixth.id }, body: { data: { active } } })
    await change(false)
    const refused = await change(true)
    expect([refused.code, refused.raw.toString()]).toEqual([
      'ERR_5002',
      expect.stringContaining('Your organization has reached the maximum number of users.'),
    ])
  })

  it('D2-7-27 D1-7-20 tells its restrictions, each of them', async () => {
    const { data } = (await server.call(aboutOrganisation, { token: lab.guest.token })).body
    const expected = freePlans.flatMap(({ restrictions }) => restrictions).map(({ key, value }) => [key, Number(value)])
    expect(data.restrictions.map(({ key }) => key)).toEqual([...restrictionKeys])
    expect(Object.fromEntries(data.restrictions.map(({ key, value }) => [key, value]))).toEqual(
      Object.fromEntries(expected),
    )
    expect(Object.fromEntries(expected)).toEqual({
      userLimit: 5,
      storageLimit: 10,
      projectLimit: 10,
      mediumLimit: 100,
      annotationLimit: 500,
      trainingLimit: 3,
      jobLimit: 60,
    })
  })
})

it('D1-9-26 an organisation without limits has room for more of everything', async () => {
  const own = await addOrganisation(server, onPremisePlans)
  await addImages(11, 1024 ** 3, own)
  await addImages(100, 1, own)
  expect((await announce(1024 ** 3, own)).status).toBe(201)
  for (const name of ['fourth', 'fifth']) await addPerson(server, own.id, name)
  const sixth = await addPerson(server, own.id, 'sixth')
  const change = async (active: boolean) => {
    const params = { userId: sixth.id }
    return (await server.call(updateMember, { token: own.admin.token, params, body: { data: { active } } })).status
  }
  expect([await change(false), await change(true)]).toEqual([204, 204])
  for (let number = 0; number < 10; number++) await addProject(server, own.member)
  const body = { data: { name: 'One more' } }
  expect((await server.call(createProject, { token: own.member.token, body })).status).toBe(201)
})

it('D1-3-17 a project of the dashboard has id, name, description, owner, created, modified and imageCount', async () => {
  const body = { data: { name: 'Liver', description: 'Slides of 2026' } }
  const { headers } = await server.call(createProject, { token: lab.member.token, body })
  const id = String(headers.location).split('/').at(-1)
  const only = async () => (await server.call(listProjects, { token: lab.member.token })).body.data[0]
  const project = await only()
  expect(project).toMatchObject({ id, ...body.data, owner: lab.member.id, imageCount: 0 })
  for (const moment of [project?.created, project?.modified]) {
    expect(new Date(moment ?? '').toISOString()).toBe(moment)
    expect(Math.abs(Date.now() - Date.parse(moment ?? ''))).toBeLessThan(60_000)
  }
  for (const medium of await addImages(2)) {
    await server.context.db.insert(images).values({ projectId: String(id), mediumId: medium.id, name: 'a' })
  }
  const params = { projectId: String(id) }
  await server.call(updateProject, { token: lab.member.token, params, body: { data: { name: 'Liver, sorted' } } })
  const changed = await only()
  expect(changed).toMatchObject({ name: 'Liver, sorted', created: project?.created, imageCount: 2 })
  expect(Date.parse(changed?.modified ?? '')).toBeGreaterThan(Date.parse(project?.modified ?? ''))
})

describe('Error codes', () => {
  it('D1-8-38 ERR_5001, ERR_5006, ERR_5007 and ERR_5008 are about limits, and no other code is handled locally', () => {
    expect([...locallyHandledCodes]).toEqual(['ERR_5001', 'ERR_5006', 'ERR_5007', 'ERR_5008'])
    for (const code of locallyHandledCodes) {
      expect(errorCatalogue[code].status).toBe(403)
      expect(errorCatalogue[code].detail).toMatch(/^Your organization (has )?reached the maximum/)
    }
  })

  it.each([
    ['project', getProject, { projectId: randomUUID() }],
    ['image', getImage, { imageId: randomUUID() }],
  ] as const)('D1-8-25 D1-8-39 an unknown %s: the first error is ERR_0404, in words', async (_, endpoint, params) => {
    const answer = await server.call(endpoint, { token: lab.admin.token, params } as never)
    expect([answer.status, JSON.parse(answer.raw.toString())]).toEqual([
      404,
      { errors: [{ code: 'ERR_0404', detail: errorCatalogue.ERR_0404.detail }] },
    ])
  })
})
