import type { RemoteManifest } from '@lamella/shared/contract'
import { pathsOverlap } from './route-overlap.ts'

/** A release as it is compared with others. */
export interface Fitting {
  app: string
  version: string
  manifest: Pick<RemoteManifest, 'routes'>
}

const nameOf = ({ app, version }: Fitting): string => `${app} ${version}`

/** Routes by which one of two apps would get addresses of the other, in words. */
const sharedPaths = (release: Fitting, other: Fitting): string[] =>
  release.manifest.routes.flatMap(({ path }) =>
    other.manifest.routes
      .filter((route) => pathsOverlap(path, route.path))
      .map(
        (route) =>
          `${nameOf(release)} has the route ${path}, which takes addresses of ${route.path} of ${nameOf(other)}.`,
      ),
  )

/**
 * What would not work if a release were active beside others, as sentences; empty when it fits.
 * @param others - active releases of other apps
 */
export const misfitsOf = (release: Fitting, others: readonly Fitting[]): string[] =>
  others.flatMap((other) => sharedPaths(release, other))
