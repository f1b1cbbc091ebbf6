import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Operator } from '../../platform/http/identity.ts'
import type { JobHandlers } from '../../platform/queue/job-types.ts'
import { activateReleases } from './activation-service.ts'
import type { Order } from './pointer-change.ts'
import { listMoves } from './repository.ts'
import { pointerOf, type RolloutState, rolloutOf, stableVersion } from './rollout-state.ts'
import { countAudience, countReports } from './trial-repository.ts'
import { endTrial } from './trial-service.ts'
import { judge, type TrialState } from './trial-verdict.ts'

const automatic: Operator = { name: 'automatic' }

/** What is known of the trial of an app. Null: none runs, or an older server has started it, without limits. */
export const stateOfTrial = async (
  { db }: AppContext,
  app: AppId,
  rollout: RolloutState,
): Promise<TrialState | null> => {
  const { canary } = rollout
  const stable = stableVersion(rollout)
  if (!canary?.trial || stable === null) return null
  const since = new Date(canary.trial.started)
  return {
    trial: canary.trial,
    share: canary.traffic,
    seen: await countReports(db, app, canary.version, since),
    stable: await countReports(db, app, stable, since),
    audience: await countAudience(db, canary.trial),
    stableVersion: stable,
  }
}

/** What does not fit is never promoted by the clock, whoever forced the trial: it ends, and says why. */
const promote = async (context: AppContext, app: AppId, version: string, order: Order): Promise<void> => {
  try {
    await activateReleases(context, [{ app, version, traffic: 100 }], order)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'ERR_6005')) throw error
    const reason = `It was due to become active for all, but does not fit what is active: ${error.message}`
    await endTrial(context, app, { ...order, reason })
    context.log.warn({ app, version, reason }, 'a trial was ended in place of its promotion')
  }
}

/** Ends or promotes the trial of an app by its limits and its clock. A stable version is never changed without its trial. */
const watch = async (context: AppContext, app: AppId): Promise<void> => {
  const moves = await listMoves(context.db, app)
  const rollout = rolloutOf(moves)
  const state = await stateOfTrial(context, app, rollout)
  const version = rollout.canary?.version
  if (!state || version === undefined) return
  const verdict = judge(state, context.now())
  if (verdict.kind === 'wait') return
  // An operator who acts in the meantime wins.
  const order = { operator: automatic, reason: verdict.reason, expected: pointerOf(moves.length) }
  try {
    if (verdict.kind === 'end') await endTrial(context, app, order)
    else await promote(context, app, version, order)
    context.log.info({ app, version, verdict }, 'a trial was decided')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    context.log.warn({ app, version, verdict, reason: error.message }, 'a trial could not be decided')
  }
}

/** Handler of `watch-trial-releases`: any number of processes may run it, each decision is made once. */
export const createWatchTrials =
  (context: AppContext): JobHandlers['watch-trial-releases'] =>
  async () => {
    const apps = new Set((await listMoves(context.db)).map(({ app }) => app))
    for (const app of apps) await watch(context, app)
  }
