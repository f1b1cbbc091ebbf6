import type { AppId, AppOverview, BuildSize, TrialView, VersionSeries } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { usageOfApps, usageOfVersions } from '../telemetry/index.ts'
import { fitNow } from './check-service.ts'
import { listMoves, listReleases, type ReleaseRow, type StoredMove } from './repository.ts'
import {
  fallbacksOf,
  pointerOf,
  type RolloutState,
  rolloutOf,
  rolloutsOf,
  stableVersion,
  withoutRemoved,
} from './rollout-state.ts'
import { namesOfOrganisations, namesOfUsers } from './trial-repository.ts'
import { plainTrial } from './trial-settings.ts'
import { judge, promotionOf } from './trial-verdict.ts'
import { stateOfTrial } from './watch-trials.ts'

/** The change by which the stable version last became that. */
const stableMove = (moves: readonly StoredMove[]): StoredMove | null => {
  const versions = rolloutsOf(moves).map(stableVersion)
  return moves.findLast((_, i) => versions[i] !== (versions[i - 1] ?? null)) ?? null
}

const describeTrial = async (
  context: AppContext,
  app: AppId,
  rollout: RolloutState,
  moves: readonly StoredMove[],
): Promise<TrialView | null> => {
  const { canary } = rollout
  if (!canary) return null
  const state = await stateOfTrial(context, app, rollout)
  const start = moves.findLast(({ version, action }) => action === 'activate' && version === canary.version)
  const trial =
    state?.trial ??
    plainTrial(start?.at ?? context.now(), {
      operator: { name: start?.actor ?? '' },
      reason: start?.reason ?? undefined,
    })
  const promotion = promotionOf(trial)
  const verdict = state && judge(state, context.now())
  return {
    version: canary.version,
    share: canary.traffic,
    users: await namesOfUsers(context.db, trial.users),
    organisations: await namesOfOrganisations(context.db, trial.organisations),
    since: trial.started,
    by: trial.by,
    reason: trial.reason,
    limits: trial.limits,
    until: trial.until,
    promotion: promotion && {
      at: promotion.toISOString(),
      waitsFor: promotion <= context.now() && verdict?.kind === 'wait' ? verdict.reason : null,
    },
    observed: { trial: state?.seen ?? { users: 0, failed: 0 }, stable: state?.stable ?? { users: 0, failed: 0 } },
  }
}

const previousOf = (rollout: RolloutState): string | null => {
  const stable = stableVersion(rollout)
  return rollout.canary || stable === null ? stable : (fallbacksOf(rollout, stable)[0] ?? null)
}

/** Versions to which a rollback can lead, newest first. */
const earlierOf = ({ good }: RolloutState): string[] => good.slice(0, -1).toReversed()

/** Each app of which something is published, by name. */
export const describeApps = async (context: AppContext): Promise<AppOverview[]> => {
  const { db } = context
  const moves = Map.groupBy(await listMoves(db), ({ app }) => app)
  const releases = Map.groupBy(await listReleases(db), ({ app }) => app)
  const usage = await usageOfApps(context)
  const apps: AppOverview[] = []
  for (const [app, published] of releases) {
    const [newest] = published
    if (!newest) continue
    const own = moves.get(app) ?? []
    const rollout = withoutRemoved(rolloutOf(own), (version) => published.some((one) => one.version === version))
    const [stable, start] = [stableVersion(rollout), stableMove(own)]
    const { misfits, warnings } = await fitNow(context, newest)
    apps.push({
      app,
      pointer: pointerOf(own.length),
      active:
        stable === null || start === null
          ? null
          : { version: stable, since: start.at.toISOString(), by: start.actor, reason: start.reason },
      trial: await describeTrial(context, app, rollout, own),
      newest: {
        version: newest.version,
        published: newest.published.toISOString(),
        notes: newest.notes,
        misfits: [...new Set(misfits.map(({ sentence }) => sentence))],
        missing: misfits[0]?.short ?? null,
        warnings,
      },
      previous: previousOf(rollout),
      earlier: earlierOf(rollout),
      last24h: usage(app),
    })
  }
  return apps
}

const mostOthers = 5

/**
 * Series of the versions of an app that matter: active, on trial, the one before, those that are run, and the newest build.
 * @throws ApiError ERR_6002 for an app without releases
 */
export const describeSeries = async (
  context: AppContext,
  sizeOf: (release: ReleaseRow) => Promise<BuildSize>,
  app: AppId,
): Promise<VersionSeries[]> => {
  const releases = (await listReleases(context.db)).filter((one) => one.app === app)
  if (releases.length === 0) throw new ApiError('ERR_6002')
  const isPublished = (version: string) => releases.some((one) => one.version === version)
  const rollout = withoutRemoved(rolloutOf(await listMoves(context.db, app)), isPublished)
  const stable = stableVersion(rollout)
  const { seen, of } = await usageOfVersions(context, app)
  const roles = new Map<string, VersionSeries['role']>()
  if (stable !== null) roles.set(stable, 'active')
  if (rollout.canary) roles.set(rollout.canary.version, 'trial')
  const before = stable !== null && fallbacksOf(rollout, stable)[0]
  if (before && !roles.has(before)) roles.set(before, 'previous')
  const others = releases.map(({ version }) => version).filter((version, i) => i === 0 || seen.includes(version))
  for (const version of others.filter((one) => !roles.has(one)).slice(0, mostOthers)) roles.set(version, 'other')
  const series: VersionSeries[] = []
  for (const [version, role] of roles) {
    const release = releases.find((one) => one.version === version)
    if (!release) continue
    const { published, notes, manifest } = release
    series.push({
      version,
      role,
      published: published.toISOString(),
      notes,
      ...(manifest.origin !== undefined && { origin: manifest.origin }),
      size: await sizeOf(release),
      ...of(version),
    })
  }
  return series
}
