import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { type Activation, activateReleases, rollBack, type Way } from './activation-service.ts'
import { checkRelease } from './check-service.ts'
import type { Order } from './pointer-change.ts'
import { completeRelease, type NewRelease, storeFile } from './publish-service.ts'
import type { FileHashes } from './release-content.ts'
import { describeHistory, describeReleases, type HistoryItem, type ReleaseItem } from './release-list.ts'

/** How an operator changes what is active. */
export type Manner = Omit<Order, 'actor'>

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
  /** Newest first. */
  history(app: AppId): Promise<HistoryItem[]>
  /** Compares every file with its hash, and the release with what is active. Without `misfits`: the server is older than that. */
  check(app: AppId, version: string): Promise<{ files: number; damaged: string[]; misfits?: string[] | undefined }>
}

/** The operations on the database of this process. @param actor - name for the history */
export const localReleases = (context: AppContext, actor: string): ReleaseApi => ({
  list: () => describeReleases(context),
  storeFile: (app, version, path, content) => storeFile(context, app, version, path, content),
  complete: (app, version, files, more) => completeRelease(context, { app, version, files, actor, ...more }),
  activate: (activation, how) => activateReleases(context, [activation], { actor, ...how }),
  rollBack: (app, { to, steps, ...how } = {}) => rollBack(context, app, { actor, ...how }, { to, steps }),
  history: (app) => describeHistory(context, app),
  check: (app, version) => checkRelease(context, app, version),
})
