import { lazy } from 'react'

/** `MovieDialog` with what draws and writes movies, which is loaded when it is opened. */
export const MovieDialog = lazy(() => import('./movie-dialog.tsx'))
