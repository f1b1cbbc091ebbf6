import { delay } from '@lamella/shared/api'
import type { Registry } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { currentUserAtom, hasPortalAccessAtom, safeLocalStorage, store } from '@lamella/shared/session'
import { type Assigned, fetchAssigned, forgetAssigned, readAssigned } from './assigned-versions.ts'
import { own } from './own.ts'
import {
  beginPreview,
  forgetPreviews,
  forgetWish,
  type PreviewWish,
  previewWishAtom,
  readWish,
  takeWish,
} from './preview.ts'
import type { Remote } from './remotes.ts'
import { reportTo } from './trial-reports.ts'

/** Milliseconds for which the start waits for the answer, where this browser knows nothing of the user yet. */
const patience = 400
/** Storage key of the session's tokens (D1-3-03). */
const tokenKey = 'authToken'

const isOperator = (): boolean => store.get(currentUserAtom)?.operator === true

const showFailure = (title: string) => (error: unknown) =>
  bus.emit('toast/show', { kind: 'error', title, detail: error instanceof Error ? error.message : String(error) })

/** A page has one portal; tests start several. */
let stopOthers = (): void => undefined

/** Versions that the user gets while apps are on trial, and previews of operators (ADR 61). */
export class TrialVersions {
  #registry: Registry
  readonly #reload: () => void
  /** What this page runs or will run. */
  #running: Assigned
  #remotes: readonly Remote[] = []

  constructor(registry: Registry, reload: () => void) {
    this.#registry = registry
    this.#reload = reload
    stopOthers()
    takeWish()
    if (safeLocalStorage.read(tokenKey) === null) forgetAssigned()
    this.#running = readAssigned()
  }

  /** Versions for what is loaded from now on. */
  get running(): Assigned {
    return this.#running
  }

  /** Waits a moment for the first answer. Call it when the session was restored. */
  async start(): Promise<void> {
    const ends = bus.on('session/ended').subscribe(({ reason }) => {
      if (reason !== 'unavailable' && reason !== 'http-error') this.#forget()
    })
    if (!isOperator()) forgetPreviews()
    const isKnown = Object.keys(this.#running).length > 0
    const asked = store.get(hasPortalAccessAtom) ? this.#enter() : Promise.resolve()
    const unwatch = store.sub(hasPortalAccessAtom, () => {
      if (store.get(hasPortalAccessAtom)) void this.#enter()
    })
    stopOthers = () => {
      ends.unsubscribe()
      unwatch()
    }
    if (!isKnown) await Promise.race([asked, delay(patience)])
  }

  /** Remotes to which versions apply that become known later. */
  follow(remotes: readonly Remote[]): void {
    this.#remotes = remotes
    this.#apply(readAssigned())
  }

  /** Asks again, for what is active now. @returns what a page would run that is loaded now */
  async ask(registry: Registry): Promise<Assigned> {
    this.#registry = registry
    if (!store.get(hasPortalAccessAtom)) return {}
    const { versions, offers } = await fetchAssigned(registry).catch(() => ({ versions: readAssigned(), offers: {} }))
    reportTo(versions)
    // What a link asks for comes first.
    if (isOperator() && Object.keys(offers).length > 0 && store.get(previewWishAtom) === null) {
      const wish = await import('./trial-offers.ts').then(({ openOffer }) => openOffer(offers)).catch(() => null)
      store.set(previewWishAtom, wish)
    }
    return versions
  }

  /** The operator's answer to whether the wished version is to be shown; the next page runs it. */
  async answerWish(wish: PreviewWish, isAgreed: boolean): Promise<void> {
    store.set(previewWishAtom, null)
    forgetWish()
    if (!isAgreed) {
      if (wish.isTrial) (await import('./trial-offers.ts')).refuseTrial(wish)
      return
    }
    await beginPreview(wish).then(this.#reload, showFailure(`${wish.app} ${wish.version} cannot be shown`))
  }

  async #enter(): Promise<void> {
    // Operators are asked first: a preview runs with their rights.
    if (isOperator()) store.set(previewWishAtom, readWish())
    else forgetWish()
    this.#apply(await this.ask(this.#registry))
  }

  #apply(assigned: Assigned): void {
    const isFree = (app: string): boolean => {
      const remote = this.#remotes.find(({ manifest }) => manifest.id === app)
      // Before the remotes are made, all are; the shell never is.
      return remote ? remote.assign(own(assigned, app)) : this.#remotes.length === 0
    }
    const taken = Object.entries(assigned).filter(([app]) => isFree(app))
    this.#running = { ...this.#running, ...Object.fromEntries(taken) }
  }

  #forget(): void {
    forgetAssigned()
    forgetPreviews()
    forgetWish()
    store.set(previewWishAtom, null)
    reportTo({})
  }
}
