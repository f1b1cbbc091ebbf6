import type { ImageStatus, WaitingMedium } from '@lamella/shared/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { media } from '../../platform/db/schema/index.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { expectedOrder, type QueuedJob, readQueueState } from '../../platform/queue/expected-order.ts'
import { jobPolicies } from '../../platform/queue/job-policies.ts'
import { jobSchema } from '../../platform/queue/queue.ts'
import { visibleMedia } from './list-repository.ts'

/** Finished ones by which the others are judged: the newest of a day; of fewer than this no time is told. */
const [mostMeasured, leastMeasured] = [60, 5]
/** Bytes that every image takes as long as, however small it is: starting a process, writing tiles. */
const constant = 1024 * 1024

const workOf = (bytes: number): number => bytes + constant

/** Bytes of media by id. */
const sizesOf = async (db: Executor, ids: readonly string[], status?: ImageStatus): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const isMeant = and(inArray(media.id, [...ids]), status && eq(media.status, status))
  const rows = await db.select({ id: media.id, size: media.size }).from(media).where(isMeant)
  return new Map(rows.map(({ id, size }) => [id, size]))
}

/** Seconds per byte of work: quick and slow images, the quarters of the measured ones; null: too few were measured. */
const measuredPace = async (db: Executor): Promise<{ quick: number; slow: number } | null> => {
  const table = sql.raw(`${jobSchema}.job`)
  const done = await db.execute<{ id: string; seconds: number }>(sql`
    SELECT data->'payload'->>'mediumId' AS id, extract(epoch FROM completed_on - started_on)::float8 AS seconds
    FROM ${table} WHERE name = ${jobPolicies['process-image'].queue} AND state = 'completed'
      AND completed_on > now() - interval '1 day' AND data->>'name' = 'process-image'
    ORDER BY completed_on DESC LIMIT ${mostMeasured}`)
  // A refused file is done soon, and says nothing of others.
  const sizes = await sizesOf(
    db,
    done.rows.map(({ id }) => id),
    'available',
  )
  const rows = done.rows.flatMap(({ id, seconds }) => {
    const size = sizes.get(id)
    return size === undefined ? [] : [{ size, seconds }]
  })
  if (rows.length < leastMeasured) return null
  const paces = rows.map(({ size, seconds }) => seconds / workOf(size)).sort((a, b) => a - b)
  const at = (part: number): number => paces[Math.round(part * (paces.length - 1))] ?? 0
  return { quick: at(0.25), slow: at(0.75) }
}

const mediumOf = ({ data: { name, payload } }: QueuedJob): string | null =>
  name === 'process-image' ? (payload as { mediumId: string }).mediumId : null

/**
 * Where the media wait that the caller can see and that are not processed yet: how many jobs of all organisations will
 * probably begin before each, and until when it is probably done. No time is told where an analysis is before it, whose
 * duration nobody knows, or where too few images were measured.
 */
export const listWaitingMedia = async ({ db }: AppContext, principal: Principal): Promise<WaitingMedium[]> => {
  const state = await readQueueState(db, jobPolicies['process-image'].queue)
  const order = expectedOrder(state)
  const waitingIds = order.map(mediumOf).filter((id) => id !== null)
  if (waitingIds.length === 0) return []
  const own = new Map((await visibleMedia(db, principal, waitingIds)).map(({ id, imageId }) => [id, imageId]))
  const last = order.findLastIndex((job) => own.has(mediumOf(job) ?? ''))
  if (last < 0) return []
  const pace = await measuredPace(db)
  const ahead = [...state.running, ...order.slice(0, last + 1)]
  const ids = ahead.map(mediumOf).filter((id) => id !== null)
  const sizes = await sizesOf(db, ids)
  /** Null: nobody knows. */
  const work = (job: QueuedJob): number | null => {
    const size = sizes.get(mediumOf(job) ?? '')
    return size === undefined ? null : workOf(size)
  }
  const workers = Math.max(1, state.running.length)
  const running = sumOf(state.running.map(work))
  const found: WaitingMedium[] = []
  /** Of the waiting ones that go before. */
  let sum: number | null = 0
  for (const [before, job] of order.slice(0, last + 1).entries()) {
    const amount = work(job)
    const imageId = own.get(mediumOf(job) ?? '')
    if (imageId) {
      const isKnown = pace !== null && sum !== null && running !== null && amount !== null
      // Of what runs, between nothing and all may be left. Its own work is not shared by the workers.
      const seconds = isKnown
        ? {
            from: Math.round(((sum ?? 0) / workers + amount) * pace.quick),
            to: Math.round((((sum ?? 0) + running) / workers + amount) * pace.slow),
          }
        : null
      found.push({ id: mediumOf(job) ?? '', imageId, before, seconds })
    }
    sum = sum === null || amount === null ? null : sum + amount
  }
  return found
}

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)
