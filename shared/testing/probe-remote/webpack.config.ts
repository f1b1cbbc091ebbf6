import { configFor } from '../../config/webpack/create-config.ts'
import type { RemoteManifestInput } from '../../contract/remote-manifest.ts'

type Place = 'projects' | 'datastorage'

/** A remote that shows which shared modules it gets and fails on demand; for browser tests. It stands in for `app`. */
const manifestFor = (app: Place): RemoteManifestInput => ({
  id: app,
  contract: '^1.0.0',
  routes: [
    { id: 'probe', path: `/probe/${app}`, title: 'Probe', crumb: null, roles: [], guards: [], layout: 'auth' },
    { id: 'guarded', path: `/guarded/${app}`, title: 'Probe', crumb: null, roles: ['USER'], guards: ['login', 'role'] },
  ],
  menu: [],
})

/** `webpack --mode production --env app=projects` */
export default ({ app }: { app: Place }, argv: { mode: 'production' | 'development' }) =>
  configFor({ app, dir: import.meta.dirname, manifest: manifestFor(app) })({}, argv)
