import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Operator } from '../../platform/http/identity.ts'
import { recordOperation } from '../operators/index.ts'
import { type ActiveMisfit, misfitsAmong } from './active-fit.ts'
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
import {
  activeVersions,
  isSameRollout,
  type PointerMove,
  pointerOf,
  type RolloutState,
  rolloutOf,
  stableVersion,
} from './rollout-state.ts'

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

/** Whether a version becomes active, or active for all after a trial: since its start, other apps may have changed. */
const isNew = ({ before, after }: PointerChange, version: string): boolean =>
  !activeVersions(before).some((active) => active.version === version) ||
  (stableVersion(after) === version && stableVersion(before) !== version)

/** What does not fit of releases that become active by the changes. */
const findMisfits = async (
  tx: Executor,
  context: AppContext,
  changes: readonly PointerChange[],
): Promise<ActiveMisfit[]> => {
  const byApp = new Map(changes.map((change) => [change.app, change]))
  const active = [
    ...changes.flatMap(({ app, after }) => activeVersions(after).map(({ version }) => ({ app, version }))),
    ...(await listActive(tx)).filter(({ app }) => !byApp.has(app)),
  ]
  const releases: ReleaseRow[] = []
  for (const { app, version } of active) releases.push(requireRelease(await findRelease(tx, app, version)))
  return misfitsAmong(context, releases, ({ app, version }) => {
    const change = byApp.get(app)
    return change !== undefined && isNew(change, version)
  })
}

/** Who changes what is active, and how. */
export interface Order {
  operator: Operator
  /** Also what does not fit. */
  force?: boolean | undefined
  reason?: string | undefined
  /** `pointerOf` each changed app as it was when the decision was made; absent: whatever it is now. */
  expected?: string | undefined
}

const auditActionOf = ({ action, traffic }: PointerMove, isForced: boolean) => {
  if (action === 'rollback') return isForced ? 'release.rollback-forced' : 'release.rolled-back'
  if ((traffic ?? 100) < 100) return isForced ? 'release.trial-forced' : 'release.tried'
  return isForced ? 'release.activation-forced' : 'release.activated'
}

const mostSentences = 8

/** The first sentences as one text. */
const inWords = (misfits: readonly string[]): string => {
  const more = misfits.length - mostSentences
  const shown = misfits.slice(0, mostSentences).join(' ')
  return more > 0 ? `${shown} And ${more} more.` : shown
}

/**
 * Changes what is active, in one step. Versions that become active, or active for all after a trial, are compared with everything that is
 * active then; what was active before is not questioned otherwise, so that a trial can always be ended.
 * @returns the new states, in the order of the plans
 * @throws ApiError ERR_6005 when a release does not fit and the order does not force it, ERR_0400 for force without a reason,
 *   ERR_6006 when the state is not the expected one
 */
export const changePointers = async (
  context: AppContext,
  plans: readonly PointerPlan[],
  { operator, force = false, reason, expected }: Order,
): Promise<RolloutState[]> => {
  if (force && !reason) throw new ApiError('ERR_0400', 'A forced change needs a reason, which the history keeps.')
  return context.db.transaction(async (tx) => {
    await lockPointers(
      tx,
      plans.map(({ app }) => app),
    )
    const changes: PointerChange[] = []
    for (const { app, step } of plans) {
      const past = await listMoves(tx, app)
      if (expected !== undefined && expected !== pointerOf(past.length)) throw new ApiError('ERR_6006')
      const before = rolloutOf(past)
      changes.push({ app, before, ...(await step(tx, before)) })
    }
    const misfits = await findMisfits(tx, context, changes)
    const sentences = misfits.map(({ sentence }) => sentence)
    if (misfits.length > 0 && !force) throw new ApiError('ERR_6005', inWords(sentences))
    if (misfits.length > 0)
      context.log.warn({ actor: operator.name, reason, misfits: sentences }, 'releases that do not fit are activated')
    for (const { app, before, after, moves } of changes) {
      if (isSameRollout(after, before)) continue
      await replaceActive(tx, app, activeVersions(after))
      const overridden = misfits.filter((misfit) => misfit.app === app).map(({ sentence }) => sentence)
      const forced = overridden.length > 0
      for (const move of moves) {
        await appendHistory(tx, {
          app,
          ...move,
          actor: operator.name,
          forced,
          reason,
          ...(forced && { misfits: overridden }),
        })
        await recordOperation(tx, operator, context.now(), {
          action: auditActionOf(move, forced),
          objectType: 'release',
          name: `${app} ${move.version}`,
          ...(forced && { detail: { missing: inWords(overridden), reason } }),
        })
      }
      await context.events.publish({ type: 'releasesChanged' }, tx)
    }
    return changes.map(({ after }) => after)
  })
}
