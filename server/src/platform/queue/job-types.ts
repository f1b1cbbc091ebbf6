/** Work for one organisation: the worker gives organisations their turns by it. Jobs without are the server's own. */
interface ForOrganisation {
  organisationId: string
}

/**
 * Every job name with its payload. A handler for each is demanded by the type of `JobHandlers` and checked at boot.
 * Payloads hold ids only: a handler reads the truth from the database and can run twice with the same outcome.
 */
export interface JobPayloads {
  'send-mail': { to: string; subject: string; text: string; html: string }
  'process-image': ForOrganisation & { mediumId: string }
  'run-analysis': ForOrganisation & { jobId: string }
  'make-bundle': ForOrganisation & { bundleId: string }
  /** After the rows are gone: blobs, or all under a key that ends with `/`. Enqueued with the deletion. */
  'remove-blobs': { keys: string[] }
  /** Hourly: expired tokens, abandoned uploads, temporary folders. */
  'clean-up': Record<string, never>
  /** Hourly: mails before trials end and data goes, then the deletion. */
  'follow-trials': Record<string, never>
}

export type JobName = keyof JobPayloads

export interface JobContext {
  /** Aborted when the job has to stop: leave a checkpoint and throw. `isInterrupted` tells why. */
  signal: AbortSignal
  /** This try is the last one: record the failure for the user. */
  isLastTry: boolean
}

/** A handler does not need the organisation: it finds it with what the ids name. */
export type HandledPayload<N extends JobName> = Omit<JobPayloads[N], keyof ForOrganisation>

export type JobHandlers = { [N in JobName]: (payload: HandledPayload<N>, context: JobContext) => Promise<void> }

/** Reason of an abort by which the try has failed: it is the job's own fault. */
export class JobStopped extends Error {
  override readonly name: string = 'JobStopped'
}

/** The try took longer than its policy allows. */
export class JobTimedOut extends JobStopped {
  override readonly name = 'JobTimedOut'

  constructor(minutes: number) {
    super(`The job took longer than the ${minutes} minutes that it may take`)
  }
}

/** Whether a job was aborted without its fault (shutdown, lost lock): it runs again, and nobody is told of a failure. */
export const isInterrupted = ({ aborted, reason }: AbortSignal): boolean => aborted && !(reason instanceof JobStopped)
