/** The services whose addresses the configuration names (document 1 §3 and §7). */
export type ApiName = 'auth' | 'commons' | 'portal' | 'prisma'

/** The first that matches; all other paths (people, organisations, subscriptions, statistics) are the commons API's. */
const services: readonly [ApiName, RegExp][] = [
  ['auth', /^\/api\/v\d+\/oauth2\//],
  ['prisma', /^\/api\/v\d+\/(applications|jobs|jobResults|jobResultBundles|trainings|projects\/[^/]+\/jobs)\b/],
  ['portal', /^\/api\/v\d+\/(projects|images|media|files|tiles|thumbnail|events)\b/],
]

/** @param path - of the contract, with or without a query */
export const apiOf = (path: string): ApiName => services.find(([, paths]) => paths.test(path))?.[0] ?? 'commons'
