// Must be the first import: schemas are created while the other modules are evaluated.
import './config/jitless.ts'
import './shared-modules.ts'
import '@lamella/shared/ui/styles.ts'
import { hasStoredToken, safeSessionStorage } from '@lamella/shared/session'
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { PortalSkeleton } from './portal-skeleton.tsx'
import { Providers } from './providers.tsx'
import { integrityPlugin } from './remotes/integrity.ts'
import { reportFailedShells } from './remotes/shell-failures.ts'
import { reportRenderError, telemetryPlugin, watchUncaughtErrors } from './remotes/telemetry.ts'
import { StartFailure } from './start-failure.tsx'
import { PortalUnavailableError, startPortal } from './start-portal.tsx'
import { hasStarted } from './start-signal.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
const root = createRoot(container, {
  onCaughtError: (error) => {
    reportRenderError(error)
    // Before the first page is shown it is an error of the shell: the watchdog of the page loads the version before.
    if (!hasStarted()) reportError(error)
  },
})
reportFailedShells(safeSessionStorage)
registerPlugins([telemetryPlugin, integrityPlugin])
watchUncaughtErrors()
root.render(
  <Providers>
    <PortalSkeleton withMenu={hasStoredToken()} />
  </Providers>,
)
try {
  const router = await startPortal({
    runtime: { registerRemotes, loadRemote },
    reload: () => location.reload(),
  })
  root.render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  void import('./telemetry/web-vitals.ts').then(({ tellWebVitals }) => tellWebVitals())
} catch (error) {
  const unavailable = error instanceof PortalUnavailableError
  reportRenderError(error)
  if (!unavailable) reportError(error)
  root.render(
    <Providers>
      <StartFailure unavailable={unavailable} />
    </Providers>,
  )
}
