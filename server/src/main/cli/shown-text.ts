import type { ReleaseApi } from '../../domains/releases/index.ts'

/** Controls of terminals, ends of lines, and the controls by which a text is shown in another order than it is stored. */
const unshowable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

/**
 * A text of somebody else as one line for the terminal of an operator: it cannot move the cursor, hide what is before it, or look like a line of
 * the command.
 */
export const shownText = (text: string): string =>
  text.replaceAll(unshowable, (character) => (/\s/.test(character) ? ' ' : '\uFFFD'))

/** The same of each line of a message of the command itself. */
export const shownLines = (text: string): string => text.split('\n').map(shownText).join('\n')

const shownAll = (value: unknown): unknown => {
  if (typeof value === 'string') return shownText(value)
  if (Array.isArray(value)) return value.map(shownAll)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shownAll(inner)]))
}

/** The operations, whose answers and refusals may be printed as they are. */
export const shownReleases = (api: ReleaseApi): ReleaseApi => {
  const wrap =
    (call: (...args: never[]) => Promise<unknown>) =>
    async (...args: never[]) => {
      try {
        return shownAll(await call(...args))
      } catch (error) {
        if (!(error instanceof Error)) throw error
        throw new Error(shownText(error.message), { cause: error })
      }
    }
  return Object.fromEntries(Object.entries(api).map(([name, call]) => [name, wrap(call)])) as unknown as ReleaseApi
}
