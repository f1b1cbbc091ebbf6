import { apiAddress, configureHttp, watchConnection } from '@lamella/shared/api'
import { remoteManifest, sendTelemetry } from '@lamella/shared/contract'
import {
  configureTokenCall,
  followOtherTabs,
  hasPortalAccessAtom,
  restore,
  runtimeConfigAtom,
  safeLocalStorage,
  safeSessionStorage,
  store,
  tokenSource,
} from '@lamella/shared/session'
import { Outlet } from 'react-router-dom'
import * as z from 'zod/mini'
import { manifest } from '../manifest.ts'
import { loadConfig } from './config/load-config.ts'
import { PortalFrame, PortalLayout } from './layout/portal-layout.tsx'
import { hasNewVersion } from './remotes/active-versions.ts'
import { AvoidedVersions } from './remotes/avoided-versions.ts'
import { noteEarlierShells } from './remotes/earlier-shell.ts'
import { TrialVersions } from './remotes/follow-trials.ts'
import type { FederationRuntime } from './remotes/load-remote.ts'
import { leavePreview, previewsShown, readPreviews } from './remotes/preview.ts'
import { fetchRegistry, loadRegistry } from './remotes/registry.ts'
import { remotesOf } from './remotes/remotes.ts'
import { reportPageLoad, reportRemoteFailure, reportUse, setLogLevel } from './remotes/telemetry.ts'
import {
  announceRecovery,
  redirectOnAccessLoss,
  redirectOnFailure,
  redirectOnSessionEnd,
} from './routing/central-redirects.ts'
import { createPortalRouter, type PortalRouter } from './routing/routes.tsx'
import { startBeacon } from './telemetry/beacon.ts'
import { shellVersion } from './telemetry/version-in-use.ts'

/** Milliseconds for a look, as for calls: a request that hangs must not end the looks of an open page. */
const lookPatience = 30_000

interface PortalSurroundings {
  runtime: FederationRuntime
  /** Reloads the page. */
  reload: () => void
}

/** Configuration or registry cannot be loaded. */
export class PortalUnavailableError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'PortalUnavailableError'
  }
}

const loadSurroundings = () =>
  Promise.all([loadConfig(), loadRegistry(safeLocalStorage)]).catch((cause: unknown) => {
    throw new PortalUnavailableError(cause)
  })

/**
 * Starts the portal: configuration and registry, then session, then router.
 * @throws PortalUnavailableError
 */
export async function startPortal({ runtime, reload }: PortalSurroundings): Promise<PortalRouter> {
  const [config, { registry }] = await loadSurroundings()
  store.set(runtimeConfigAtom, config)
  setLogLevel(config.logLevel)
  configureTokenCall(config)
  configureHttp({ baseUrl: { auth: config.authServiceDomain, ...config.basePaths }, tokens: tokenSource })
  watchConnection()
  startBeacon(apiAddress(sendTelemetry.path), config.telemetryShare)

  let router: PortalRouter | undefined
  redirectOnSessionEnd((path) => (router ? void router.navigate(path) : history.replaceState(null, '', path)))
  followOtherTabs(reload)
  const trials = new TrialVersions(registry, reload)
  await restore()
  await trials.start()
  // Needed for the first screen of a logged-in user: loaded in parallel with the page.
  if (store.get(hasPortalAccessAtom)) PortalFrame.prepare()

  const shell = z.parse(remoteManifest, manifest)
  const remotes = remotesOf(registry, {
    reload: async () => (await loadRegistry(safeLocalStorage)).registry,
    runtime,
    storage: safeLocalStorage,
    assigned: () => trials.running,
    previews: readPreviews(),
    avoided: new AvoidedVersions(safeSessionStorage),
    report: reportRemoteFailure,
    onLoaded: reportPageLoad,
  })
  trials.follow(remotes)
  reportUse(shellVersion)
  noteEarlierShells(registry, reload)
  const checkVersion = async (): Promise<boolean> => {
    const now = await fetchRegistry(AbortSignal.timeout(lookPatience))
    const given = { running: trials.running, now: await trials.ask(now) }
    return hasNewVersion(registry, now, safeLocalStorage, given)
  }
  const previewed = previewsShown()
  const endPreview = () => void leavePreview().then(reload)
  const layout = (
    <PortalLayout
      manifests={[shell, ...remotes.map((remote) => remote.manifest)]}
      checkVersion={checkVersion}
      reload={reload}
      preview={previewed.length > 0 ? { versions: previewed, onEnd: endPreview } : null}
      onPreviewAnswer={(wish, isAgreed) => void trials.answerWish(wish, isAgreed)}
    >
      <Outlet />
    </PortalLayout>
  )
  router = createPortalRouter({ layout, shell, remotes, config })
  redirectOnAccessLoss(router)
  redirectOnFailure(router)
  announceRecovery()
  return router
}
