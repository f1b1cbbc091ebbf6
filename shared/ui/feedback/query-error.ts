import type { ErrorStateProps } from './error-state.tsx'

/** What of a query is looked at. */
interface FallibleQuery {
  data: unknown
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/**
 * What an error state says when queries that are needed together have failed; undefined while none has. What could be
 * read before stays: the page is not taken away for a failure that may pass.
 */
export const queryError = (title: string, ...queries: readonly FallibleQuery[]): ErrorStateProps | undefined => {
  const failed = queries.filter(({ error, data }) => error !== null && data === undefined)
  const message = failed[0]?.error?.message
  if (message === undefined) return undefined
  return {
    title,
    text: `${message.replace(/\.$/, '')}. Nothing was lost.`,
    onRetry: () => {
      for (const { refetch } of failed) void refetch()
    },
    retrying: failed.some(({ isFetching }) => isFetching),
  }
}
