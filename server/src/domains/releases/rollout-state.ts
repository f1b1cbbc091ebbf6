/** One entry of an app's history that moved the pointer; `traffic` is null for what is not an activation. */
export interface PointerMove {
  action: 'activate' | 'rollback'
  version: string
  traffic: number | null
}

export interface ActiveVersion {
  version: string
  /** Per cent of browsers. */
  traffic: number
}

/**
 * What an app's history amounts to: the versions that were put in charge of all browsers and not rolled back, oldest
 * first, and the version on trial beside the last of them.
 */
export interface RolloutState {
  good: readonly string[]
  canary: ActiveVersion | null
}

const everybody = 100
const mostFallbacks = 2

export const emptyRollout: RolloutState = { good: [], canary: null }

/**
 * Activating with all traffic puts a version in charge; with less, on trial beside the one in charge. The version in
 * charge has what a trial leaves, so activating it again ends the trial.
 */
export const activated = (rollout: RolloutState, version: string, traffic: number): RolloutState =>
  traffic < everybody && version !== stableVersion(rollout)
    ? { ...rollout, canary: { version, traffic } }
    : { good: [...rollout.good.filter((other) => other !== version), version], canary: null }

/**
 * Ends the trial, or takes the version in charge out of the line, so that rolling back twice leads two versions back.
 * Null: there is nothing to go back to.
 */
export const rolledBack = ({ good, canary }: RolloutState): RolloutState | null => {
  if (canary) return { good, canary: null }
  return good.length > 1 ? { good: good.slice(0, -1), canary: null } : null
}

/** @param moves - oldest first */
export const rolloutOf = (moves: readonly PointerMove[]): RolloutState =>
  moves.reduce<RolloutState>(
    (rollout, { action, version, traffic }) =>
      action === 'activate' ? activated(rollout, version, traffic ?? everybody) : (rolledBack(rollout) ?? rollout),
    emptyRollout,
  )

/** The version that browsers get which are not on trial; null before the first activation. */
export const stableVersion = ({ good }: RolloutState): string | null => good.at(-1) ?? null

/** Traffic of each active version; adds up to 100. Empty before the first activation. */
export const activeVersions = (rollout: RolloutState): ActiveVersion[] => {
  const version = stableVersion(rollout)
  if (version === null) return []
  if (!rollout.canary) return [{ version, traffic: everybody }]
  return [{ version, traffic: everybody - rollout.canary.traffic }, rollout.canary]
}

/** Last good versions for an active one: previously in charge, newest first, at most two. */
export const fallbacksOf = ({ good, canary }: RolloutState, version: string): string[] => {
  const before = canary?.version === version ? good.filter((other) => other !== version) : good.slice(0, -1)
  return before.slice(-mostFallbacks).reverse()
}
