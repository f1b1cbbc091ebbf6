import type { AppId, EndpointOutput, listReleases as listEndpoint, releaseHistory } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import type { StoredTrial } from '../../platform/db/schema/index.ts'
import {
  type HistoryRow,
  listActive,
  listHistory,
  listMoves,
  listReleases,
  listRemoved,
  type ReleaseRow,
  type StoredMove,
} from './repository.ts'
import { pointerOf, rolloutOf } from './rollout-state.ts'
import { namesOfOrganisations, namesOfUsers } from './trial-repository.ts'

/** A release as the API shows it. */
export type ReleaseItem = EndpointOutput<typeof listEndpoint>['data'][number]
/** An entry of the history as the API shows it. */
export type HistoryItem = EndpointOutput<typeof releaseHistory>['data'][number]

/** All published releases, by app, newest first. */
export const describeReleases = async ({ db }: AppContext): Promise<ReleaseItem[]> => {
  const active = await listActive(db)
  const moves = Map.groupBy(await listMoves(db), ({ app }) => app)
  return (await listReleases(db)).map((release) => describeRelease(release, active, moves.get(release.app) ?? []))
}

/** A release as the API shows it; `traffic` is 0 when it is not active. @param moves - changes of the app's active versions */
export const describeRelease = (
  { app, version, integrity, published, notes, manifest: { origin } }: ReleaseRow,
  active: Awaited<ReturnType<typeof listActive>>,
  moves: readonly StoredMove[],
): ReleaseItem => ({
  app,
  version,
  integrity,
  published: published.toISOString(),
  traffic: active.find((one) => one.app === app && one.version === version)?.traffic ?? 0,
  ...(rolloutOf(moves).canary?.version === version && { trial: true }),
  notes,
  pointer: pointerOf(moves.length),
  ...(origin !== undefined && { origin }),
})

type Audience = NonNullable<HistoryItem['audience']>

/** Finds the names of who is on a trial; those who are gone are left out. */
const audiences = async (
  db: Executor,
  rows: readonly HistoryRow[],
): Promise<(trial: StoredTrial | null) => Audience | null> => {
  const trials = rows.flatMap(({ trial }) => (trial ? [trial] : []))
  const users = await namesOfUsers(
    db,
    trials.flatMap((trial) => trial.users),
  )
  const organisations = await namesOfOrganisations(
    db,
    trials.flatMap((trial) => trial.organisations),
  )
  return (trial) => {
    const named = {
      users: users.filter(({ id }) => trial?.users.includes(id)).map(({ fullName }) => fullName),
      organisations: organisations.filter(({ id }) => trial?.organisations.includes(id)).map(({ name }) => name),
    }
    return named.users.length + named.organisations.length > 0 ? named : null
  }
}

/** The history of an app, newest first. @param isNamed - with the names of who was on trial */
export const describeHistory = async (
  { db }: AppContext,
  app: AppId,
  { isNamed }: { isNamed: boolean },
): Promise<HistoryItem[]> => {
  const removals = new Map((await listRemoved(db, app)).map((one) => [one.version, one]))
  const rows = await listHistory(db, app)
  const audienceOf = await audiences(db, isNamed ? rows : [])
  return rows.map(({ at, action, version, traffic, actor, forced, misfits, reason, trial }) => {
    const audience = audienceOf(trial)
    const removal = removals.get(version)
    const isRemoved = removal !== undefined && action === 'publish' && at <= removal.at
    // Of several publications the last one before the removal was removed.
    if (isRemoved) removals.delete(version)
    return {
      at: at.toISOString(),
      action,
      version,
      traffic,
      actor,
      forced,
      ...(misfits && { misfits }),
      reason,
      ...(audience && { audience }),
      ...(isRemoved && {
        removed: { at: removal.at.toISOString(), actor: removal.actor, reason: removal.reason },
      }),
    }
  })
}
