import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { activateReleases, rollBack } from './activation-service.ts'
import { checkRelease, completeRelease, storeFile } from './publish-service.ts'
import type { FileHashes } from './release-content.ts'
import { describeHistory, describeReleases, type HistoryItem, type ReleaseItem } from './release-list.ts'

/** Operations of an operator on releases, by HTTP or in the same process. Every call is idempotent. */
export interface ReleaseApi {
  /** All published releases, by app, newest first. */
  list(): Promise<ReleaseItem[]>
  storeFile(app: AppId, version: string, path: string, content: Uint8Array): Promise<void>
  /** @param files - path → SHA-256, hex */
  complete(app: AppId, version: string, files: FileHashes): Promise<ReleaseItem>
  /** @param traffic - per cent of browsers, 1 to 100 */
  activate(app: AppId, version: string, traffic: number): Promise<void>
  /** @returns the stable version after it */
  rollBack(app: AppId): Promise<string>
  /** Newest first. */
  history(app: AppId): Promise<HistoryItem[]>
  /** Compares every file with its hash. */
  check(app: AppId, version: string): Promise<{ files: number; damaged: string[] }>
}

/** The operations on the database of this process. @param actor - name for the history */
export const localReleases = (context: AppContext, actor: string): ReleaseApi => ({
  list: () => describeReleases(context),
  storeFile: (app, version, path, content) => storeFile(context, app, version, path, content),
  complete: (app, version, files) => completeRelease(context, { app, version, files, actor }),
  activate: (app, version, traffic) => activateReleases(context, [{ app, version, traffic }], actor),
  rollBack: (app) => rollBack(context, app, actor),
  history: (app) => describeHistory(context, app),
  check: (app, version) => checkRelease(context, app, version),
})
