import {
  containerName,
  contractVersion,
  exposedModule,
  type PageLoader,
  satisfiesRange,
} from '@lamella/shared/contract'
import type { ComponentType } from 'react'
import type { AvoidedVersions } from './avoided-versions.ts'
import { hangWatch } from './hang-watch.ts'
import { expectIntegrity } from './integrity.ts'
import type { Candidate } from './registry.ts'
import type { FailureStage, LateStage, RemoteFailure } from './remote-failure.ts'
import { withPatience } from './with-patience.ts'

/** The two functions of the federation runtime that loading needs. */
export interface FederationRuntime {
  registerRemotes(remotes: { name: string; entry: string }[], options?: { force?: boolean }): void
  loadRemote(id: string): Promise<unknown>
}

/** A page that can be rendered. */
export interface LoadedPage {
  version: string
  /** False when a newer version was skipped because it failed. */
  newest: boolean
  /** The version that is loaded next when the user leaves this one; null when there is none. */
  earlier: string | null
  Page: ComponentType
}

/** No version of the remote can show the page. */
export class RemoteUnavailableError extends Error {
  constructor(app: string, routeId: string) {
    super(`No version of ${app} can show ${routeId}`)
    this.name = 'RemoteUnavailableError'
  }
}

/**
 * Milliseconds without a file arriving while one version of a page is loaded. Longer waits keep the user from the last good version, shorter
 * ones reject a working version on a slow line.
 */
export const loadTimeout = 5000
/** Milliseconds for one version of a page, however slowly its files arrive. */
const longestLoad = 45_000

/** Knows versions whose code or first render never ended, in this page or an earlier one. */
export type StartWatch = Pick<typeof hangWatch, 'start' | 'endStart' | 'stoodStill' | 'forgetStarts'>

interface LoaderOptions {
  app: string
  /** Versions in the order in which they are tried. */
  candidates: readonly Candidate[]
  /** Reads the registry again. */
  refresh: () => Promise<readonly Candidate[]>
  runtime: FederationRuntime
  avoided: AvoidedVersions
  starts?: StartWatch
  report: (failure: RemoteFailure) => void
  /** Called after each loaded page. @param milliseconds - that it took, without versions that failed before */
  onLoaded?: (version: string, milliseconds: number) => void
}

/** Loads a page of one remote: the newest version first, then the last good ones. */
export class RemoteLoader {
  readonly app: string
  #candidates: readonly Candidate[]
  readonly #refresh: LoaderOptions['refresh']
  #isStarted = false
  readonly #runtime: FederationRuntime
  readonly #avoided: AvoidedVersions
  readonly #starts: StartWatch
  readonly #report: LoaderOptions['report']
  readonly #onLoaded: LoaderOptions['onLoaded']
  /** `version` or `version route`: skipped until `reset`. */
  readonly #unusable = new Set<string>()
  /** `version stage` of what failed late, until the page is left. */
  readonly #told = new Set<string>()
  /** Versions to register again with `force`, because the runtime caches a failed load. */
  readonly #stale = new Set<string>()

  constructor({ app, candidates, refresh, runtime, avoided, starts = hangWatch, report, onLoaded }: LoaderOptions) {
    this.app = app
    this.#candidates = candidates
    this.#refresh = refresh
    this.#runtime = runtime
    this.#avoided = avoided
    this.#starts = starts
    this.#report = report
    this.#onLoaded = onLoaded
  }

  /**
   * Loads a page from the first version that works.
   * @throws RemoteUnavailableError when no version works
   */
  async load(routeId: string): Promise<LoadedPage> {
    this.#isStarted = true
    for (const [index, candidate] of this.#candidates.entries()) {
      const { version } = candidate
      if (!this.#isUsable(version, routeId)) continue
      if (await this.#starts.stoodStill(this.app, version)) {
        this.#unusable.add(version)
        this.#report({ app: this.app, version, routeId, stage: 'hang', error: new Error('no response at its start') })
        continue
      }
      const stage: { now: FailureStage } = { now: 'contract' }
      const start = performance.now()
      await this.#starts.start(this.app, version)
      try {
        const Page = await withPatience(this.#loadPage(candidate, routeId, stage), loadTimeout, longestLoad)
        this.#onLoaded?.(version, performance.now() - start)
        return { version, newest: index === 0, earlier: this.earlierThan(version, routeId), Page }
      } catch (error) {
        this.#starts.endStart(this.app)
        const wholeVersion = stage.now === 'contract' || stage.now === 'load'
        this.#unusable.add(wholeVersion ? version : `${version} ${routeId}`)
        this.#report({ app: this.app, version, routeId, stage: stage.now, error })
      }
    }
    throw new RemoteUnavailableError(this.app, routeId)
  }

  /** Replaces what is tried, unless a page was loaded already. @returns whether it applies */
  replace(candidates: readonly Candidate[]): boolean {
    if (this.#isStarted) return false
    this.#candidates = candidates
    return true
  }

  /** The next version that may show the page in place of this one; null when there is none. */
  earlierThan(version: string, routeId: string): string | null {
    const index = this.#candidates.findIndex((candidate) => candidate.version === version)
    const usable = this.#candidates.slice(index + 1).find((candidate) => this.#isUsable(candidate.version, routeId))
    return usable?.version ?? null
  }

  /** Leaves a version on the user's wish, on all pages of the remote, until the session ends or nothing else works. */
  leave(version: string): void {
    this.#avoided.add(this.app, version)
  }

  /** Reports a failure of a shown page when it happens, whatever the user does then; once per version and stage, as it may go on. */
  reportLate(version: string, routeId: string, stage: LateStage, error: unknown): void {
    const key = `${version} ${stage}`
    if (this.#told.has(key)) return
    this.#told.add(key)
    this.#report({ app: this.app, version, routeId, stage, error })
  }

  #isUsable(version: string, routeId: string): boolean {
    if (this.#avoided.of(this.app).includes(version)) return false
    return !this.#unusable.has(version) && !this.#unusable.has(`${version} ${routeId}`)
  }

  /** Skips a version for this page after its component failed. */
  reject(version: string, routeId: string, stage: 'render' | 'chunk', error: unknown): void {
    this.#unusable.add(`${version} ${routeId}`)
    this.#report({ app: this.app, version, routeId, stage, error })
  }

  /** Forgets all failures and reads the registry again, so that the next `load` starts with the active version. */
  async reset(): Promise<void> {
    for (const key of this.#unusable) this.#stale.add(key.split(' ', 1)[0] ?? key)
    this.#unusable.clear()
    this.#avoided.clear(this.app)
    await this.#starts.forgetStarts(this.app)
    this.#candidates = await this.#refresh().catch(() => this.#candidates)
  }

  async #loadPage(candidate: Candidate, routeId: string, stage: { now: FailureStage }): Promise<ComponentType> {
    const { version, url, contract } = candidate
    if (contract !== undefined && !satisfiesRange(contract, contractVersion)) {
      throw new Error(`It works with contract ${contract}, this portal has ${contractVersion}`)
    }
    stage.now = 'load'
    const name = containerName(this.app, version)
    const force = this.#stale.delete(version)
    const entry = new URL(url, location.href).href
    expectIntegrity(entry, candidate.entryIntegrity)
    this.#runtime.registerRemotes([{ name, entry }], { force })
    const routes = routesOf(await this.#runtime.loadRemote(exposedModule.replace('.', name)))
    const loadPage = routes[routeId]
    if (!loadPage) {
      stage.now = 'missing'
      throw new Error(`It has no page ${routeId}`)
    }
    stage.now = 'chunk'
    const { default: Page } = await loadPage()
    if (!isComponent(Page)) throw new Error(`Its page ${routeId} is not a component`)
    return Page
  }
}

function routesOf(module: unknown): Partial<Record<string, PageLoader>> {
  if (isRecord(module) && isRecord(module.default) && isRoutes(module.default.routes)) return module.default.routes
  throw new Error('Its module does not have the form of a remote')
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isRoutes = (value: unknown): value is Record<string, PageLoader> =>
  isRecord(value) && Object.values(value).every((load) => typeof load === 'function')

/** A component is a function, or an object when made by `memo` or `forwardRef`. */
const isComponent = (value: unknown): value is ComponentType =>
  typeof value === 'function' || (isRecord(value) && '$$typeof' in value)
