import type { AppId } from '../../contract/app-version.ts'
import type { RemoteManifestInput } from '../../contract/remote-manifest.ts'

/** Input of the webpack factory for one app. */
export interface AppOptions {
  app: AppId
  /** Folder of the app, with package.json and src. */
  dir: string
  manifest: RemoteManifestInput
}
