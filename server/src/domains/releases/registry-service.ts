import { type AppId, type Registry, type Release, registry as registrySchema } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { entryFile, entryIntegrityOf } from './release-content.ts'
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
    const earlier = fallbacksOf(rollout, version).flatMap((good) => releases.get(good) ?? [])
    const fallbacks = earlier.map((good) => ({
      version: good.version,
      url: addressOf(good),
      contract: good.manifest.contract,
      entryIntegrity: entryIntegrityOf(good.files),
    }))
    return {
      url: addressOf(release),
      ...(fallbacks[0] && { fallbackUrl: fallbacks[0].url }),
      metadata: { version, integrity: release.integrity },
      deployment: { traffic, default: version === stableVersion(rollout) },
      extras: { manifest: release.manifest, entryIntegrity: entryIntegrityOf(release.files), fallbacks },
    }
  })

const buildRegistry = async (db: Executor): Promise<Registry> => {
  // In this order, so that the releases include every version of the moves.
  const moves = Map.groupBy(await listMoves(db), ({ app }) => app)
  const releases = Map.groupBy(await listReleases(db), ({ app }) => app)
  const apps = [...moves.keys()].sort()
  return registrySchema.parse({
    schema: 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json',
    microFrontends: Object.fromEntries(
      apps.map((app) => {
        const byVersion = new Map(releases.get(app)?.map((release) => [release.version, release]))
        return [app, entriesOf(app, rolloutOf(moves.get(app) ?? []), byVersion)]
      }),
    ),
  })
}

interface Snapshot {
  /** Length of the history, counted before the registry was read. */
  revision: number
  registry: Registry
}

declare module '../../platform/context.ts' {
  interface DomainState {
    registry: { snapshot: Snapshot | null }
  }
}

/**
 * The active releases in the form of the registry. Cached in memory; the length of the append-only history shows whether the cache is
 * still valid, so that a change by any process is seen by the next request to every process (ADR 11).
 */
export const currentRegistry = async (context: AppContext): Promise<Registry> => {
  const revision = await countHistory(context.db)
  const known = context.state.registry.snapshot
  if (known?.revision === revision) return known.registry
  const registry = await buildRegistry(context.db)
  context.state.registry.snapshot = { revision, registry }
  return registry
}
