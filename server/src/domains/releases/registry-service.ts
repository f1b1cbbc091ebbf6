import { type AppId, type Registry, type Release, registry as registrySchema } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { entryFile, entryIntegrityOf, sha256 } from './release-content.ts'
import { folderOf } from './remote-origin.ts'
import { countHistory, listMoves, listReleases, type ReleaseRow } from './repository.ts'
import { activeVersions, fallbacksOf, type RolloutState, rolloutOf, stableVersion } from './rollout-state.ts'

/** Without an origin when it is that of the portal. */
const addressOf = ({ app, version, manifest }: ReleaseRow): string =>
  `${manifest.origin ?? ''}${folderOf(app, version)}${entryFile(app)}`

const entriesOf = (app: AppId, rollout: RolloutState, releases: ReadonlyMap<string, ReleaseRow>): Release[] =>
  activeVersions(rollout).map(({ version, traffic }) => {
    const release = releases.get(version)
    if (!release) throw new Error(`The active release ${app} ${version} was never published`)
    const fallbacks = fallbacksOf(rollout, version).flatMap((good) => releases.get(good) ?? [])
    return entryOf(release, { traffic, default: version === stableVersion(rollout) }, fallbacks)
  })

/** A version as readers of the registry load it. @param fallbacks - last good versions, newest first */
export const entryOf = (
  release: ReleaseRow,
  deployment: Release['deployment'],
  fallbacks: readonly ReleaseRow[],
): Release => {
  const { version, integrity, manifest, files } = release
  const earlier = fallbacks.map((good) => ({
    version: good.version,
    url: addressOf(good),
    contract: good.manifest.contract,
    entryIntegrity: entryIntegrityOf(good.files),
  }))
  return {
    url: addressOf(release),
    ...(earlier[0] && { fallbackUrl: earlier[0].url }),
    metadata: { version, integrity },
    deployment,
    extras: { manifest, entryIntegrity: entryIntegrityOf(files), fallbacks: earlier },
  }
}

const readSnapshot = async (db: Executor): Promise<Omit<Snapshot, 'revision'>> => {
  // In this order, so that the releases include every version of the moves.
  const moves = Map.groupBy(await listMoves(db), ({ app }) => app)
  const releases = Map.groupBy(await listReleases(db), ({ app }) => app)
  const rollouts = new Map([...moves.keys()].sort().map((app) => [app, rolloutOf(moves.get(app) ?? [])]))
  const registry = registrySchema.parse({
    schema: 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json',
    microFrontends: Object.fromEntries(
      [...rollouts].map(([app, rollout]) => {
        const byVersion = new Map(releases.get(app)?.map((release) => [release.version, release]))
        return [app, entriesOf(app, rollout, byVersion)]
      }),
    ),
  })
  return { registry, etag: `"${sha256(Buffer.from(JSON.stringify(registry)))}"`, rollouts }
}

interface Snapshot {
  /** Length of the history, counted before the registry was read. */
  revision: number
  registry: Registry
  /** By its content, so that it is the same at every process. */
  etag: string
  /** State of each app that was ever active, by name. */
  rollouts: ReadonlyMap<AppId, RolloutState>
}

declare module '../../platform/context.ts' {
  interface DomainState {
    registry: { snapshot: Snapshot | null }
  }
}

/**
 * What is active. Cached in memory; the length of the append-only history shows whether the cache is
 * still valid, so that a change by any process is seen by the next request to every process (ADR 11).
 */
export const currentSnapshot = async (context: AppContext): Promise<Snapshot> => {
  const revision = await countHistory(context.db)
  const known = context.state.registry.snapshot
  if (known?.revision === revision) return known
  const snapshot = { revision, ...(await readSnapshot(context.db)) }
  context.state.registry.snapshot = snapshot
  return snapshot
}

/** The active releases in the form of the registry. It is public: who is on trial is not in it. */
export const currentRegistry = async (context: AppContext): Promise<Registry> =>
  (await currentSnapshot(context)).registry
