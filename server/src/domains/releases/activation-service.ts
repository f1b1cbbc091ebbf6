import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { changePointers, type Order, type PointerPlan, type Step } from './pointer-change.ts'
import { requireRelease } from './publish-service.ts'
import { findRelease } from './repository.ts'
import { activated, type RolloutState, rolledBack, stableVersion } from './rollout-state.ts'
import { plainTrial } from './trial-settings.ts'

/** A version that is to become active. */
export interface Activation {
  app: AppId
  version: string
  /** Per cent of browsers, 1 to 100. */
  traffic: number
}

/**
 * Activates versions, one per app, for all browsers or for some per cent of them. It takes effect with the next loaded page; open pages
 * keep their version. Activating the active version again changes nothing.
 * @throws ApiError ERR_6002 for an unknown version, ERR_0409 for a share below 100 while no version is active, ERR_6005 for a version that
 *   does not fit what is active, unless forced
 */
export const activateReleases = async (
  context: AppContext,
  activations: readonly Activation[],
  order: Order,
): Promise<void> => {
  const plans = activations.map(
    ({ app, version, traffic }): PointerPlan => ({
      app,
      step: async (tx, rollout) => {
        requireRelease(await findRelease(tx, app, version))
        if (traffic < 100 && stableVersion(rollout) === null) {
          throw new ApiError('ERR_0409', 'No version is active yet: the first one has to take all traffic.')
        }
        const { canary } = rollout
        const running = canary?.version === version ? canary.trial : plainTrial(context.now(), order)
        const trial = traffic < 100 ? running : null
        return {
          after: activated(rollout, version, traffic, trial),
          moves: [{ action: 'activate', version, traffic, trial }],
        }
      },
    }),
  )
  await changePointers(context, plans, order)
}

/** How far to go back; by default one step. */
export interface Way {
  /** The stable version to arrive at. */
  to?: string | undefined
  /** The end of a trial is a step. */
  steps?: number | undefined
}

const stepsBack = (start: RolloutState, { to, steps = 1 }: Way): Step => {
  const moves: Step['moves'] = []
  let after = start
  do {
    const earlier = rolledBack(after)
    const version = earlier && stableVersion(earlier)
    if (!version) throw new ApiError('ERR_6003', to && `${to} is not among the earlier versions.`)
    after = earlier
    // One entry per version: also servers that know single steps only come to the same state.
    moves.push({ action: 'rollback', version, traffic: null })
  } while (to === undefined ? moves.length < steps : stableVersion(after) !== to)
  return { after, moves }
}

/**
 * Ends the canary, or without one goes back to the stable version before the present one, or further.
 * @returns the stable version
 * @throws ApiError ERR_6003 when there is no such earlier version, ERR_6005 when it does not fit what is active, unless forced
 */
export const rollBack = async (context: AppContext, app: AppId, order: Order, way: Way = {}): Promise<string> => {
  const plan: PointerPlan = { app, step: (_tx, before) => stepsBack(before, way) }
  const [rollout] = await changePointers(context, [plan], order)
  const version = rollout && stableVersion(rollout)
  if (!version) throw new ApiError('ERR_6003')
  return version
}
