import type { ErrorStateProps } from '@lamella/shared/ui'
import type { UseQueryResult } from '@tanstack/react-query'

type FailedQuery = Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>

/** What an error state says of a query that has failed; undefined while it has not. */
export const queryError = (title: string, { error, isFetching, refetch }: FailedQuery): ErrorStateProps | undefined =>
  error === null
    ? undefined
    : {
        title,
        text: `${error.message.replace(/\.$/, '')}. Nothing was lost.`,
        onRetry: () => void refetch(),
        retrying: isFetching,
      }
