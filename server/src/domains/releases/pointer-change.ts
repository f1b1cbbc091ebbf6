import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { misfitsOf } from './fit.ts'
import { requireRelease } from './publish-service.ts'
import {
  appendHistory,
  findRelease,
  listActive,
  listMoves,
  lockPointers,
  type ReleaseRow,
  replaceActive,
} from './repository.ts'
import { activeVersions, type PointerMove, type RolloutState, rolloutOf } from './rollout-state.ts'

/** Where a change leads, and the entries of the history that lead there, oldest first. */
export interface Step {
  after: RolloutState
  moves: PointerMove[]
}

/** What is to change for one app; `step` is called with its present state while the pointers are locked. */
export interface PointerPlan {
  app: AppId
  step: (tx: Executor, rollout: RolloutState) => Step | Promise<Step>
}

interface PointerChange extends Step {
  app: AppId
  before: RolloutState
}

const isActive = (rollout: RolloutState, version: string): boolean =>
  activeVersions(rollout).some((active) => active.version === version)

/** Sentences about releases that become active by the changes and do not fit what is active then. */
const findMisfits = async (tx: Executor, changes: readonly PointerChange[]): Promise<string[]> => {
  const byApp = new Map(changes.map((change) => [change.app, change]))
  const active = [
    ...changes.flatMap(({ app, after }) => activeVersions(after).map(({ version }) => ({ app, version }))),
    ...(await listActive(tx)).filter(({ app }) => !byApp.has(app)),
  ]
  const releases: ReleaseRow[] = []
  for (const { app, version } of active) releases.push(requireRelease(await findRelease(tx, app, version)))
  return releases.flatMap((release) => {
    const change = byApp.get(release.app)
    if (!change || isActive(change.before, release.version)) return []
    const others = releases.filter(({ app }) => app !== release.app)
    return misfitsOf(release, others)
  })
}

/**
 * Changes what is active, in one step. Versions that become active are compared with everything that is active then; what was active
 * before is not questioned, so that a trial can always be ended.
 * @returns the new states, in the order of the plans
 * @throws ApiError ERR_6005 when a release does not fit
 */
export const changePointers = async (
  { db }: AppContext,
  plans: readonly PointerPlan[],
  { actor }: { actor: string },
): Promise<RolloutState[]> =>
  db.transaction(async (tx) => {
    await lockPointers(
      tx,
      plans.map(({ app }) => app),
    )
    const changes: PointerChange[] = []
    for (const { app, step } of plans) {
      const before = rolloutOf(await listMoves(tx, app))
      changes.push({ app, before, ...(await step(tx, before)) })
    }
    const misfits = await findMisfits(tx, changes)
    if (misfits.length > 0) throw new ApiError('ERR_6005', misfits.join(' '))
    for (const { app, before, after, moves } of changes) {
      if (JSON.stringify(activeVersions(after)) === JSON.stringify(activeVersions(before))) continue
      await replaceActive(tx, app, activeVersions(after))
      for (const move of moves) await appendHistory(tx, { app, ...move, actor })
    }
    return changes.map(({ after }) => after)
  })
