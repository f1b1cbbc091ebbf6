import { eq, sql } from 'drizzle-orm'
import { images, media } from '../src/platform/db/schema/index.ts'
import { setUpServer } from './helper.ts'
import { addProject, setUpOrganisation } from './people.ts'

/** Owner and size of a medium stand with its images too: lists are ordered by them (ADR 105). */
describe('What stands with an image of its medium', () => {
  const server = setUpServer()
  const lab = setUpOrganisation(server)
  let project: string
  beforeAll(async () => {
    project = await addProject(server, lab.admin)
  })

  const addMedium = async (size: number) => {
    const { db } = server.context
    const file = { originalFilename: 'a.tif', fileType: 'TwoDimensions', size, status: 'available' } as const
    const [medium] = await db
      .insert(media)
      .values({ organisationId: lab.id, ownerId: lab.member.id, ...file })
      .returning()
    if (!medium) throw new Error('no medium')
    return medium.id
  }
  const ofImages = (mediumId: string) =>
    server.context.db
      .select({ ownerId: images.ownerId, size: images.size })
      .from(images)
      .where(eq(images.mediumId, mediumId))
  /** As a server of the release before, which knows the medium alone. */
  const addImage = async (mediumId: string) => {
    await server.context.db.execute(
      sql`INSERT INTO images (id, project_id, medium_id, name) VALUES (gen_random_uuid(), ${project}, ${mediumId}, 'a')`,
    )
  }

  it('is filled in for a server that does not write it', async () => {
    const mediumId = await addMedium(7)
    await addImage(mediumId)
    expect(await ofImages(mediumId)).toEqual([{ ownerId: lab.member.id, size: 7 }])
  })

  it('follows the medium', async () => {
    const mediumId = await addMedium(7)
    await addImage(mediumId)
    await addImage(mediumId)
    await server.context.db.update(media).set({ size: 8, ownerId: lab.admin.id }).where(eq(media.id, mediumId))
    expect(await ofImages(mediumId)).toEqual(Array.from({ length: 2 }, () => ({ ownerId: lab.admin.id, size: 8 })))
  })

  it('is never another value, whoever writes it', async () => {
    const mediumId = await addMedium(7)
    await addImage(mediumId)
    for (const values of [{ size: 8 }, { ownerId: lab.admin.id }]) {
      await expect(
        server.context.db.update(images).set(values).where(eq(images.mediumId, mediumId)),
      ).rejects.toMatchObject({ cause: { constraint: 'images_are_of_media' } })
    }
    const own = { projectId: project, mediumId, name: 'b', size: 9, ownerId: lab.admin.id }
    await server.context.db.insert(images).values(own)
    expect(await ofImages(mediumId)).toEqual(Array.from({ length: 2 }, () => ({ ownerId: lab.member.id, size: 7 })))
  })

  it('goes with the medium', async () => {
    const mediumId = await addMedium(7)
    await addImage(mediumId)
    await server.context.db.delete(media).where(eq(media.id, mediumId))
    expect(await ofImages(mediumId)).toEqual([])
  })

  it('waits for who is changing the medium', async () => {
    const mediumId = await addMedium(7)
    let adding: Promise<unknown> = Promise.resolve()
    await server.context.db.transaction(async (tx) => {
      await tx.update(media).set({ size: 9 }).where(eq(media.id, mediumId))
      adding = addImage(mediumId)
      adding.catch(() => undefined)
      await waitForLock()
    })
    await adding
    expect(await ofImages(mediumId)).toEqual([{ ownerId: lab.member.id, size: 9 }])
  })

  const waitForLock = async (): Promise<void> => {
    for (;;) {
      const { rowCount } = await server.context.db.execute(
        sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO images%'`,
      )
      if (rowCount) return
    }
  }
})
