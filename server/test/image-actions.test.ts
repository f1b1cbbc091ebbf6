import {
  deleteImage,
  downloadImage,
  emptyTrash,
  getImage,
  getImageOutline,
  getJob,
  getProject,
  listAudit,
  listImages,
  listJobs,
  listMedia,
  listTrash,
  moveImages,
  organisationStorage,
  restoreImage,
  tagImages,
  trashImage,
} from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { expireTrash } from '../src/domains/images/trash-service.ts'
import { images, media } from '../src/platform/db/schema/index.ts'
import { setUpServer } from './helper.ts'
import { addImage, addJob } from './library-images.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'

const server = setUpServer()
let organisation: Organisation
let member: Person
let projectId: string
beforeEach(async () => {
  organisation = await addOrganisation(server)
  member = organisation.member
  projectId = await addProject(server, member, [], 'Source')
})

const as = ({ token }: Person, more: object = {}) => ({ token, params: { projectId }, ...more }) as never
const about = (imageId: string) => ({ token: member.token, params: { imageId } })
const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name)
const listed = async (project = projectId) =>
  namesOf((await server.call(listImages, { token: member.token, params: { projectId: project } })).body.data)
const trashed = async () => namesOf((await server.call(listTrash, as(member))).body.data)
const stored = async () => (await server.call(organisationStorage, { token: member.token })).body.data
const actions = async () => {
  const answer = await server.call(listAudit, { token: organisation.admin.token, query: {} as never })
  const entries = answer.body.data.filter(({ action }) => /^image/.test(action))
  return entries.map(({ action, user }) => [action, user?.id ?? null])
}

describe('The trash', () => {
  it('takes an image with its jobs out of every list, and counts it as stored', async () => {
    const { imageId } = await addImage(server, member, projectId, { name: 'a', size: 7 })
    const jobId = await addJob(server, member, { projectId, imageId })
    const before = await stored()
    expect((await server.call(trashImage, about(imageId))).status).toBe(204)
    expect([await listed(), await trashed()]).toEqual([[], ['a']])
    expect((await server.call(listMedia, { token: member.token })).body.data).toEqual([])
    expect((await server.call(listJobs, as(member))).body.data).toEqual([])
    const { statistics, imageCount, thumbnailUrl } = (await server.call(getProject, as(member))).body.data
    expect([statistics, imageCount, thumbnailUrl]).toEqual([
      { imageCount: 0, jobCount: 0, annotationCount: 0 },
      0,
      null,
    ])
    for (const call of [getImage, downloadImage])
      expect((await server.call(call, about(imageId))).code).toBe('ERR_0404')
    expect((await server.call(getJob, { token: member.token, params: { jobId } })).code).toBe('ERR_0404')
    expect(await stored()).toEqual(before)
    expect((await server.call(getImageOutline, as(member))).body.data).toMatchObject({ total: 0, trashed: 1 })
  })

  it('gives an image back with its jobs, and both are in the audit log once', async () => {
    const { imageId } = await addImage(server, member, projectId, { name: 'a' })
    const jobId = await addJob(server, member, { projectId, imageId })
    for (const call of [trashImage, trashImage, restoreImage, restoreImage]) {
      expect((await server.call(call, about(imageId))).status).toBe(204)
    }
    expect([await listed(), await trashed()]).toEqual([['a'], []])
    expect((await server.call(getJob, { token: member.token, params: { jobId } })).status).toBe(200)
    expect(await actions()).toEqual([
      ['image.restored', member.id],
      ['image.trashed', member.id],
    ])
  })

  it('refuses an image while it is analysed, and one whose upload is not finished', async () => {
    const analysed = await addImage(server, member, projectId)
    await addJob(server, member, { projectId, ...analysed }, 'pending')
    const uploading = await addImage(server, member, projectId, { status: 'uploading' })
    await server.context.db.update(media).set({ sha256: null }).where(eq(media.id, uploading.mediumId))
    for (const [{ imageId }, text] of [
      [analysed, 'This image is being analysed. Cancel the analysis, or wait for its end.'],
      [uploading, 'The upload of this image is not finished.'],
    ] as const) {
      const answer = await server.call(trashImage, about(imageId))
      expect([answer.status, answer.code]).toEqual([409, 'ERR_0409'])
      expect(answer.raw.toString()).toContain(text)
    }
    expect(await trashed()).toEqual([])
  })

  it('is emptied, or one image of it is deleted, and then nothing is stored of them', async () => {
    const names = ['a', 'b', 'c']
    const ids: string[] = []
    for (const name of names) ids.push((await addImage(server, member, projectId, { name, size: 5 })).imageId)
    for (const id of ids.slice(0, 2)) await server.call(trashImage, about(id))
    expect((await server.call(deleteImage, about(ids[0] ?? ''))).status).toBe(204)
    expect([await trashed(), (await stored()).total.size]).toEqual([['b'], 10])
    expect((await server.call(emptyTrash, as(member))).status).toBe(204)
    expect([await trashed(), await listed(), (await stored()).total.size]).toEqual([[], ['c'], 5])
  })

  it('keeps images for 30 days', async () => {
    for (const [name, days] of [
      ['young', 29.9],
      ['old', 30.1],
    ] as const) {
      const { imageId } = await addImage(server, member, projectId, { name })
      const moment = new Date(server.context.now().getTime() - days * 24 * 3_600_000)
      await server.context.db.update(images).set({ trashed: moment }).where(eq(images.id, imageId))
    }
    await expireTrash(server.context)
    expect(await trashed()).toEqual(['young'])
    expect(await actions()).toEqual([['image.expired', null]])
  })
})

describe('Moving images', () => {
  let target: string
  beforeEach(async () => {
    target = await addProject(server, member, [], 'Target')
  })
  const move = (ids: string[], project = target, person = member) =>
    server.call(moveImages, as(person, { body: { data: { images: ids, project } } }))

  it('takes their jobs, results and tags along, and is in the audit log', async () => {
    const { imageId } = await addImage(server, member, projectId, { name: 'a' })
    const stays = await addImage(server, member, projectId, { name: 'b' })
    const jobId = await addJob(server, member, { projectId, imageId })
    const body = { data: { images: [imageId], add: ['good'], remove: [] } }
    await server.call(tagImages, as(member, { body }))
    expect((await move([imageId])).status).toBe(204)
    expect([await listed(), await listed(target)]).toEqual([['b'], ['a']])
    const job = await server.call(getJob, { token: member.token, params: { jobId } })
    expect([job.status, job.body.data.project]).toEqual([200, target])
    const moved = (await server.call(getImage, about(imageId))).body.data
    expect([moved.project, moved.tags]).toEqual([target, ['good']])
    expect(await actions()).toEqual([
      ['image.moved', member.id],
      ['image.moved-away', member.id],
      ['image.tagged', member.id],
    ])
    expect((await move([stays.imageId, imageId])).code).toBe('ERR_0404')
    expect(await listed()).toEqual(['b'])
  })

  it('needs the role of an editor in both projects', async () => {
    const { imageId } = await addImage(server, member, projectId, { name: 'a' })
    const roles = ['viewer', 'annotator', 'editor'] as const
    const outcomes: [string, string | null][] = []
    for (const here of roles) {
      for (const there of [...roles, null]) {
        const person = await addPerson(server, member.organisationId, 'mover')
        const source = await addProject(server, member, [[person, here]])
        const goal = await addProject(server, member, there ? [[person, there]] : [])
        await server.context.db.update(images).set({ projectId: source }).where(eq(images.id, imageId))
        const answer = await server.call(moveImages, {
          token: person.token,
          params: { projectId: source },
          body: { data: { images: [imageId], project: goal } },
        })
        outcomes.push([`${here} → ${there}`, answer.status === 204 ? 'moved' : answer.code])
      }
    }
    expect(outcomes).toEqual([
      ['viewer → viewer', 'ERR_0403'],
      ['viewer → annotator', 'ERR_0403'],
      ['viewer → editor', 'ERR_0403'],
      ['viewer → null', 'ERR_0403'],
      ['annotator → viewer', 'ERR_0403'],
      ['annotator → annotator', 'ERR_0403'],
      ['annotator → editor', 'ERR_0403'],
      ['annotator → null', 'ERR_0403'],
      ['editor → viewer', 'ERR_0403'],
      ['editor → annotator', 'ERR_0403'],
      ['editor → editor', 'moved'],
      ['editor → null', 'ERR_0404'],
    ])
  })

  it('to a project of another organisation is not found', async () => {
    const { imageId } = await addImage(server, member, projectId)
    const other = await addOrganisation(server)
    expect((await move([imageId], await addProject(server, other.member))).code).toBe('ERR_0404')
  })

  it('is refused as a whole while one of them is analysed', async () => {
    const first = await addImage(server, member, projectId, { name: 'a' })
    const second = await addImage(server, member, projectId, { name: 'b' })
    await addJob(server, member, { projectId, ...second }, 'pending')
    const answer = await move([first.imageId, second.imageId])
    expect([answer.status, answer.code]).toEqual([409, 'ERR_0409'])
    expect(await listed(target)).toEqual([])
  })

  it('twice at the same time to two projects ends in one of them', async () => {
    const { imageId } = await addImage(server, member, projectId, { name: 'a' })
    const jobId = await addJob(server, member, { projectId, imageId })
    const third = await addProject(server, member)
    const outcomes = await Promise.all([move([imageId]), move([imageId], third)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([204, 404])
    const { project } = (await server.call(getImage, about(imageId))).body.data
    expect((await server.call(getJob, { token: member.token, params: { jobId } })).body.data.project).toBe(project)
  })
})
