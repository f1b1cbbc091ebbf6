import { setImmediate } from 'node:timers/promises'
import type * as z from 'zod'
import type { RunContext } from '../applications/application.ts'

/** A part of a long run whose outcome depends on nothing but its inputs. */
export interface Slice<State> {
  /** Unique within the run. */
  name: string
  work(): Promise<State>
}

/**
 * Does slice after slice, or takes its outcome from a checkpoint, and hands it out as a new checkpoint when it is done.
 * Between slices the process comes up for air: for heartbeats, and to be aborted.
 * @param schema of an outcome, which is plain JSON; a checkpoint that does not fit is worked anew
 * @param progress [from, to] of the run that these slices are
 */
export async function runWorkUnits<State>(
  slices: readonly Slice<State>[],
  schema: z.ZodType<State>,
  context: RunContext,
  [from, to]: readonly [number, number],
): Promise<State[]> {
  const done = new Map(context.checkpoints.map(({ slice, state }) => [slice, state]))
  const states: State[] = []
  for (const [i, slice] of slices.entries()) {
    context.signal.throwIfAborted()
    const known = schema.safeParse(done.get(slice.name))
    const state = known.success ? known.data : await slice.work()
    if (!known.success) await context.onCheckpoint({ slice: slice.name, state })
    states.push(state)
    context.onProgress(from + ((to - from) * (i + 1)) / slices.length)
    await setImmediate()
  }
  return states
}
