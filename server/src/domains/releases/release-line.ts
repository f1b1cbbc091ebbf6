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
export interface ReleaseLine {
  good: readonly string[]
  trial: ActiveVersion | null
}

const everybody = 100
const mostFallbacks = 2

export const emptyLine: ReleaseLine = { good: [], trial: null }

/**
 * Activating with all traffic puts a version in charge; with less, on trial beside the one in charge. The version in
 * charge has what a trial leaves, so activating it again ends the trial.
 */
export const activated = (line: ReleaseLine, version: string, traffic: number): ReleaseLine =>
  traffic < everybody && version !== inCharge(line)
    ? { ...line, trial: { version, traffic } }
    : { good: [...line.good.filter((other) => other !== version), version], trial: null }

/**
 * Ends the trial, or takes the version in charge out of the line, so that rolling back twice leads two versions back.
 * Null: there is nothing to go back to.
 */
export const rolledBack = ({ good, trial }: ReleaseLine): ReleaseLine | null => {
  if (trial) return { good, trial: null }
  return good.length > 1 ? { good: good.slice(0, -1), trial: null } : null
}

/** @param moves - oldest first */
export const lineOf = (moves: readonly PointerMove[]): ReleaseLine =>
  moves.reduce<ReleaseLine>(
    (line, { action, version, traffic }) =>
      action === 'activate' ? activated(line, version, traffic ?? everybody) : (rolledBack(line) ?? line),
    emptyLine,
  )

/** The version that browsers get which are not on trial; null before the first activation. */
export const inCharge = ({ good }: ReleaseLine): string | null => good.at(-1) ?? null

/** Traffic of each active version; adds up to 100. Empty before the first activation. */
export const activeVersions = (line: ReleaseLine): ActiveVersion[] => {
  const version = inCharge(line)
  if (version === null) return []
  if (!line.trial) return [{ version, traffic: everybody }]
  return [{ version, traffic: everybody - line.trial.traffic }, line.trial]
}

/** Last good versions for an active one: previously in charge, newest first, at most two. */
export const fallbacksOf = ({ good, trial }: ReleaseLine, version: string): string[] => {
  const before = trial?.version === version ? good.filter((other) => other !== version) : good.slice(0, -1)
  return before.slice(-mostFallbacks).reverse()
}
