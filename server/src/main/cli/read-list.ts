import type * as z from 'zod/mini'

/** Schema of an answer that is a list. */
type ListSchema<Item extends z.ZodMiniType> = z.ZodMiniObject<{ data: z.ZodMiniArray<Item> }>

const dataOf = (answer: unknown): unknown[] => {
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined
  if (!Array.isArray(data)) throw new Error('The answer of the server is no list.')
  return data
}

const nameOf = (entry: unknown): string => {
  const { app, version, action } = { ...(typeof entry === 'object' && entry) } as Record<string, unknown>
  return [app, version, action].filter((part) => typeof part === 'string').join(' ') || 'without a name'
}

/**
 * The entries of a list that this command understands. Others, such as an action that only a newer server knows, are left out one by one with a
 * warning: they must not keep the command from the rest. Unknown fields are dropped.
 * @param what - the entries in words, for the warning
 * @throws Error when the answer is no list
 */
export const readList = <Item extends z.ZodMiniType>(
  schema: ListSchema<Item>,
  answer: unknown,
  what: string,
): z.output<Item>[] => {
  const skipped: string[] = []
  const entries = dataOf(answer).flatMap((entry) => {
    const read = schema.shape.data.def.element.safeParse(entry)
    if (!read.success) skipped.push(nameOf(entry))
    return read.success ? [read.data] : []
  })
  if (skipped.length > 0) {
    console.warn(
      `Left out, because this command is older than the server: ${skipped.length} of the ${what} (${skipped.join(', ')}).`,
    )
  }
  return entries
}
