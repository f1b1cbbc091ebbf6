// First: schemas are made while the other modules are evaluated.
import './config/jitless.ts'
import './shared-modules.ts'
import '@lamella/shared/ui/styles.ts'
import { safeLocalStorage } from '@lamella/shared/session'
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { Providers } from './providers.tsx'
import { integrityPlugin } from './remotes/integrity.ts'
import { reportRenderError, telemetryPlugin } from './remotes/telemetry.ts'
import { StartFailure } from './start-failure.tsx'
import { startPortal } from './start-portal.tsx'
import { Starting } from './starting.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
const root = createRoot(container, { onCaughtError: reportRenderError })
registerPlugins([telemetryPlugin, integrityPlugin])
/** Key of document 1 §3. */
const tokenKey = 'authToken'
root.render(
  <Providers>
    <Starting withMenu={safeLocalStorage.read(tokenKey) !== null} />
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
} catch (error) {
  reportRenderError(error)
  root.render(
    <Providers>
      <StartFailure />
    </Providers>,
  )
}
