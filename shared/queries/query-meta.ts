import type { ApiFailure } from '@lamella/shared/api'
import type { ServerEvent } from '@lamella/shared/contract'

/** The error page to which a failed read leads; null: the page shows the failure itself, with a way to try again. */
export type ErrorPage = (failure: ApiFailure) => string | null

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Absent: every failure is shown in line. */
      errorPage?: ErrorPage
      /** The answer may be another one after such an event; see `useLiveQuery`. */
      changedBy?: (event: ServerEvent) => boolean
    }
  }
}

/** For what a page is about: failures with an error page of their own lead there (D1-8-12 to D1-8-24). */
export const fatalPage: ErrorPage = ({ redirect }) => redirect

/** For what a page is nothing without: the other failures lead to `/error` (D1-8-30, D2-4-15, D3-8-30). */
export const anyPage: ErrorPage = ({ redirect }) => redirect ?? '/error'

interface WithMeta {
  meta?: { errorPage?: ErrorPage }
}

/** The same query on a page that takes its failures otherwise than most do; null: shows them in line. */
export const failingTo = <Q extends WithMeta>(errorPage: ErrorPage | null, query: Q): Q => ({
  ...query,
  meta: { ...query.meta, errorPage: errorPage ?? undefined },
})
