import { type AppName, containerName, contractVersion, exposedModule, type PageLoader } from '@lamella/shared/contract'
import type { ComponentType } from 'react'
import { admits } from './contract-range.ts'
import { expectIntegrity } from './integrity.ts'
import type { Candidate } from './registry.ts'

/** The two calls of the federation runtime that loading needs. */
export interface FederationRuntime {
  registerRemotes(remotes: { name: string; entry: string }[], options?: { force?: boolean }): void
  loadRemote(id: string): Promise<unknown>
}

/**
 * contract: made for another version of the shared contract; load: manifest, entry or a chunk; missing: the version has no
 * such page; render: first render; chunk: a late chunk.
 */
export type FailureStage = 'contract' | 'load' | 'missing' | 'render' | 'chunk'

export interface RemoteFailure {
  app: AppName
  version: string
  routeId: string
  stage: FailureStage
  error: unknown
}

export interface LoadedPage {
  version: string
  /** False when a newer version had to be passed over. */
  newest: boolean
  Page: ComponentType
}

/** No version of a page can be shown. */
export class RemoteUnavailable extends Error {
  constructor(app: AppName, routeId: string) {
    super(`No version of ${app} can show ${routeId}`)
    this.name = 'RemoteUnavailable'
  }
}

/** Milliseconds that a version may take to load. */
export const loadTimeout = 5000

interface LoaderOptions {
  app: AppName
  /** The versions to try, in this order. */
  candidates: readonly Candidate[]
  /** Asks the registry again. */
  refresh: () => Promise<readonly Candidate[]>
  runtime: FederationRuntime
  report: (failure: RemoteFailure) => void
}

/** Finds a version of one remote that can show a page: the newest first, then the last good ones. */
export class RemoteLoader {
  readonly app: AppName
  #candidates: readonly Candidate[]
  readonly #refresh: LoaderOptions['refresh']
  readonly #runtime: FederationRuntime
  readonly #report: LoaderOptions['report']
  /** `version` or `version route`: not to be tried again until `reset`. */
  readonly #unusable = new Set<string>()
  /** Versions to be loaded from scratch, past what the runtime remembers of the failed attempt. */
  readonly #stale = new Set<string>()

  constructor({ app, candidates, refresh, runtime, report }: LoaderOptions) {
    this.app = app
    this.#candidates = candidates
    this.#refresh = refresh
    this.#runtime = runtime
    this.#report = report
  }

  /** @throws RemoteUnavailable */
  async load(routeId: string): Promise<LoadedPage> {
    for (const [index, candidate] of this.#candidates.entries()) {
      const { version } = candidate
      if (this.#unusable.has(version) || this.#unusable.has(`${version} ${routeId}`)) continue
      const stage: { now: FailureStage } = { now: 'contract' }
      try {
        const Page = await withTimeout(this.#loadPage(candidate, routeId, stage), loadTimeout)
        return { version, newest: index === 0, Page }
      } catch (error) {
        const wholeVersion = stage.now === 'contract' || stage.now === 'load'
        this.#unusable.add(wholeVersion ? version : `${version} ${routeId}`)
        this.#report({ app: this.app, version, routeId, stage: stage.now, error })
      }
    }
    throw new RemoteUnavailable(this.app, routeId)
  }

  /** A loaded page turned out not to work: its version is passed over for this page from now on. */
  reject(version: string, routeId: string, stage: 'render' | 'chunk', error: unknown): void {
    this.#unusable.add(`${version} ${routeId}`)
    this.#report({ app: this.app, version, routeId, stage, error })
  }

  /** Forgets all failures: the next `load` begins with the version that is active by then. */
  async reset(): Promise<void> {
    for (const key of this.#unusable) this.#stale.add(key.split(' ', 1)[0] ?? key)
    this.#unusable.clear()
    this.#candidates = await this.#refresh().catch(() => this.#candidates)
  }

  async #loadPage(candidate: Candidate, routeId: string, stage: { now: FailureStage }): Promise<ComponentType> {
    const { version, url, contract } = candidate
    if (contract !== undefined && !admits(contract, contractVersion)) {
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

/** A function, or what `memo` and `forwardRef` return. */
const isComponent = (value: unknown): value is ComponentType =>
  typeof value === 'function' || (isRecord(value) && '$$typeof' in value)

async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not loaded within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
