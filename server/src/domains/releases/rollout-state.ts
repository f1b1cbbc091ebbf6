import { isDeepStrictEqual } from 'node:util'
import type { StoredTrial } from '../../platform/db/schema/index.ts'

/**
 * An entry of an app's history that changed its active versions; `traffic` is null for a rollback, and 0 for one by which a version is
 * withdrawn: then nothing is active.
 */
export interface PointerMove {
  action: 'activate' | 'rollback'
  version: string
  traffic: number | null
  /** Of a trial; absent or null: an older server wrote the entry. */
  trial?: StoredTrial | null
}

/** A version with its share of traffic. */
export interface ActiveVersion {
  version: string
  /** Per cent of browsers. */
  traffic: number
}

/** A version on trial. A share of 0: only named users get it. */
export interface Canary extends ActiveVersion {
  trial: StoredTrial | null
}

/**
 * State of an app by its history (ADR 11): `good` are the versions that were activated for all browsers and not rolled back, oldest
 * first; the last of them is the stable version. `canary` is a version on trial beside it.
 */
export interface RolloutState {
  good: readonly string[]
  canary: Canary | null
}

const everybody = 100
const mostFallbacks = 2

/** Before the first activation, and after a withdrawal. */
export const emptyRollout: RolloutState = { good: [], canary: null }

/**
 * The state after an activation: with all traffic the version becomes stable, with less it becomes the canary. Activating the
 * stable version ends the canary.
 * @param traffic - per cent, 0 to 100
 */
export const activated = (
  rollout: RolloutState,
  version: string,
  traffic: number,
  trial: StoredTrial | null = null,
): RolloutState =>
  traffic < everybody && version !== stableVersion(rollout)
    ? { ...rollout, canary: { version, traffic, trial } }
    : { good: [...rollout.good.filter((other) => other !== version), version], canary: null }

/**
 * The state after a rollback: without the canary, or else without the stable version, so that two rollbacks go two versions back.
 * Null: there is no earlier version.
 */
export const rolledBack = ({ good, canary }: RolloutState): RolloutState | null => {
  if (canary) return { good, canary: null }
  return good.length > 1 ? { good: good.slice(0, -1), canary: null } : null
}

/** Where a change leads, and the entries of the history that lead there, oldest first. */
export interface Step {
  after: RolloutState
  moves: PointerMove[]
}

/**
 * An activation for all browsers. Of a version that is among the good ones it is an undo by another name: what came after it is neither a
 * fallback nor the target of a rollback any more. The history says so by a rollback per version before the activation, so that every server,
 * also an older one, reads the same state from it, and reads earlier histories as they were meant.
 */
export const activationFor = (rollout: RolloutState, version: string): Step => {
  const moves: PointerMove[] = []
  let before = rollout
  while (before.good.includes(version) && stableVersion(before) !== version) {
    const earlier = rolledBack(before)
    const stable = earlier && stableVersion(earlier)
    if (!stable) break
    before = earlier
    moves.push({ action: 'rollback', version: stable, traffic: null })
  }
  moves.push({ action: 'activate', version, traffic: everybody, trial: null })
  return { after: activated(before, version, everybody), moves }
}

/** Whether an entry takes the app out of the portal. */
export const isWithdrawal = ({ action, traffic }: Pick<PointerMove, 'traffic'> & { action: string }): boolean =>
  action === 'rollback' && traffic === 0

const next = (rollout: RolloutState, move: PointerMove): RolloutState => {
  const { action, version, traffic, trial } = move
  if (isWithdrawal(move)) return emptyRollout
  return action === 'activate'
    ? activated(rollout, version, traffic ?? everybody, trial)
    : (rolledBack(rollout) ?? rollout)
}

/** The state after a history. @param moves - oldest first */
export const rolloutOf = (moves: readonly PointerMove[]): RolloutState => moves.reduce(next, emptyRollout)

/** The state after each entry of a history. @param moves - oldest first */
export const rolloutsOf = (moves: readonly PointerMove[]): RolloutState[] => {
  let rollout = emptyRollout
  return moves.map((move) => {
    rollout = next(rollout, move)
    return rollout
  })
}

/** The version of all browsers without the canary; null before the first activation. */
export const stableVersion = ({ good }: RolloutState): string | null => good.at(-1) ?? null

/** Traffic of each active version; adds up to 100. Empty before the first activation. */
export const activeVersions = (rollout: RolloutState): ActiveVersion[] => {
  const version = stableVersion(rollout)
  if (version === null) return []
  if (!rollout.canary) return [{ version, traffic: everybody }]
  const { canary } = rollout
  return [
    { version, traffic: everybody - canary.traffic },
    { version: canary.version, traffic: canary.traffic },
  ]
}

/** Fallbacks of an active version: earlier stable versions, newest first, at most two. */
export const fallbacksOf = ({ good, canary }: RolloutState, version: string): string[] => {
  const before = canary?.version === version ? good.filter((other) => other !== version) : good.slice(0, -1)
  return before.slice(-mostFallbacks).reverse()
}

/** The state without earlier versions that were removed since, to which nothing can lead any more. */
export const withoutRemoved = (rollout: RolloutState, isPublished: (version: string) => boolean): RolloutState => {
  const stable = stableVersion(rollout)
  return { ...rollout, good: rollout.good.filter((version) => version === stable || isPublished(version)) }
}

/** Whether two states have the same active versions and the same trial. */
export const isSameRollout = (one: RolloutState, other: RolloutState): boolean =>
  stableVersion(one) === stableVersion(other) && isDeepStrictEqual(one.canary, other.canary)

/** Names a state of an app's active versions, in the form of an ETag. @param moves - number of its changes so far */
export const pointerOf = (moves: number): string => `"${moves}"`
