import type { BulkRun } from './use-bulk-work.ts'

/** Requests at once: a browser has six connections, of which pictures need some. */
const atOnce = 4

/**
 * One call per item (D2-7-40), some at once. A failure does not end it; when the run is stopped, items that have not begun stay as they
 * are.
 * @returns those for which it succeeded, each failure, and the first of these
 */
export const forEach = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  run?: BulkRun,
): Promise<{ done: Item[]; failed: { item: Item; error: unknown }[]; error: unknown }> => {
  const done: Item[] = []
  const failed: { item: Item; error: unknown }[] = []
  const waiting = [...items]
  const worker = async (): Promise<void> => {
    while (!run?.signal.aborted) {
      const current = waiting.shift()
      if (current === undefined) return
      await work(current).then(
        () => done.push(current),
        (error: unknown) => failed.push({ item: current, error }),
      )
      run?.step()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { done, failed, error: failed[0]?.error }
}
