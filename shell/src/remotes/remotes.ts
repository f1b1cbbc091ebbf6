import type { Registry, Release, RemoteManifest } from '@lamella/shared/contract'
import type { BrowserStorage } from '@lamella/shared/session'
import type { VersionInUse } from '../telemetry/version-in-use.ts'
import type { Assigned } from './assigned-versions.ts'
import type { AvoidedVersions } from './avoided-versions.ts'
import { type FederationRuntime, RemoteLoader } from './load-remote.ts'
import { own } from './own.ts'
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

const areas: ReadonlyMap<string, string> = new Map([
  ['auth', 'The account area'],
  ['projects', 'Projects'],
  ['datastorage', 'Data Storage'],
  ['ai-trainer', 'AI Trainer'],
])

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

/** The remote of a name, in the release for this browser; null for the shell. */
function remoteOf(
  name: string,
  releases: readonly Release[],
  { reload, runtime, storage, assigned, previews, avoided, report, onLoaded }: RemotesOptions,
): Remote | null {
  const share = shareOf(name, storage)
  const given = (): string | undefined => own(assigned(), name)
  const picked = pickRelease(releases, share, given())
  const preview = own(previews, name)
  const manifest = (preview ?? picked)?.extras.manifest
  if (!manifest || manifest.id === 'shell') return null
  const choose = (from: readonly Release[]) => previewBefore(preview, candidatesFor(from, share, given()))
  const loader = new RemoteLoader({
    app: manifest.id,
    candidates: choose(releases),
    refresh: async () => choose(own((await reload()).microFrontends, name) ?? []),
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
  return { manifest, loader, area: areas.get(manifest.id) ?? titleOf(manifest.id), assign }
}

/** The remotes of a registry. One that cannot even be prepared is left out and reported: the portal starts with the others. */
export function remotesOf(registry: Registry, options: RemotesOptions): Remote[] {
  return Object.entries(registry.microFrontends).flatMap(([name, releases]) => {
    try {
      return remoteOf(name, releases, options) ?? []
    } catch (error) {
      const version = releases[0]?.metadata.version ?? ''
      options.report({ app: name, version, routeId: '', stage: 'load', error })
      return []
    }
  })
}
