import type { ApiFailure } from '@lamella/shared/api'
import type { ServerEvent } from '@lamella/shared/contract'

/**
 * Path of the error page for a failed query; null: the failure is shown in line, with a retry.
 * @param isShown - an earlier answer is on the page
 */
export type ErrorPage = (failure: ApiFailure, isShown: boolean) => string | null

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Absent: every failure is shown in line. */
      errorPage?: ErrorPage
      /** Whether the answer may have changed after an event; see `useLiveQuery`. */
      changedBy?: (event: ServerEvent) => boolean
    }
  }
}

/** For the subject of a page: failures that have an error page open it (D1-8-12 to D1-8-24). */
export const fatalPage: ErrorPage = ({ redirect }) => redirect

/** For what a page cannot do without: all other failures open `/error` (D1-8-30, D2-4-15, D3-8-30). */
export const anyPage: ErrorPage = ({ redirect }) => redirect ?? '/error'

const notFound = '/error/404'

/** For what the address names: what is not there, or may not be seen any more, is not found; other failures as `anyPage`. */
export const subjectPage: ErrorPage = (failure, isShown) =>
  failure.status === 404 ? notFound : anyPage(failure, isShown)

/** For an image that is to be opened: one that is not there, or may not be seen, is not found. What is open stays. */
export const imagePage: ErrorPage = ({ status, redirect }, isShown) =>
  status === 404 && !isShown ? notFound : redirect

interface WithMeta {
  meta?: { errorPage?: ErrorPage }
}

/** The same query with another error page; null: failures are shown in line. */
export const failingTo = <Q extends WithMeta>(errorPage: ErrorPage | null, query: Q): Q => ({
  ...query,
  meta: { ...query.meta, errorPage: errorPage ?? undefined },
})
