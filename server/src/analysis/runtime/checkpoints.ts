/**
 * Outcomes of finished work units, kept outside of the process that works. A run that is given those of an earlier,
 * interrupted run of the same version on the same image with the same parameters returns the identical result.
 */
export interface Checkpoints {
  /** @returns plain JSON; undefined: the unit is not done */
  read(unit: string): Promise<unknown>
  /** Fulfilled when the outcome is durable. */
  write(unit: string, outcome: unknown): Promise<void>
}

export const noCheckpoints: Checkpoints = { read: async () => undefined, write: async () => undefined }
