import { setImmediate } from 'node:timers/promises'
import type * as z from 'zod'
import type { RunContext } from '../applications/application.ts'

/** A part of a long run whose outcome depends on nothing but its inputs. */
export interface WorkUnit<Outcome> {
  /** Unique within the run, of `[a-z0-9-]`: its checkpoint is stored under it. */
  name: string
  work(): Promise<Outcome>
}

/**
 * Does one work unit after the other, or takes its outcome from a checkpoint, and writes a checkpoint of each that it did.
 * Between two units the process answers heartbeats and can be aborted.
 * @param schema of an outcome, which is plain JSON; a checkpoint that does not fit it is worked anew
 * @param progress [from, to]: the part of the run, 0 to 1, that these units are
 * @returns outcomes in the order of the units
 * @throws the signal's reason, at the end of a unit
 */
export async function runWorkUnits<Outcome>(
  units: readonly WorkUnit<Outcome>[],
  schema: z.ZodType<Outcome>,
  { signal, checkpoints, onProgress }: RunContext,
  [from, to]: readonly [number, number],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [i, { name, work }] of units.entries()) {
    signal.throwIfAborted()
    const known = schema.safeParse(await checkpoints.read(name))
    const outcome = known.success ? known.data : await work()
    if (!known.success) await checkpoints.write(name, outcome)
    outcomes.push(outcome)
    onProgress(from + ((to - from) * (i + 1)) / units.length)
    await setImmediate()
  }
  return outcomes
}
