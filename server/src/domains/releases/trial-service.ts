import {
  type AppId,
  type HandlerInput,
  type startTrial as startEndpoint,
  usualTrialLimits,
} from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import type { StoredTrial } from '../../platform/db/schema/index.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { changePointers, type Order, type PointerPlan } from './pointer-change.ts'
import { requireRelease } from './publish-service.ts'
import { findRelease } from './repository.ts'
import { activated, type Canary, type RolloutState, rolledBack, stableVersion } from './rollout-state.ts'
import { findOrganisations, findUsersByEmail } from './trial-repository.ts'
import { plainTrial, type TrialChange, withSettings } from './trial-settings.ts'

/** Settings as an operator gives them: users by address, organisations by name or id. What is undefined stays, or is as usual. */
export type TrialWish = Omit<HandlerInput<typeof startEndpoint>['body']['data'], 'version' | 'force' | 'reason'>

const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

const idsOfUsers = async (tx: Executor, emails: readonly string[]): Promise<string[]> => {
  const found = await findUsersByEmail(tx, emails)
  const known = new Set(found.map(({ email }) => email))
  const missing = emails.filter((email) => !known.has(email.trim().toLowerCase()))
  if (missing.length > 0) throw new ApiError('ERR_0400', `There is no account ${missing.join(', ')}.`)
  return found.map(({ id }) => id)
}

const idsOfOrganisations = async (tx: Executor, names: readonly string[]): Promise<string[]> => {
  const found = await findOrganisations(tx, names)
  const matching = names.map((name) => found.filter((one) => one.name === name || one.id === name.toLowerCase()))
  const missing = names.filter((_, i) => matching[i]?.length === 0)
  if (missing.length > 0) throw new ApiError('ERR_0400', `There is no organization ${listed(missing)}.`)
  const several = names.filter((_, i) => (matching[i]?.length ?? 0) > 1)
  if (several.length > 0) {
    throw new ApiError('ERR_0400', `Several organizations are called ${listed(several)}: name them by id.`)
  }
  return matching.flat().map(({ id }) => id)
}

const changeOf = async (
  tx: Executor,
  { users, organisations, limits, promoteAfter, until }: TrialWish,
): Promise<TrialChange> => ({
  limits,
  promoteAfter,
  until,
  ...(users && { users: await idsOfUsers(tx, users) }),
  ...(organisations && { organisations: await idsOfOrganisations(tx, organisations) }),
})

const requireAudience = (share: number, { users, organisations }: StoredTrial): void => {
  if (share > 0 || users.length > 0 || organisations.length > 0) return
  throw new ApiError('ERR_0400', 'A trial needs a share of the users, or users or organizations by name.')
}

const requireFuture = (until: string | null | undefined, now: Date): void => {
  if (until && new Date(until) <= now) throw new ApiError('ERR_0400', 'The end of the trial is over already.')
}

/** Per cent of the users to whom a version is given at most by whom may only try. */
const largestTriedShare = 50

/** What makes a trial more than a trial, in words; null: nothing. */
const beyondTrial = (share: number, { promoteAfter, limits }: StoredTrial, force = false): string | null => {
  if (force) return 'force a trial of a version that does not fit'
  if (promoteAfter !== null) return 'change or start a trial that becomes active for all by the clock'
  if (share > largestTriedShare) return `give a trial to more than ${largestTriedShare} % of the users`
  const { failures, minimum } = usualTrialLimits
  return limits.failures > failures || limits.minimum > minimum
    ? `change or start a trial that ends later than at ${failures} % failures of ${minimum} users`
    : null
}

/**
 * A trial that becomes active for all by the clock, or that nearly all get while nothing would end it, is an activation; and what does not fit is
 * not forced upon others by whom may only try.
 * @throws ApiError ERR_6007
 */
const requireActivation = (app: AppId, share: number, trial: StoredTrial, { operator, force }: Order): void => {
  const { name, may } = operator
  const what = !may || may.includes('activate') ? null : beyondTrial(share, trial, force)
  if (what !== null) throw new ApiError('ERR_6007', `The token "${name}" may not ${what}: it may not activate ${app}.`)
}

const stepTo = (before: RolloutState, version: string, traffic: number, trial: StoredTrial) => ({
  after: activated(before, version, traffic, trial),
  moves: [{ action: 'activate', version, traffic, trial } as const],
})

/**
 * Puts a version on trial beside the stable one. Of a version that is on trial already, the start stays.
 * @throws ApiError ERR_6002 for an unknown version, ERR_0409 without a stable version or for the stable one, ERR_0400 for an unknown user
 *   or organisation and for nobody, ERR_6007 for a token that may not activate with a promotion by the clock, force, a large share or loose limits, ERR_6005 and ERR_6006 as `changePointers`
 */
export const startTrial = async (
  context: AppContext,
  app: AppId,
  { version, share = 0, ...wish }: TrialWish & { version: string },
  order: Order,
): Promise<void> => {
  const step: PointerPlan['step'] = async (tx, before) => {
    requireRelease(await findRelease(tx, app, version))
    requireFuture(wish.until, context.now())
    const stable = stableVersion(before)
    if (stable === null)
      throw new ApiError('ERR_0409', 'No version is active yet: the first one has to take all traffic.')
    if (stable === version) throw new ApiError('ERR_0409', `${app} ${version} is active for all already.`)
    const fresh = plainTrial(context.now(), order)
    const running = before.canary?.version === version ? before.canary.trial : null
    const start = running && { started: running.started, by: running.by, reason: running.reason }
    const trial = withSettings({ ...fresh, ...start }, await changeOf(tx, wish))
    requireActivation(app, share, trial, order)
    requireAudience(share, trial)
    return stepTo(before, version, share, trial)
  }
  await changePointers(context, [{ app, step }], order)
}

/** @throws ApiError ERR_0409 */
const requireCanary = (app: AppId, { canary }: RolloutState): Canary => {
  if (!canary) throw new ApiError('ERR_0409', `No version of ${app} is on trial.`)
  return canary
}

/** Changes the running trial; its start stays. @throws ApiError ERR_0409 without a trial, and as `startTrial` */
export const changeTrial = async (
  context: AppContext,
  app: AppId,
  { share, ...wish }: TrialWish,
  order: Order,
): Promise<void> => {
  const step: PointerPlan['step'] = async (tx, before) => {
    const { version, traffic, trial } = requireCanary(app, before)
    requireFuture(wish.until, context.now())
    const changed = withSettings(trial ?? plainTrial(context.now(), order), await changeOf(tx, wish))
    requireActivation(app, share ?? traffic, changed, order)
    requireAudience(share ?? traffic, changed)
    return stepTo(before, version, share ?? traffic, changed)
  }
  await changePointers(context, [{ app, step }], order)
}

/** Ends the running trial: nobody gets its version any more. @throws ApiError ERR_0409 without a trial */
export const endTrial = async (context: AppContext, app: AppId, order: Order): Promise<void> => {
  const step: PointerPlan['step'] = (_tx, before) => {
    requireCanary(app, before)
    const after = rolledBack(before)
    const version = after && stableVersion(after)
    if (!version) throw new ApiError('ERR_6003')
    return { after, moves: [{ action: 'rollback', version, traffic: null }] }
  }
  await changePointers(context, [{ app, step }], order)
}
