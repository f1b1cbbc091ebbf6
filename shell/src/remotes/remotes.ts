import type { Registry, RemoteManifest } from '@lamella/shared/contract'
import type { BrowserStorage } from '@lamella/shared/session'
import type { VersionInUse } from '../telemetry/version-in-use.ts'
import type { AvoidedVersions } from './avoided-versions.ts'
import { type FederationRuntime, RemoteLoader } from './load-remote.ts'
import { candidatesFor, pickRelease, shareOf } from './registry.ts'
import type { RemoteFailure } from './remote-failure.ts'

/** A remote of the registry as the router needs it. */
export interface Remote {
  manifest: RemoteManifest
  loader: RemoteLoader
  /** Name of the area in sentences. */
  area: string
}

const areas: Readonly<Record<string, string>> = {
  auth: 'The account area',
  projects: 'Projects',
  datastorage: 'Data Storage',
  'ai-trainer': 'AI Trainer',
}

/** Name of an area that was added after this build: `quality-control` is "Quality control". */
const titleOf = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`

interface RemotesOptions {
  /** Versions left in this session. */
  avoided: AvoidedVersions
  /** Reads the registry again. */
  reload: () => Promise<Registry>
  runtime: FederationRuntime
  storage: BrowserStorage
  report: (failure: RemoteFailure) => void
  /** Called after each loaded page. */
  onLoaded: (version: VersionInUse, milliseconds: number) => void
}

/** The remotes of a registry, each in the release for this browser. */
export function remotesOf(
  registry: Registry,
  { reload, runtime, storage, avoided, report, onLoaded }: RemotesOptions,
): Remote[] {
  const remotes: Remote[] = []
  for (const [name, releases] of Object.entries(registry.microFrontends)) {
    const share = shareOf(name, storage)
    const manifest = pickRelease(releases, share)?.extras.manifest
    if (!manifest || manifest.id === 'shell') continue
    const refresh = async () => candidatesFor((await reload()).microFrontends[name] ?? [], share)
    const candidates = candidatesFor(releases, share)
    const loader = new RemoteLoader({
      app: manifest.id,
      candidates,
      refresh,
      runtime,
      avoided,
      report,
      onLoaded: (version, milliseconds) => onLoaded({ app: manifest.id, version }, milliseconds),
    })
    remotes.push({ manifest, loader, area: areas[manifest.id] ?? titleOf(manifest.id) })
  }
  return remotes
}
