import type { AppId } from '@lamella/shared/contract'

/** Where releases are published. The tests use only this interface, so that they run against any server with a registry. */
export interface ReleaseTarget {
  /** Address of the portal. */
  readonly url: string
  /** Makes the files of a build available as one version of a front end. */
  publish(app: AppId, version: string, folder: string): Promise<void>
  /** Points a front end at a published version; the versions before it, newest first, are its last good ones. */
  activate(app: AppId, version: string): Promise<void>
  /** From now on requests for this file of a release get no response, and their connections stay open. */
  stall(app: AppId, version: string, file: string): void
  close(): Promise<void>
}
