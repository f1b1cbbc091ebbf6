import {
  type Compatibility,
  compatibilityFile,
  contractVersion,
  type RemoteManifest,
  satisfiesRange,
} from '@lamella/shared/contract'
import { callMisfits } from './call-fit.ts'
import { pathsOverlap } from './route-overlap.ts'

/** A release as it is compared with others. */
export interface Fitting {
  app: string
  version: string
  manifest: Pick<RemoteManifest, 'contract' | 'routes'>
  /** Null: the build is older than this comparison, so only ranges of the contract are compared. */
  compatibility: Compatibility | null | 'unreadable'
}

const dataOf = ({ compatibility }: Fitting): Compatibility | null =>
  compatibility === 'unreadable' ? null : compatibility

const nameOf = ({ app, version }: Fitting): string => `${app} ${version}`

/** Calls of the API that this server would not understand, or whose answers the build would not understand. */
const withServer = (release: Fitting): string[] => {
  const { contract } = release.manifest
  const range = satisfiesRange(contract, contractVersion)
    ? []
    : [`${nameOf(release)} works with contract ${contract}, the server has ${contractVersion}.`]
  const calls = dataOf(release)?.calls ?? []
  return [
    ...range,
    ...calls.flatMap((call) =>
      callMisfits(call).map(
        (reason) => `${nameOf(release)} calls ${call.name} (${call.method} ${call.path}): ${reason}.`,
      ),
    ),
  ]
}

/** Shared modules, names in them, contract and form of the remote that a shell does not have. */
const withShell = (remote: Fitting, shell: Fitting): string[] => {
  const [needed, provision] = [dataOf(remote), dataOf(shell)]
  if (!provision) return []
  const { contract, remoteForms, provides } = provision
  const misfits: string[] = []
  if (!satisfiesRange(remote.manifest.contract, contract)) {
    misfits.push(`${nameOf(remote)} works with contract ${remote.manifest.contract}, ${nameOf(shell)} has ${contract}.`)
  }
  if (!needed) return misfits
  const forms = needed.remoteForms
  if (!forms.some((form) => remoteForms.includes(form))) {
    misfits.push(
      `${nameOf(remote)} is a remote of form ${forms.join(', ')}, ${nameOf(shell)} loads form ${remoteForms.join(', ')}.`,
    )
  }
  for (const [request, { range, names }] of Object.entries(needed.needs)) {
    const provided = provides[request]
    const missing = provided?.names ? names.filter((name) => !provided.names?.includes(name)) : []
    if (!provided) misfits.push(`${nameOf(remote)} needs ${request}, which ${nameOf(shell)} does not provide.`)
    else if (!satisfiesRange(range, provided.version)) {
      misfits.push(`${nameOf(remote)} needs ${request} ${range}, ${nameOf(shell)} provides ${provided.version}.`)
    } else if (missing.length > 0) {
      misfits.push(
        `${nameOf(remote)} needs ${missing.join(', ')} of ${request}, which ${nameOf(shell)} does not provide.`,
      )
    }
  }
  return misfits
}

/** Routes by which one of two apps would get addresses of the other. */
const sharedPaths = (release: Fitting, other: Fitting): string[] =>
  release.manifest.routes.flatMap(({ path }) =>
    other.manifest.routes
      .filter((route) => pathsOverlap(path, route.path))
      .map(
        (route) =>
          `${nameOf(release)} has the route ${path}, which takes addresses of ${route.path} of ${nameOf(other)}.`,
      ),
  )

const withOther = (release: Fitting, other: Fitting): string[] => {
  const paths = sharedPaths(release, other)
  if (release.app === 'shell') return [...withShell(other, release), ...paths]
  return other.app === 'shell' ? [...withShell(release, other), ...paths] : paths
}

/**
 * What would not work if a release were active on this server beside others, as sentences; empty when it fits.
 * @param others - active releases of other apps
 */
export const misfitsOf = (release: Fitting, others: readonly Fitting[]): string[] => [
  ...[release, ...others]
    .filter(({ compatibility }) => compatibility === 'unreadable')
    .map((one) => `What ${nameOf(one)} needs and provides cannot be read: ${compatibilityFile} is missing or damaged.`),
  ...withServer(release),
  ...others.flatMap((other) => withOther(release, other)),
]
