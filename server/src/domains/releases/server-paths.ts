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
