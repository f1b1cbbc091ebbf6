import { configFor } from '../../config/webpack/create-config.ts'
import type { AppId } from '../../contract/app-version.ts'
import type { RemoteManifestInput } from '../../contract/remote-manifest.ts'

/**
 * Manifest of a remote for browser tests, under the name of `app`: it shows its shared modules and fails on
 * demand.
 */
const manifestFor = (app: AppId): RemoteManifestInput => ({
  id: app,
  contract: '^1.0.0',
  routes: [
    { id: 'probe', path: `/probe/${app}`, title: 'Probe', crumb: null, roles: [], guards: [], layout: 'auth' },
    { id: 'guarded', path: `/guarded/${app}`, title: 'Probe', crumb: null, roles: ['USER'], guards: ['login', 'role'] },
  ],
  menu: [],
})

/** `webpack --mode production --env app=projects` */
export default ({ app }: { app: AppId }, argv: { mode: 'production' | 'development' }) =>
  configFor({ app, dir: import.meta.dirname, manifest: manifestFor(app) })({}, argv)
