// First: schemas are made while the other modules are evaluated.
import './config/jitless.ts'
import './shared-modules.ts'
import '@lamella/shared/ui/styles.ts'
import { configureHttp } from '@lamella/shared/api'
import { remoteManifest } from '@lamella/shared/contract'
import {
  browserMemory,
  configureTokenCall,
  followOtherTabs,
  hasPortalAccessAtom,
  restore,
  runtimeConfigAtom,
  store,
  tokenSource,
} from '@lamella/shared/session'
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { createRoot } from 'react-dom/client'
import { Outlet, RouterProvider } from 'react-router-dom'
import * as z from 'zod/mini'
import { manifest } from '../manifest.ts'
import { loadConfig } from './config/load-config.ts'
import { PortalLayout } from './layout/portal-layout.tsx'
import { Providers } from './providers.tsx'
import { loadRegistry } from './remotes/registry.ts'
import { remotesOf } from './remotes/remotes.ts'
import { reportRemoteFailure, reportRenderError, telemetryPlugin } from './remotes/telemetry.ts'
import { recheckGuards, redirectOnFailure, redirectOnSessionEnd } from './routing/central-redirects.ts'
import { createPortalRouter, type PortalRouter } from './routing/routes.tsx'
import { StartFailure } from './start-failure.tsx'

/** Configuration and registry → session → router. @throws when the configuration or the registry cannot be had */
async function start(): Promise<PortalRouter> {
  const [config, { registry }] = await Promise.all([loadConfig(), loadRegistry(browserMemory)])
  store.set(runtimeConfigAtom, config)
  configureTokenCall(config)
  configureHttp({ baseUrl: { auth: config.authServiceDomain, ...config.basePaths }, tokens: tokenSource })

  let router: PortalRouter | undefined
  redirectOnSessionEnd((path) => (router ? void router.navigate(path) : history.replaceState(null, '', path)))
  await restore()
  followOtherTabs()
  // Needed for the first screen of whoever is logged in: fetched while the page itself is.
  if (store.get(hasPortalAccessAtom)) void import('./layout/portal-frame.tsx')

  registerPlugins([telemetryPlugin])
  const shell = z.parse(remoteManifest, manifest)
  const remotes = remotesOf(registry, {
    reload: async () => (await loadRegistry(browserMemory)).registry,
    runtime: { registerRemotes, loadRemote },
    storage: browserMemory,
    report: reportRemoteFailure,
  })
  const layout = (
    <PortalLayout manifests={[shell, ...remotes.map((remote) => remote.manifest)]}>
      <Outlet />
    </PortalLayout>
  )
  router = createPortalRouter({ layout, shell, remotes, config })
  recheckGuards(router)
  redirectOnFailure(router)
  return router
}

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
const root = createRoot(container, { onCaughtError: reportRenderError })
try {
  const router = await start()
  root.render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
} catch (error) {
  reportRenderError(error)
  root.render(
    <Providers>
      <StartFailure />
    </Providers>,
  )
}
