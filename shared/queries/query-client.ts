import { ApiFailure, connection, leavePage, shouldRetry } from '@lamella/shared/api'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import './query-meta.ts'

/**
 * A failure of the server or a missing answer may pass: what is already shown stays, and with it what was typed on its
 * page. After a refusal it may no longer be shown.
 */
const mayPass = ({ status }: ApiFailure): boolean => status === null || status >= 500

/** The portal's query cache. After its retries a failed query opens the error page that its `meta` states (ADR 41). */
export const createQueryClient = (): QueryClient => {
  const queryCache = new QueryCache({
    onError: (failure, query) => {
      if (!(failure instanceof ApiFailure)) return
      if (query.state.data !== undefined && mayPass(failure)) return
      // Several components may use the same query, each with its own error page.
      const uses = query.observers.filter(({ options }) => options.enabled !== false)
      const isShown = query.state.data !== undefined
      const pages = uses.map(({ options }) => options.meta?.errorPage?.(failure, isShown) ?? null)
      leavePage(failure, pages.find((page) => page !== null) ?? null)
    },
  })
  const client = new QueryClient({ queryCache, defaultOptions: { queries: { retry: shouldRetry } } })
  connection.onRecovery(() => void client.invalidateQueries())
  return client
}
