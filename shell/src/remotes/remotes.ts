import type { Registry, Release, RemoteManifest } from '@lamella/shared/contract'
import type { BrowserStorage } from '@lamella/shared/session'
import type { VersionInUse } from '../telemetry/version-in-use.ts'
import type { Assigned } from './assigned-versions.ts'
import type { AvoidedVersions } from './avoided-versions.ts'
import { type FederationRuntime, RemoteLoader } from './load-remote.ts'
import { candidatesFor, pickRelease, previewBefore, shareOf } from './registry.ts'
import type { RemoteFailure } from './remote-failure.ts'

/** A remote of the registry as the router needs it. */
export interface Remote {
  manifest: RemoteManifest
  loader: RemoteLoader
  /** Name of the area in sentences. */
  area: string
  /**
   * Takes the version that the server gave the user, unless a page was loaded already or the version has other pages
   * than the router knows. @returns whether it is the one that this page runs
   */
  assign(version: string | undefined): boolean
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
  /** App → version that the server gave the user; read when it is needed. */
  assigned: () => Assigned
  /** Previewed versions, by app. */
  previews: Readonly<Record<string, Release>>
  report: (failure: RemoteFailure) => void
  /** Called after each loaded page. */
  onLoaded: (version: VersionInUse, milliseconds: number) => void
}

const haveSamePages = (one: RemoteManifest, other: RemoteManifest): boolean => {
  const pagesOf = ({ routes }: RemoteManifest) =>
    routes
      .map(({ id, path }) => `${id} ${path}`)
      .toSorted()
      .join()
  return pagesOf(one) === pagesOf(other)
}

/** The remotes of a registry, each in the release for this browser. */
export function remotesOf(
  registry: Registry,
  { reload, runtime, storage, assigned, previews, avoided, report, onLoaded }: RemotesOptions,
): Remote[] {
  const remotes: Remote[] = []
  for (const [name, releases] of Object.entries(registry.microFrontends)) {
    const share = shareOf(name, storage)
    const picked = pickRelease(releases, share, assigned()[name])
    const preview = previews[name]
    const manifest = (preview ?? picked)?.extras.manifest
    if (!manifest || manifest.id === 'shell') continue
    const choose = (from: readonly Release[]) => previewBefore(preview, candidatesFor(from, share, assigned()[name]))
    const refresh = async () => choose((await reload()).microFrontends[name] ?? [])
    const candidates = choose(releases)
    const loader = new RemoteLoader({
      app: manifest.id,
      candidates,
      refresh,
      runtime,
      avoided,
      report,
      onLoaded: (version, milliseconds) => onLoaded({ app: manifest.id, version }, milliseconds),
    })
    const assign = (version: string | undefined): boolean => {
      if (preview || version === undefined || version === picked?.metadata.version) return true
      const release = releases.find(({ metadata }) => metadata.version === version)
      const isAlike = release && haveSamePages(release.extras.manifest, manifest)
      return isAlike ? loader.replace(candidatesFor(releases, share, version)) : false
    }
    remotes.push({ manifest, loader, area: areas[manifest.id] ?? titleOf(manifest.id), assign })
  }
  return remotes
}
