/**
 * Every job name with its payload. A handler for each is demanded by the type of `JobHandlers` and checked at boot.
 * Payloads hold ids only: a handler reads the truth from the database and can run twice with the same outcome.
 */
export interface JobPayloads {
  'send-mail': { to: string; subject: string; text: string; html: string }
  'process-image': { mediumId: string }
  'run-analysis': { jobId: string }
  'make-bundle': { bundleId: string }
  /** After the rows are gone: blobs, or all under a key that ends with `/`. Enqueued with the deletion. */
  'remove-blobs': { keys: string[] }
  /** Hourly: expired tokens, abandoned uploads, temporary folders. */
  'clean-up': Record<string, never>
  /** Hourly: mails before trials end and data goes, then the deletion. */
  'follow-trials': Record<string, never>
}

export type JobName = keyof JobPayloads

export interface JobContext {
  /** Aborted when the server shuts down or the heartbeat is lost: stop, leave a checkpoint, throw. */
  signal: AbortSignal
  /** This try is the last one: record the failure for the user. */
  isLastTry: boolean
}

export type JobHandlers = { [N in JobName]: (payload: JobPayloads[N], context: JobContext) => Promise<void> }
