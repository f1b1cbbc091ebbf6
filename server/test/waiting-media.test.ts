import { listWaitingMedia } from '@lamella/shared/contract'
import { sql } from 'drizzle-orm'
import { images, media } from '../src/platform/db/schema/index.ts'
import { expectedOrder, readQueueState } from '../src/platform/queue/expected-order.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addProject, type Person } from './people.ts'

const megabyte = 1024 * 1024
const server = setUpServer()

interface Placed {
  owner: Person
  project: string
  size?: number
}

/** An uploaded file whose job waits. */
const addWaiting = async ({ owner, project, size = 10 * megabyte }: Placed) => {
  const { db, queue } = server.context
  const { organisationId } = owner
  const file = { fileType: 'TwoDimensions', originalFilename: 'a.tif', size, status: 'uploadFinished' } as const
  const [medium] = await db
    .insert(media)
    .values({ organisationId, ownerId: owner.id, ...file })
    .returning()
  if (!medium) throw new Error('no medium')
  const [image] = await db.insert(images).values({ projectId: project, mediumId: medium.id, name: 'a' }).returning()
  await queue.enqueue('process-image', { organisationId, mediumId: medium.id })
  return { id: medium.id, imageId: image?.id ?? '' }
}

const setJob = (mediumId: string, change: string) =>
  server.context.db.execute(
    sql`UPDATE jobs.job SET ${sql.raw(change)} WHERE data->'payload'->>'mediumId' = ${mediumId}`,
  )

/** One that has taken a second per megabyte. */
const finish = async ({ id }: { id: string }, seconds: number) => {
  await setJob(id, `state = 'completed', started_on = now() - interval '${seconds} seconds', completed_on = now()`)
  await server.context.db.execute(sql`UPDATE media SET status = 'available' WHERE id = ${id}`)
}

const placesOf = async ({ token }: Person) => (await server.call(listWaitingMedia, { token })).body.data

describe('Media that wait', () => {
  const people = async () => {
    const { member: owner } = await addOrganisation(server)
    return { owner, project: await addProject(server, owner) }
  }

  it('say how many jobs are before them, by the turns of organisations, and nothing of what others cannot see', async () => {
    const [one, other] = [await people(), await people()]
    const waiting = [await addWaiting(one), await addWaiting(one), await addWaiting(one)]
    const theirs = await addWaiting(other)
    const order = expectedOrder(await readQueueState(server.context.db, 'cpu'))
    expect(order).toHaveLength(4)
    expect(await placesOf(one.owner)).toEqual([
      { ...waiting[0], before: 0, seconds: null },
      { ...waiting[1], before: 2, seconds: null },
      { ...waiting[2], before: 3, seconds: null },
    ])
    expect(await placesOf(other.owner)).toEqual([{ ...theirs, before: 1, seconds: null }])
  })

  it('say how long it takes by what others took, and nothing where an analysis is before them', async () => {
    const lab = await people()
    for (const { id } of await placesOf(lab.owner)) await setJob(id, `state = 'completed'`)
    await server.context.db.execute(sql`DELETE FROM jobs.job WHERE state < 'active'`)
    // 10 MB and the constant MB: 11 to 22 s, so 1 to 2 s per MB.
    for (const seconds of [11, 11, 11, 22, 22, 22]) await finish(await addWaiting(lab), seconds)
    const first = await addWaiting({ ...lab, size: 9 * megabyte })
    const second = await addWaiting({ ...lab, size: 19 * megabyte })
    expect(await placesOf(lab.owner)).toEqual([
      { ...first, before: 0, seconds: { from: 10, to: 20 } },
      { ...second, before: 1, seconds: { from: 30, to: 60 } },
    ])
    await setJob(first.id, `data = jsonb_set(data, '{name}', '"run-analysis"')`)
    expect(await placesOf(lab.owner)).toEqual([{ ...second, before: 1, seconds: null }])
    await setJob(second.id, `state = 'active', started_on = now()`)
    expect(await placesOf(lab.owner)).toEqual([])
  })
})
