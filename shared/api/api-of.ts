/** The services whose addresses the runtime configuration gives (D1-3-34, D1-3-35). */
export type ApiName = 'auth' | 'commons' | 'portal' | 'prisma'

/** The first match counts; all other paths (people, organisations, subscriptions, statistics) are the commons API's. */
const services: readonly [ApiName, RegExp][] = [
  ['auth', /^\/api\/v\d+\/oauth2\//],
  [
    'prisma',
    /^\/api\/v\d+\/(applications|jobs|jobResults|jobResultBundles|trainings|projects\/[^/]+\/(jobs|jobResults))\b/,
  ],
  ['portal', /^\/api\/v\d+\/(projects|images|media|files|tiles|thumbnail|events)\b/],
]

/** The service that answers a path of the contract. @param path - with or without a query */
export const apiOf = (path: string): ApiName => services.find(([, paths]) => paths.test(path))?.[0] ?? 'commons'
