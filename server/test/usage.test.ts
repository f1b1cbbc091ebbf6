import { organisationUsage } from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { analysisJobs, images, media, users } from '../src/platform/db/schema/index.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation, setUpOrganisation } from './people.ts'

const server = setUpServer()
const lab = setUpOrganisation(server)

const usage = async ({ member }: Organisation) => {
  const { data } = (await server.call(organisationUsage, { token: member.token })).body
  return Object.fromEntries(data.map(({ key, used }) => [key, used]))
}
const nothing = {
  userLimit: 3,
  storageLimit: 0,
  projectLimit: 0,
  mediumLimit: 0,
  annotationLimit: 0,
  trainingLimit: 0,
  jobLimit: 0,
}

const addJobOnImage = async (projectId: string): Promise<void> => {
  const { db } = server.context
  const ownerId = lab.member.id
  const file = { organisationId: lab.id, ownerId, fileType: 'TwoDimensions', originalFilename: 'a.tif' } as const
  const [medium] = await db
    .insert(media)
    .values({ ...file, size: 700, status: 'available' })
    .returning()
  if (!medium) throw new Error('no medium')
  const [image] = await db.insert(images).values({ projectId, mediumId: medium.id, name: 'a' }).returning()
  if (!image) throw new Error('no image')
  await db
    .insert(analysisJobs)
    .values({ projectId, imageId: image.id, ownerId, appName: 'dab', appVersion: '1', params: {} })
}

describe('Use of the limits', () => {
  it('is zero at first, but for the users', async () => {
    expect(await usage(lab)).toEqual(nothing)
  })

  it('counts what the limits count, of the own organisation alone', async () => {
    const gone = await addPerson(server, lab.id, 'gone')
    await server.context.db.update(users).set({ active: false }).where(eq(users.id, gone.id))
    await addProject(server, lab.member)
    await addJobOnImage(await addProject(server, lab.admin))
    const use = { storageLimit: 700, projectLimit: 2, mediumLimit: 1, jobLimit: 1 }
    expect(await usage(lab)).toEqual({ ...nothing, ...use })
    expect(await usage(await addOrganisation(server))).toEqual(nothing)
  })
})
