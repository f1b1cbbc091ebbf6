import type { AppId, AppOverview } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Operator } from '../../platform/http/identity.ts'
import { type Activation, activateReleases, rollBack, type Way } from './activation-service.ts'
import { checkRelease } from './check-service.ts'
import { describeApps } from './overview-service.ts'
import type { Order } from './pointer-change.ts'
import { completeRelease, type NewRelease, storeFile } from './publish-service.ts'
import type { FileHashes } from './release-content.ts'
import { describeHistory, describeReleases, type HistoryItem, type ReleaseItem } from './release-list.ts'
import { pruneReleases, removeRelease } from './removal-service.ts'
import { changeTrial, endTrial, startTrial, type TrialWish } from './trial-service.ts'

/** What a pruning has removed, and what stays though it is older than the newest ones. */
export type Pruned = Awaited<ReturnType<typeof pruneReleases>>

/** How an operator changes what is active. */
export type Manner = Omit<Order, 'operator'>

/** What is told of a new release beside its files. */
export type ReleaseNotes = Pick<NewRelease, 'notes' | 'origin'>

/** Operations of an operator on releases, by HTTP or in the same process. Every call is idempotent. */
export interface ReleaseApi {
  /** All published releases, by app, newest first. */
  list(): Promise<ReleaseItem[]>
  storeFile(app: AppId, version: string, path: string, content: Uint8Array): Promise<void>
  /** @param files - path → SHA-256, hex */
  complete(app: AppId, version: string, files: FileHashes, more?: ReleaseNotes): Promise<ReleaseItem>
  activate(activation: Activation, how?: Manner): Promise<void>
  /** @returns the stable version after it */
  rollBack(app: AppId, how?: Manner & Way): Promise<string>
  /** Puts a version on trial. */
  startTrial(app: AppId, wish: TrialWish & { version: string }, how?: Manner): Promise<void>
  /** Changes the running trial. */
  changeTrial(app: AppId, wish: TrialWish, how?: Manner): Promise<void>
  endTrial(app: AppId, how?: Manner): Promise<void>
  /** Each app with its trial and its newest build. */
  overview(): Promise<AppOverview[]>
  remove(app: AppId, version: string, how?: Pick<Manner, 'force' | 'reason'>): Promise<void>
  prune(app: AppId, keep: number, reason?: string): Promise<Pruned>
  /** Newest first. */
  history(app: AppId): Promise<HistoryItem[]>
  /**
   * Compares every file with its hash, and the release with what is active. Without `misfits`: the server is older than that; `compared` is false
   * for a build that does not say what it needs.
   */
  check(
    app: AppId,
    version: string,
  ): Promise<{
    files: number
    damaged: string[]
    misfits?: string[] | undefined
    warnings?: string[] | undefined
    compared?: boolean | undefined
  }>
}

/** The operations on the database of this process. */
export const localReleases = (context: AppContext, operator: Operator): ReleaseApi => ({
  list: () => describeReleases(context),
  storeFile: (app, version, path, content) => storeFile(context, app, version, path, content),
  complete: (app, version, files, more) => completeRelease(context, { app, version, files, operator, ...more }),
  activate: (activation, how) => activateReleases(context, [activation], { operator, ...how }),
  rollBack: (app, { to, steps, ...how } = {}) => rollBack(context, app, { operator, ...how }, { to, steps }),
  startTrial: (app, wish, how) => startTrial(context, app, wish, { operator, ...how }),
  changeTrial: (app, wish, how) => changeTrial(context, app, wish, { operator, ...how }),
  endTrial: (app, how) => endTrial(context, app, { operator, ...how }),
  overview: () => describeApps(context),
  remove: (app, version, how) => removeRelease(context, app, version, { operator, ...how }),
  prune: (app, keep, reason) => pruneReleases(context, app, keep, { operator, reason }),
  history: (app) => describeHistory(context, app, { isNamed: true }),
  check: (app, version) => checkRelease(context, app, version),
})
