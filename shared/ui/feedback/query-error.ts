import type { ErrorStateProps } from './error-state.tsx'

/** The fields of a query in use. */
interface FallibleQuery {
  data: unknown
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/**
 * Props of the error state for queries that are needed together; undefined while none has failed. A query that has data
 * counts as not failed: what is shown stays, because the failure may pass.
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
