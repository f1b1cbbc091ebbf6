import type { AppId, RemovableRelease } from '@lamella/shared/contract'
import { removeUnlessBackup } from '../../platform/backup/backup-lock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Operator } from '../../platform/http/identity.ts'
import type { JobHandlers } from '../../platform/queue/job-types.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { recordOperation } from '../operators/index.ts'
import { versionsInUse } from '../telemetry/index.ts'
import { requireRelease } from './publish-service.ts'
import {
  deleteRelease,
  findRelease,
  insertRemoved,
  listMoves,
  listReleases,
  lockPointers,
  lockRelease,
  type StoredMove,
} from './repository.ts'
import { activeVersions, fallbacksOf, rolloutOf, rolloutsOf, stableVersion, withoutRemoved } from './rollout-state.ts'

/** Days after which nobody is expected to run a version that was seen or active before. */
const days = 7
const dayLength = 86_400_000

/** Who removes, and why. */
export interface RemovalOrder {
  operator: Operator
  reason?: string | undefined
  /** Also what was run lately. */
  force?: boolean | undefined
}

/** Versions that were active at some time since a moment. */
const activeSince = (moves: readonly StoredMove[], moment: Date): Set<string> => {
  const states = rolloutsOf(moves)
  // Also the state that the first change since then has ended.
  const ended = moves.findLastIndex(({ at }) => at < moment)
  return new Set(
    states.slice(Math.max(0, ended)).flatMap((state) => activeVersions(state).map(({ version }) => version)),
  )
}

interface Needs {
  /** Why a version must stay in any case, as a sentence without subject; undefined: nothing asks for it. */
  bound: (version: string) => string | undefined
  /** Why somebody may still run it. */
  run: (version: string) => string | undefined
}

const needsOf = async (tx: Executor, app: AppId, now: Date): Promise<Needs> => {
  const moves = await listMoves(tx, app)
  const published = new Set((await listReleases(tx)).filter((one) => one.app === app).map(({ version }) => version))
  const rollout = withoutRemoved(rolloutOf(moves), (version) => published.has(version))
  const stable = stableVersion(rollout)
  const fallbacks = [rollout.canary?.version, stable].flatMap((one) => (one ? fallbacksOf(rollout, one) : []))
  const moment = new Date(now.getTime() - days * dayLength)
  const lately = activeSince(moves, moment)
  const seen = await versionsInUse(tx, app, moment)
  return {
    bound: (version) => {
      if (version === stable) return 'is active'
      if (version === rollout.canary?.version) return 'is on trial'
      return fallbacks.includes(version) ? 'is a fallback of what is active' : undefined
    },
    run: (version) => {
      if (seen.has(version)) return `was run by somebody in the last ${days} days`
      return lately.has(version) ? `was active in the last ${days} days` : undefined
    },
  }
}

/**
 * What removing and pruning would leave, newest version first.
 * @throws ApiError ERR_6002 for an app without releases
 */
export const describeRemovable = async ({ db, now }: AppContext, app: AppId): Promise<RemovableRelease[]> => {
  const releases = (await listReleases(db)).filter((one) => one.app === app)
  if (releases.length === 0) throw new ApiError('ERR_6002')
  const { bound, run } = await needsOf(db, app, now())
  return releases.map(({ version, published }) => {
    const why = bound(version) ?? run(version)
    return {
      version,
      published: published.toISOString(),
      why: why === undefined ? null : `It ${why}.`,
      bound: bound(version) !== undefined,
    }
  })
}

const remove = async (
  tx: Executor,
  { queue, now, events }: AppContext,
  app: AppId,
  version: string,
  { operator, reason }: RemovalOrder,
  overridden?: string,
): Promise<void> => {
  const { integrity } = requireRelease(await findRelease(tx, app, version))
  await deleteRelease(tx, app, version)
  await insertRemoved(tx, { app, version, integrity, actor: operator.name, reason: reason ?? null })
  await recordOperation(tx, operator, now(), {
    action: overridden === undefined ? 'release.removed' : 'release.removal-forced',
    objectType: 'release',
    name: `${app} ${version}`,
    ...(overridden !== undefined && { detail: { missing: `${app} ${version} ${overridden}.`, reason } }),
  })
  // With the row in one step: the files follow even if this process is killed now.
  await queue.enqueue('remove-release', { app, version }, { tx })
  await events.publish({ type: 'releasesChanged' }, tx)
}

/**
 * Removes a version: it is gone from the list at once, its files soon after.
 * @throws ApiError ERR_6002 for an unknown version, ERR_6008 with the reason while it is needed, ERR_0400 for force without a reason
 */
export const removeRelease = async (
  context: AppContext,
  app: AppId,
  version: string,
  order: RemovalOrder,
): Promise<void> => {
  if (order.force && !order.reason) throw new ApiError('ERR_0400', 'A forced removal needs a reason, which is kept.')
  await context.db.transaction(async (tx) => {
    await lockPointers(tx, [app])
    await lockRelease(tx, app, version)
    requireRelease(await findRelease(tx, app, version))
    const { bound, run } = await needsOf(tx, app, context.now())
    const inUse = run(version)
    const why = bound(version) ?? (order.force ? undefined : inUse)
    if (why) throw new ApiError('ERR_6008', `${app} ${version} ${why}.`)
    await remove(tx, context, app, version, order, inUse)
  })
}

/**
 * Removes all but the newest versions that nothing and nobody needs.
 * @param keep - number of the newest versions that stay
 * @returns the removed ones, and the older ones that stay with the reason
 * @throws ApiError ERR_6002 for an app without releases
 */
export const pruneReleases = async (
  context: AppContext,
  app: AppId,
  keep: number,
  order: RemovalOrder,
): Promise<{ removed: string[]; kept: { version: string; why: string }[] }> =>
  context.db.transaction(async (tx) => {
    await lockPointers(tx, [app])
    const versions = (await listReleases(tx)).filter((one) => one.app === app).map(({ version }) => version)
    if (versions.length === 0) throw new ApiError('ERR_6002')
    const { bound, run } = await needsOf(tx, app, context.now())
    const removed: string[] = []
    const kept: { version: string; why: string }[] = []
    for (const version of versions.slice(keep)) {
      const why = bound(version) ?? run(version)
      if (why) kept.push({ version, why: `It ${why}.` })
      else {
        await lockRelease(tx, app, version)
        await remove(tx, context, app, version, order)
        removed.push(version)
      }
    }
    return { removed, kept }
  })

/** The version may have been published again meanwhile, with the same content: then its files stay. */
const removeFiles = ({ db, blobs }: AppContext, app: AppId, version: string): Promise<void> =>
  removeUnlessBackup(db, () =>
    db.transaction(async (tx) => {
      await lockRelease(tx, app, version)
      if (!(await findRelease(tx, app, version))) await blobs.remove(blobKeys.release(app, version))
    }),
  )

/** Handler of `remove-release`. */
export const createRemoveRelease =
  (context: AppContext): JobHandlers['remove-release'] =>
  ({ app, version }) =>
    removeFiles(context, app, version)

/** Part of the hourly clean-up: removes the files of versions that were never published, when a day has passed since the last of them. */
export const removeUnpublished = async (context: AppContext): Promise<void> => {
  const { db, blobs, now } = context
  const published = new Set((await listReleases(db)).map(({ app, version }) => blobKeys.release(app, version)))
  const newest = new Map<string, { app: AppId; version: string; written: number }>()
  for await (const key of blobs.list('releases/')) {
    const [, app = '', version = ''] = key.split('/')
    const prefix = blobKeys.release(app, version)
    if (published.has(prefix)) continue
    const written = Math.max((await blobs.stat(key))?.written.getTime() ?? 0, newest.get(prefix)?.written ?? 0)
    newest.set(prefix, { app, version, written })
  }
  for (const { app, version, written } of newest.values()) {
    if (written < now().getTime() - dayLength) await removeFiles(context, app, version)
  }
}
