import { standardGroups } from '@lamella/shared/contract'
import { pathsOverlap } from './route-overlap.ts'

/** First segments of paths that the server answers itself, never with the page of the portal. */
const names = ['api', 'remotes', 'assets', 'registry.json', 'healthz', 'readyz', 'metrics', 'dev']

/** Except for `/dev/kit`, the portal's page of components; the rest of `/dev` is the outbox. */
const isExempt = (path: string): boolean => path === '/dev/kit'

/** Whether an address is the server's own. @param path - without query */
export const isServerPath = (path: string): boolean => !isExempt(path) && names.includes(path.split('/')[1] ?? '')

/** Whether a page with this route would never be shown: its first segment is the server's, in upper or lower case, or may be. */
export const isServerRoute = (path: string): boolean =>
  !isExempt(path) && names.includes((/^\/?([^/?]*)/.exec(path)?.[1] ?? '').toLowerCase())

/** `/api, /remotes, …`, for a refusal. */
export const serverPaths = names.map((name) => `/${name}`).join(', ')

/** Addresses that every shell answers without naming them in its manifest (`shell/src/routing/routes.tsx`). */
const shellAddresses = ['/viewer', '/downloads/jobresultbundles']

/** The address of the shell that a page of a remote would take; undefined: none. */
export const takenFromShell = (path: string): string | undefined =>
  shellAddresses.find((address) => pathsOverlap(path, address))

/** Whether a remote cannot have this name, because its pages or its group in the menu would be in the way of the server or the shell. */
export const isReservedName = (name: string): boolean =>
  ['shell', 'home', 'error', 'downloads', ...standardGroups].includes(name) ||
  isServerRoute(`/${name}`) ||
  takenFromShell(`/${name}`) !== undefined
