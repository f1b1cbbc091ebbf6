import { ApiFailure, connection, isWorthRetrying, leavePage } from '@lamella/shared/api'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import './query-meta.ts'

/**
 * What is shown already stays when reading it again meets a fault of the server or no answer at all, which may pass: what
 * was typed beside it would go with it. A refusal means that it may no longer be shown.
 */
const mayPass = ({ status }: ApiFailure): boolean => status === null || status >= 500

/** The portal's cache of what was read. A read that has failed for good leaves the page where its query says so. */
export const createQueryClient = (): QueryClient => {
  const queryCache = new QueryCache({
    onError: (failure, query) => {
      if (!(failure instanceof ApiFailure)) return
      if (query.state.data !== undefined && mayPass(failure)) return
      // Many may show the same answer; each says for itself what it is without.
      const uses = query.observers.filter(({ options }) => options.enabled !== false)
      const pages = uses.map(({ options }) => options.meta?.errorPage?.(failure) ?? null)
      leavePage(failure, pages.find((page) => page !== null) ?? null)
    },
  })
  const client = new QueryClient({ queryCache, defaultOptions: { queries: { retry: isWorthRetrying } } })
  connection.onRecovery(() => void client.invalidateQueries())
  return client
}
