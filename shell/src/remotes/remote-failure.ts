/** After the first render. late: an error ended the page; chunk: a later chunk did not load; hang: it did not respond. */
export type LateStage = 'late' | 'chunk' | 'hang'

/**
 * contract: built for an incompatible version of the shared contract; load: manifest, entry or chunk did not load;
 * missing: the version lacks the page; render: the first render threw; shell: the shell itself did not start.
 */
export type FailureStage = 'contract' | 'load' | 'missing' | 'render' | 'shell' | LateStage

/** The version before the one that failed, and how it is loaded instead. */
export interface EarlierVersion {
  version: string
  use: () => void
}

/** One failed attempt, as reported to the telemetry. */
export interface RemoteFailure {
  app: string
  version: string
  routeId: string
  stage: FailureStage
  error: unknown
}
