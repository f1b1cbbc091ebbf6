/**
 * contract: built for an incompatible version of the shared contract; load: manifest, entry or chunk did not load;
 * missing: the version lacks the page; render: the first render threw; chunk: a later chunk did not load.
 */
export type FailureStage = 'contract' | 'load' | 'missing' | 'render' | 'chunk'

/** One failed attempt, as reported to the telemetry. */
export interface RemoteFailure {
  app: string
  version: string
  routeId: string
  stage: FailureStage
  error: unknown
}
