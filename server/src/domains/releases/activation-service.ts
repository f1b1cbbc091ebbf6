import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { changePointers, type Order, type PointerPlan } from './pointer-change.ts'
import { requireRelease } from './publish-service.ts'
import { findRelease, listReleases } from './repository.ts'
import {
  activated,
  activationFor,
  emptyRollout,
  type RolloutState,
  rolledBack,
  type Step,
  stableVersion,
  withoutRemoved,
} from './rollout-state.ts'
import { plainTrial } from './trial-settings.ts'

/** A version that is to become active. */
export interface Activation {
  app: AppId
  version: string
  /** Per cent of browsers, 1 to 100. */
  traffic: number
}

/** A share needs a version for the rest, and another one than that. @throws ApiError ERR_0409 */
const requireOther = (app: AppId, version: string, rollout: RolloutState): void => {
  const stable = stableVersion(rollout)
  if (stable === null)
    throw new ApiError('ERR_0409', 'No version is active yet: the first one has to take all traffic.')
  if (stable !== version) return
  const { canary } = rollout
  const trial = canary ? ` To end the trial of ${canary.version}, roll back, or activate ${version} for all.` : ''
  throw new ApiError(
    'ERR_0409',
    `${app} ${version} is active for all${canary ? ' others' : ''} already: it cannot have a share beside itself.${trial}`,
  )
}

/**
 * Activates versions, one per app, for all browsers or for some per cent of them. It takes effect with the next loaded page; open pages
 * keep their version. Activating the active version again changes nothing.
 * @throws ApiError ERR_6002 for an unknown version, ERR_0409 for a share below 100 while no other version is active, ERR_6005 for a version that
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
        if (traffic === 100) return activationFor(rollout, version)
        requireOther(app, version, rollout)
        const { canary } = rollout
        const trial = canary?.version === version ? canary.trial : plainTrial(context.now(), order)
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
  /** The stable version to arrive at; `none`: nothing is active any more. */
  to?: string | undefined
  /** The end of a trial is a step. */
  steps?: number | undefined
}

const noEarlier = (app: AppId, hasEarlier: boolean, to: string | undefined): string | undefined => {
  if (to !== undefined) return `${to} is not among the earlier versions.`
  // The first release of a remote is undone by taking it away.
  return hasEarlier || app === 'shell'
    ? undefined
    : `There is no earlier version of ${app} to go back to. "--to none" takes it out of the portal.`
}

/** @throws ApiError ERR_0409 for the shell, ERR_6003 when nothing is active */
const withdrawal = (app: AppId, before: RolloutState): Step => {
  if (app === 'shell') throw new ApiError('ERR_0409', 'Without a shell there is no portal: it cannot be withdrawn.')
  const version = stableVersion(before)
  if (!version) throw new ApiError('ERR_6003', `No version of ${app} is active.`)
  return { after: emptyRollout, moves: [{ action: 'rollback', version, traffic: 0 }] }
}

/** @param isPublished - steps lead to such versions; those between that were removed are passed over */
const stepsBack = (
  app: AppId,
  start: RolloutState,
  { to, steps = 1 }: Way,
  isPublished: (version: string) => boolean,
): Step => {
  const known = withoutRemoved(start, isPublished)
  const moves: Step['moves'] = []
  let after = start
  let taken = 0
  do {
    const earlier = rolledBack(after)
    const version = earlier && stableVersion(earlier)
    if (!version) throw new ApiError('ERR_6003', noEarlier(app, known.good.length > 1, to))
    after = earlier
    // One entry per version: also servers that know single steps only come to the same state.
    moves.push({ action: 'rollback', version, traffic: null })
    if (isPublished(version)) taken++
  } while (to === undefined ? taken < steps || !isPublished(stableVersion(after) ?? '') : stableVersion(after) !== to)
  return { after, moves }
}

/** What does not fit is made active by nobody who may only undo. @throws ApiError ERR_6007 */
const requireMayForce = (app: AppId, { operator: { name, may }, force }: Order): void => {
  if (!force || !may || may.includes('activate')) return
  throw new ApiError(
    'ERR_6007',
    `The token "${name}" may not force ${app} back to a version that does not fit: it may not activate ${app}.`,
  )
}

/**
 * Ends the canary, or without one goes back to the stable version before the present one, or further; to none, the app is not in the portal
 * any more, until a version is activated.
 * @returns the stable version, or that which was withdrawn
 * @throws ApiError ERR_6003 when there is no such earlier version, ERR_0409 for the shell without any, ERR_6005 when it does not fit what is active, unless forced,
 *   ERR_6007 for force with a token that may not activate
 */
export const rollBack = async (context: AppContext, app: AppId, order: Order, way: Way = {}): Promise<string> => {
  requireMayForce(app, order)
  const withdrawn: { version?: string } = {}
  const step: PointerPlan['step'] = async (tx, before) => {
    if (way.to !== 'none') {
      const published = new Set((await listReleases(tx)).filter((one) => one.app === app).map(({ version }) => version))
      return stepsBack(app, before, way, (version) => published.has(version))
    }
    const done = withdrawal(app, before)
    withdrawn.version = done.moves[0]?.version
    return done
  }
  const [rollout] = await changePointers(context, [{ app, step }], order)
  const version = withdrawn.version ?? (rollout && stableVersion(rollout))
  if (!version) throw new ApiError('ERR_6003')
  return version
}
