import type { AppName } from '../../contract/releases.ts'
import type { RemoteManifestInput } from '../../contract/remote-manifest.ts'

/** What the webpack factory needs to know of an app. */
export interface AppOptions {
  app: AppName
  /** Folder of the app: holds package.json and src. */
  dir: string
  manifest: RemoteManifestInput
}
