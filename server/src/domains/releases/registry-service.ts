import { type AppId, type Registry, type Release, readRegistry } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { entryFile, entryIntegrityOf, sha256 } from './release-content.ts'
import { folderOf } from './remote-origin.ts'
import { countHistory, listMoves, listReleases, type ReleaseRow } from './repository.ts'
import {
  activeVersions,
  fallbacksOf,
  type RolloutState,
  rolloutOf,
  stableVersion,
  withoutRemoved,
} from './rollout-state.ts'

/** Without an origin when it is that of the portal. */
const addressOf = ({ app, version, manifest }: ReleaseRow): string =>
  `${manifest.origin ?? ''}${folderOf(app, version)}${entryFile(app)}`

const entriesOf = (rollout: RolloutState, releases: ReadonlyMap<string, ReleaseRow>): Release[] =>
  activeVersions(rollout).flatMap(({ version, traffic }) => {
    const release = releases.get(version)
    if (!release) return []
    const fallbacks = fallbacksOf(rollout, version).flatMap((good) => releases.get(good) ?? [])
    return entryOf(release, { traffic, default: version === stableVersion(rollout) }, fallbacks)
  })

/** A version as readers of the registry load it. @param fallbacks - last good versions, newest first */
export const entryOf = (
  release: ReleaseRow,
  deployment: Release['deployment'],
  fallbacks: readonly ReleaseRow[],
): Release => {
  const { version, integrity, files } = release
  // The address has it already.
  const { origin: _, ...manifest } = release.manifest
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

const asRegistry = (microFrontends: Registry['microFrontends']): Registry => ({
  schema: 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json',
  microFrontends,
})

/** An entry without what this server does not know. Null: it does not know its form. */
export const knownPartOf = (app: AppId, entry: Release): Release | null =>
  readRegistry(asRegistry({ [app]: [entry] }))?.registry.microFrontends[app]?.[0] ?? null

/** Names what is left out of a registry, or would be by a reader of this version. */
const unknownIn = (
  registry: Registry,
  rollouts: ReadonlyMap<AppId, RolloutState>,
): { missing: string[]; unknown: string[] } => {
  const missing = [...rollouts].flatMap(([app, rollout]) => {
    const told = registry.microFrontends[app]?.map(({ metadata }) => metadata.version) ?? []
    return activeVersions(rollout).flatMap(({ version }) => (told.includes(version) ? [] : `${app} ${version}`))
  })
  const unknown = Object.entries(registry.microFrontends).flatMap(([app, entries]) => {
    const read = readRegistry(asRegistry({ [app]: entries }))
    return read?.skipped ?? [`${app}: all releases`]
  })
  return { missing, unknown }
}

/**
 * Manifests are told as they are stored, not as this server would write them: a server beside it on the same database may be newer, or have
 * written them by earlier rules, and each reader leaves out by itself what it does not know (ADR 11). So nothing in one of them can take the
 * others away.
 */
const readSnapshot = async ({ db, log }: AppContext): Promise<Omit<Snapshot, 'revision'>> => {
  // In this order, so that the releases include every version of the moves.
  const moves = Map.groupBy(await listMoves(db), ({ app }) => app)
  const releases = Map.groupBy(await listReleases(db), ({ app }) => app)
  const isPublished = (app: AppId) => (version: string) =>
    releases.get(app)?.some((release) => release.version === version) === true
  const rollouts = new Map(
    [...moves.keys()].sort().map((app) => [app, withoutRemoved(rolloutOf(moves.get(app) ?? []), isPublished(app))]),
  )
  const registry = asRegistry(
    Object.fromEntries(
      // Readers know no app without an active version.
      [...rollouts].flatMap(([app, rollout]) => {
        const byVersion = new Map(releases.get(app)?.map((release) => [release.version, release]))
        const entries = entriesOf(rollout, byVersion)
        return entries.length > 0 ? [[app, entries]] : []
      }),
    ),
  )
  const { missing, unknown } = unknownIn(registry, rollouts)
  if (missing.length > 0) log.error({ missing }, 'active releases are not published')
  if (unknown.length > 0) log.warn({ unknown }, 'active releases have parts that this server does not know')
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
  const snapshot = { revision, ...(await readSnapshot(context)) }
  context.state.registry.snapshot = snapshot
  return snapshot
}

/**
 * The same, or what was active when this process last knew, for what a browser loads first: while the database does not answer, the portal
 * can still say so itself.
 * @throws Error when this process never knew
 */
export const lastSnapshot = async (context: AppContext): Promise<Snapshot> => {
  try {
    return await currentSnapshot(context)
  } catch (err) {
    const known = context.state.registry.snapshot
    if (!known) throw err
    context.log.error({ err }, 'the database does not tell what is active: the last known state is served')
    return known
  }
}
