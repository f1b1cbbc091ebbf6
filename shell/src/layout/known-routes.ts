import { createContext, useContext } from 'react'

/** Whether a remote serves a path: nothing links to a page that does not exist. */
export type HasRoute = (path: string) => boolean

const context = createContext<HasRoute>(() => false)

export const KnownRoutes = context.Provider
export const useHasRoute = (): HasRoute => useContext(context)
