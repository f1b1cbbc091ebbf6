import { setImmediate } from 'node:timers/promises'
import type { RunContext } from '../applications/application.ts'

/** A part of a long run whose outcome depends on its inputs only. */
export interface WorkUnit<Outcome> {
  /** Key of its checkpoint: unique within the run, 1 to 64 of `[a-z0-9-]`. */
  name: string
  work(): Promise<Outcome>
}

/** A schema of zod or of zod/mini. */
interface Schema<Outcome> {
  safeParse(value: unknown): { success: true; data: Outcome } | { success: false }
}

/**
 * Runs work units one after the other, or takes their outcomes from checkpoints, and writes a checkpoint after each unit that was run.
 * Between two units the process handles events. A run is ended by ending its process.
 *
 * @param schema of an outcome, which is plain JSON; the unit of an invalid checkpoint is run again
 * @param progress [from, to]: the part of the whole run, 0 to 1, that these units are
 * @returns outcomes in the order of the units, each as soon as it is there, so that not all have to be kept as they are stored
 */
export async function* outcomesOfUnits<Outcome>(
  units: readonly WorkUnit<Outcome>[],
  schema: Schema<Outcome>,
  { checkpoints, onProgress }: Pick<RunContext, 'checkpoints' | 'onProgress'>,
  [from, to]: readonly [number, number],
): AsyncGenerator<Outcome, void, undefined> {
  for (const [i, { name, work }] of units.entries()) {
    const known = schema.safeParse(await checkpoints.read(name))
    const outcome = known.success ? known.data : await work()
    if (!known.success) await checkpoints.write(name, outcome)
    yield outcome
    onProgress(from + ((to - from) * (i + 1)) / units.length)
    await setImmediate()
  }
}

/** The same with all outcomes together, where they are small. */
export async function runWorkUnits<Outcome>(...run: Parameters<typeof outcomesOfUnits<Outcome>>): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for await (const outcome of outcomesOfUnits(...run)) outcomes.push(outcome)
  return outcomes
}
