/**
 * Outcomes of finished work units, stored outside the analysing process (ADR 4). A run that resumes from the checkpoints of an interrupted
 * run of the same version, image and parameters returns the identical result.
 */
export interface Checkpoints {
  /** @returns plain JSON; null or undefined when the unit has no checkpoint */
  read(unit: string): Promise<unknown>
  /** Resolves when the outcome is durable. */
  write(unit: string, outcome: unknown): Promise<void>
}

/** For runs that need not be resumed. */
export const noCheckpoints: Checkpoints = { read: async () => undefined, write: async () => undefined }
