import { type Compatibility, compatibilityFile, contractVersion, satisfiesRange } from '@lamella/shared/contract'
import { callMisfits } from './call-fit.ts'
import { pathsOverlap } from './route-overlap.ts'

/** A release as it is compared with others. */
export interface Fitting {
  app: string
  version: string
  manifest: { contract: string; routes: readonly { path: string }[]; guards?: readonly unknown[] | undefined }
  /**
   * Null: the build is older than this comparison, so only ranges of the contract are compared. `unreadable`: this file or the manifest has
   * another form than this server knows.
   */
  compatibility: Compatibility | null | 'unreadable'
}

/** Something that would not work. */
export interface Misfit {
  /** `shell`: form and contract of a remote beside a shell; `shared`: modules that the shell provides; `origin`: where its files lie. */
  part: 'origin' | 'build' | 'contract' | 'shell' | 'shared' | 'calls' | 'routes'
  /** What it is of that part: a call, a module, a route, the other app. */
  item: string
  sentence: string
  /** In a few words, such as `Needs react ^20.0.0`. */
  short: string
}

const dataOf = ({ compatibility }: Fitting): Compatibility | null =>
  compatibility === 'unreadable' ? null : compatibility

/** Contract of the first shells that ask guards of remotes. */
const ownGuardsSince = '^1.7.0'

const nameOf = ({ app, version }: Fitting): string => `${app} ${version}`

/** Calls of the API that this server would not understand, or whose answers the build would not understand. */
const withServer = (release: Fitting): Misfit[] => {
  const { contract } = release.manifest
  const range: Misfit[] = satisfiesRange(contract, contractVersion)
    ? []
    : [
        {
          part: 'contract',
          item: 'server',
          sentence: `${nameOf(release)} works with contract ${contract}, the server has ${contractVersion}.`,
          short: `Needs contract ${contract}`,
        },
      ]
  const calls = dataOf(release)?.calls ?? []
  return [
    ...range,
    ...calls.flatMap((call) =>
      callMisfits(call).map(
        (reason): Misfit => ({
          part: 'calls',
          item: `${call.method} ${call.path}`,
          sentence: `${nameOf(release)} calls ${call.name} (${call.method} ${call.path}): ${reason}.`,
          short: `Needs another ${call.name}`,
        }),
      ),
    ),
  ]
}

/** Shared modules, names in them, contract and form of the remote that a shell does not have. */
const withShell = (remote: Fitting, shell: Fitting): Misfit[] => {
  const [needed, provision] = [dataOf(remote), dataOf(shell)]
  if (!provision) return []
  const { contract, remoteForms, provides } = provision
  const [own, host] = [nameOf(remote), nameOf(shell)]
  const misfits: Misfit[] = []
  if (!satisfiesRange(remote.manifest.contract, contract)) {
    misfits.push({
      part: 'shell',
      item: remote.app,
      sentence: `${own} works with contract ${remote.manifest.contract}, ${host} has ${contract}.`,
      short: `Needs contract ${remote.manifest.contract}`,
    })
  }
  // An older shell would not ask them.
  if (remote.manifest.guards?.length && !satisfiesRange(ownGuardsSince, contract)) {
    misfits.push({
      part: 'shell',
      item: `${remote.app} guards`,
      sentence: `${own} brings guards along, ${host} has contract ${contract} and asks none before 1.7.`,
      short: 'Needs a shell for own guards',
    })
  }
  if (!needed) return misfits
  const forms = needed.remoteForms
  if (!forms.some((form) => remoteForms.includes(form))) {
    misfits.push({
      part: 'shell',
      item: remote.app,
      sentence: `${own} is a remote of form ${forms.join(', ')}, ${host} loads form ${remoteForms.join(', ')}.`,
      short: `Needs a shell for form ${forms.join(', ')}`,
    })
  }
  const lacks = (request: string, sentence: string, short: string): void => {
    misfits.push({ part: 'shared', item: `${remote.app} ${request}`, sentence, short })
  }
  for (const [request, { range, names }] of Object.entries(needed.needs)) {
    const provided = provides[request]
    const missing = provided?.names ? names.filter((name) => !provided.names?.includes(name)) : []
    if (!provided) lacks(request, `${own} needs ${request}, which ${host} does not provide.`, `Needs ${request}`)
    else if (!satisfiesRange(range, provided.version)) {
      lacks(
        request,
        `${own} needs ${request} ${range}, ${host} provides ${provided.version}.`,
        `Needs ${request} ${range}`,
      )
    } else if (missing.length > 0) {
      const what = `${missing.join(', ')} of ${request}`
      lacks(request, `${own} needs ${what}, which ${host} does not provide.`, `Needs ${what}`)
    }
  }
  return misfits
}

/** Routes by which one of two apps would get addresses of the other. */
const sharedPaths = (release: Fitting, other: Fitting): Misfit[] =>
  release.manifest.routes.flatMap(({ path }) =>
    other.manifest.routes
      .filter((route) => pathsOverlap(path, route.path))
      .map((route) => ({
        part: 'routes',
        item: path,
        sentence: `${nameOf(release)} has the route ${path}, which takes addresses of ${route.path} of ${nameOf(other)}.`,
        short: `Takes addresses of ${other.app}`,
      })),
  )

const isUnreadable = ({ compatibility }: Fitting): boolean => compatibility === 'unreadable'

const withOther = (release: Fitting, other: Fitting): Misfit[] => {
  const paths = sharedPaths(release, other)
  // Whose fault that is, it must not keep all others from being changed.
  if (isUnreadable(other)) return paths
  if (release.app === 'shell') return [...withShell(other, release), ...paths]
  return other.app === 'shell' ? [...withShell(release, other), ...paths] : paths
}

/**
 * What would not work if a release were active on this server beside others; empty when it fits. With others of which nothing can be read it is
 * not compared, except for routes: `blindSpotsOf`.
 * @param others - active releases of other apps
 */
export const misfitsOf = (release: Fitting, others: readonly Fitting[]): Misfit[] => [
  ...(isUnreadable(release)
    ? [
        {
          part: 'build' as const,
          item: release.app,
          sentence: `What ${nameOf(release)} needs and provides cannot be read: its manifest or ${compatibilityFile} is missing or damaged.`,
          short: `${compatibilityFile} is damaged`,
        },
      ]
    : []),
  ...withServer(release),
  ...others.flatMap((other) => withOther(release, other)),
]

/** Others with which a release should have been compared, and was not. */
const unseenOf = ({ app }: Fitting, others: readonly Fitting[]): Fitting[] =>
  others.filter((other) => isUnreadable(other) && (app === 'shell' || other.app === 'shell'))

/** With what a release was not compared, as sentences. */
export const blindSpotsOf = (release: Fitting, others: readonly Fitting[]): string[] =>
  unseenOf(release, others).map(
    (other) =>
      `${nameOf(release)} was not compared with ${nameOf(other)}, which is active, except for its routes: the manifest or ${compatibilityFile} of that one is missing or damaged.`,
  )

/** How much of a part fits. */
export interface Part {
  passed: number
  total: number
  /** Of what it was compared with. */
  version?: string | null
}

/** The comparison in parts, for a person who reads it. */
export const partsOf = (
  release: Fitting,
  others: readonly Fitting[],
  misfits: readonly Misfit[],
): Record<'shell' | 'shared' | 'calls' | 'routes', Part> => {
  const isShell = release.app === 'shell'
  const shells = others.filter(({ app }) => app === 'shell')
  const remotes = isShell ? others : [release]
  const unseen = unseenOf(release, others)
  const part = (total: number, ...parts: Misfit['part'][]): Part => {
    const broken = new Set(misfits.filter((one) => parts.includes(one.part)).map(({ item }) => item))
    // Nobody knows whether it fits them.
    if (parts.includes('shell')) for (const { app } of unseen) broken.add(app)
    return { passed: Math.max(0, total - broken.size), total }
  }
  const needs = remotes.reduce((sum, remote) => sum + Object.keys(dataOf(remote)?.needs ?? {}).length, 0)
  return {
    shell: {
      ...part(isShell ? remotes.length : shells.length, 'shell', 'build'),
      version: isShell ? null : (shells[0]?.version ?? null),
    },
    shared: isShell || unseen.length === 0 ? part(needs, 'shared') : { passed: 0, total: needs },
    calls: part(dataOf(release)?.calls.length ?? 0, 'calls'),
    routes: part(release.manifest.routes.length, 'routes'),
  }
}
