import type { AppId, RemoteManifest } from '@lamella/shared/contract'
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { activeReleases, releaseHistory, releases, removedReleases } from '../../platform/db/schema/index.ts'
import type { FileHashes } from './release-content.ts'
import type { ActiveVersion, PointerMove } from './rollout-state.ts'

/** A complete release; `files` maps paths to SHA-256 (hex). */
export type ReleaseRow = typeof releases.$inferSelect
export type HistoryRow = typeof releaseHistory.$inferSelect

/** Holds an advisory lock with this name until the end of the transaction. */
const lock = async (tx: Executor, name: string): Promise<void> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Lets one transaction at a time write a release. */
export const lockRelease = (tx: Executor, app: AppId, version: string): Promise<void> =>
  lock(tx, `release ${app} ${version}`)

/**
 * Lets one transaction at a time change active versions: of all apps, because they are compared with each other. The locks of single apps
 * are those of older processes on the same database.
 */
export const lockPointers = async (tx: Executor, apps: readonly AppId[]): Promise<void> => {
  await lock(tx, 'release pointers')
  for (const app of [...apps].sort()) await lock(tx, `release pointer ${app}`)
}

/** All published releases, by app, newest first. */
export const listReleases = (db: Executor): Promise<ReleaseRow[]> =>
  db.select().from(releases).orderBy(asc(releases.app), desc(releases.published), desc(releases.version))

/** Null: this version is not published. */
export const findRelease = async (db: Executor, app: AppId, version: string): Promise<ReleaseRow | null> =>
  (
    await db
      .select()
      .from(releases)
      .where(and(eq(releases.app, app), eq(releases.version, version)))
  )[0] ?? null

/** Inserts a complete release, which never changes afterwards. */
export const insertRelease = async (
  tx: Executor,
  release: {
    app: AppId
    version: string
    integrity: string
    files: FileHashes
    manifest: RemoteManifest
    published: Date
    notes: string | undefined
  },
): Promise<void> => {
  await tx.insert(releases).values({ ...release, complete: true })
}

/** Deletes the row of a release; its files and its history stay. */
export const deleteRelease = async (tx: Executor, app: AppId, version: string): Promise<void> => {
  await tx.delete(releases).where(and(eq(releases.app, app), eq(releases.version, version)))
}

/**
 * Time of the next entry of an app's history, and of a removal, which is compared with them: that of the database, because processes may
 * disagree about it, and after every entry and removal so far, because its clock may have been ahead, while the state follows from the order
 * of the entries. A millisecond after: readers know no less.
 */
const timeAfterHistory = (app: AppId) => {
  const entries = sql`SELECT max(${releaseHistory.at}) FROM ${releaseHistory} WHERE ${releaseHistory.app} = ${app}`
  const removals = sql`SELECT max(${removedReleases.at}) FROM ${removedReleases} WHERE ${removedReleases.app} = ${app}`
  return sql`greatest(clock_timestamp(), greatest((${entries}), (${removals})) + interval '1 millisecond')`
}

export type RemovedRow = typeof removedReleases.$inferSelect

/** Notes a removal; of a version that was removed before, the last one. */
export const insertRemoved = async (tx: Executor, removal: Omit<RemovedRow, 'at'>): Promise<void> => {
  const removed = { ...removal, at: timeAfterHistory(removal.app) }
  await tx
    .insert(removedReleases)
    .values(removed)
    .onConflictDoUpdate({ target: [removedReleases.app, removedReleases.version], set: removed })
}

/** Removed versions of an app, also those that were published again. */
export const listRemoved = (db: Executor, app: AppId): Promise<RemovedRow[]> =>
  db.select().from(removedReleases).where(eq(removedReleases.app, app))

/** Active versions of all apps. */
export const listActive = (db: Executor): Promise<(typeof activeReleases.$inferSelect)[]> =>
  db.select().from(activeReleases)

/** Replaces the active versions of an app, also by none; call it with `lockPointers` held. */
export const replaceActive = async (tx: Executor, app: AppId, active: readonly ActiveVersion[]): Promise<void> => {
  await tx.delete(activeReleases).where(eq(activeReleases.app, app))
  if (active.length > 0) await tx.insert(activeReleases).values(active.map((one) => ({ app, ...one })))
}

/**
 * Appends an entry. Call it with `lockPointers` held; for a publication, which is no part of the state, `lockRelease` is enough: its entry may
 * get the time of a change that is not committed yet.
 */
export const appendHistory = async (
  tx: Executor,
  entry: Pick<HistoryRow, 'app' | 'action' | 'version' | 'traffic' | 'actor'> &
    Partial<Pick<HistoryRow, 'forced' | 'misfits' | 'reason' | 'trial'>>,
): Promise<void> => {
  await tx.insert(releaseHistory).values({ ...entry, at: timeAfterHistory(entry.app) })
}

/** The whole history of an app, newest first. */
export const listHistory = (db: Executor, app: AppId): Promise<HistoryRow[]> =>
  db
    .select()
    .from(releaseHistory)
    .where(eq(releaseHistory.app, app))
    .orderBy(desc(releaseHistory.at), desc(releaseHistory.id))

/** Whether a version is or was active, for all or for some. */
export const wasEverActive = async (db: Executor, app: AppId, version: string): Promise<boolean> => {
  const { action } = releaseHistory
  const [found] = await db
    .select({ id: releaseHistory.id })
    .from(releaseHistory)
    .where(
      and(eq(releaseHistory.app, app), eq(releaseHistory.version, version), inArray(action, ['activate', 'rollback'])),
    )
    .limit(1)
  return found !== undefined
}

/** A change of an app's active versions, with who made it when. */
export interface StoredMove extends PointerMove {
  app: AppId
  at: Date
  actor: string
  reason: string | null
}

/** Activations and rollbacks, oldest first, of one app or of all. */
export const listMoves = async (db: Executor, app?: AppId): Promise<StoredMove[]> => {
  const { action, version, traffic, at, id, actor, reason } = releaseHistory
  const rows = await db
    .select({ app: releaseHistory.app, action, version, traffic, trial: releaseHistory.trial, at, actor, reason })
    .from(releaseHistory)
    .where(and(inArray(action, ['activate', 'rollback']), app ? eq(releaseHistory.app, app) : undefined))
    .orderBy(asc(at), asc(id))
  return rows.flatMap((row) => (row.action === 'publish' ? [] : [{ ...row, action: row.action }]))
}

/** Length of the append-only history, which grows with every change of the releases. */
export const countHistory = async (db: Executor): Promise<number> => {
  const [row] = await db.select({ entries: count() }).from(releaseHistory)
  return row?.entries ?? 0
}
