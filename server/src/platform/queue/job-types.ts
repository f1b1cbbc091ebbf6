/** Work for one organisation: workers take organisations in turn (ADR 46). Jobs without organisation are the server's own. */
interface ForOrganisation {
  organisationId: string
}

/**
 * Every job name with its payload. Handlers are complete by the type of `JobHandlers` and by a check at boot.
 * Payloads hold ids (mails their text): a handler reads the current state from the database and can run twice with the same outcome.
 */
export interface JobPayloads {
  'send-mail': { to: string; subject: string; text: string; html: string }
  'mail-notification': { notificationId: string }
  /** Tells the admins of limits that have come near. Without turns, like a mail: it is short. */
  'watch-limits': { organisation: string }
  /** For each invitation, whether the address has an account or not: who invites learns nothing by the work. */
  'notify-invited': { email: string; invitationId: string; by: string; organisation: string }
  'draw-sample': ForOrganisation & { mediumId: string; pictureId: string }
  /** Repeats itself until the image can be analysed. */
  'analyse-sample': ForOrganisation & { userId: string; imageId: string; pictureId: string }
  'process-image': ForOrganisation & { mediumId: string }
  'run-analysis': ForOrganisation & { jobId: string }
  'measure-image': ForOrganisation & {
    imageId: string
    kind: 'bright-field' | 'fluorescence' | 'trichrome' | 'striations'
  }
  'make-bundle': ForOrganisation & { bundleId: string }
  /** Also takes back what an import has made, and makes it again: what the status of the import says. */
  'import-annotations': ForOrganisation & { importId: string }
  'export-annotations': ForOrganisation & { exportId: string }
  /** Keys of blobs, or prefixes that end with `/`. Enqueued in the transaction that deletes their rows. */
  'remove-blobs': { keys: string[] }
  /** Hourly: expired tokens, abandoned uploads, temporary folders. */
  'clean-up': Record<string, never>
  /** Hourly: mails before trials end and before data is deleted, then the deletion. */
  'follow-trials': Record<string, never>
  /** Each minute, and after a failure was reported: ends or promotes trials of releases. */
  'watch-trial-releases': Record<string, never>
  /** Each minute: counts again what has changed (ADR 96). */
  'keep-totals': Record<string, never>
  /** Files of a removed release. Enqueued in the transaction that removes its row. */
  'remove-release': { app: string; version: string }
}

export type JobName = keyof JobPayloads

/** What a handler is given beside the payload. */
export interface JobContext {
  /** Aborted when the job has to stop: leave a checkpoint and throw. `isInterrupted` distinguishes the reasons. */
  signal: AbortSignal
  /** This try is the last one: record the failure for the user. */
  isLastTry: boolean
}

/** The payload without the organisation, which is only for the turns: jobs that servers from before ADR 46 have enqueued lack it. */
export type HandledPayload<N extends JobName> = Omit<JobPayloads[N], keyof ForOrganisation>

/** Handler per job name. It throws to fail the try. */
export type JobHandlers = { [N in JobName]: (payload: HandledPayload<N>, context: JobContext) => Promise<void> }

/** Reason of an abort that the job has caused itself: the try has failed. */
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

/** The release of this server does not know the work: it is left to a server that does, and the try does not count. */
export class UnknownWork extends Error {
  override readonly name = 'UnknownWork'
}

/** Whether a job was aborted without its fault (shutdown, lost lock): it runs again, and no failure is recorded for the user. */
export const isInterrupted = ({ aborted, reason }: AbortSignal): boolean => aborted && !(reason instanceof JobStopped)
