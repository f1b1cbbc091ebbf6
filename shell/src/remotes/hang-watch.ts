import { type Beat, type FromWorker, hangDatabase, watchBeats } from './hang-worker.ts'

/** Seconds without a response after which a page counts as hung. */
const limit = 5

/** Milliseconds in which a version that stood still while it started is not tried again, as with shells (ADR 56). */
const memory = 600_000
/** Milliseconds for the stored hangs: the database can be blocked. */
const patience = 500
/** Milliseconds for the worker to run; a page without one is shown unwatched. */
const workerPatience = 5000

/** @param seconds - how long the page did not respond */
type HangListener = (seconds: number) => void

/** Name of a shown version in messages and in the database. */
const keyOf = (app: string, version: string): string => `${app} ${version}`
/** Name of a version that is loaded and has not been shown yet. */
const startOf = (app: string, version: string): string => `${keyOf(app, version)} start`
const isStartOf = (app: string, key: string): boolean => key.startsWith(`${app} `) && key.endsWith(' start')

/**
 * Notices when a page of a remote does not respond. The main thread beats each second; a worker notices its silence (ADR 57). A page that comes
 * back is told at once; one that is closed or loaded again while it hangs is known to the next page of the browser. The same for a version
 * whose code or first render never ends.
 */
class HangWatch {
  #worker: Worker | null = null
  /** Resolves when the worker runs, or is not to be waited for. */
  #running: Promise<void> = Promise.resolve()
  #shown: string | null = null
  #listener: HangListener | null = null
  /** Name → time, in milliseconds since 1970. */
  #known: Promise<Map<string, number>> | null = null

  /**
   * Watches a version from now on until it is shown, until `endStart`, or until another one starts. Its code may be evaluated when this
   * resolves: the worker of a page that is busy before would never start.
   */
  async start(app: string, version: string): Promise<void> {
    this.#begin()
    this.#show(startOf(app, version), null)
    await this.#running
  }

  /** Nothing of the app starts any more: it has failed, or its page was left. */
  endStart(app: string): void {
    if (this.#shown !== null && isStartOf(app, this.#shown)) this.#show(null, null)
  }

  /** Whether this version stood still in this browser while it started, in the last ten minutes. */
  async stoodStill(app: string, version: string): Promise<boolean> {
    const at = (await this.#stored()).get(startOf(app, version))
    return at !== undefined && Date.now() - at < memory
  }

  /** Lets versions of the app that stood still while they started be tried again. */
  async forgetStarts(app: string): Promise<void> {
    for (const key of (await this.#stored()).keys()) if (isStartOf(app, key)) await this.#forget(key)
  }

  /** Watches a shown page. @returns ends it */
  watch(app: string, version: string, onHang: HangListener): () => void {
    this.#begin()
    const key = keyOf(app, version)
    this.#show(key, onHang)
    return () => {
      if (this.#shown === key) this.#show(null, null)
    }
  }

  /** Whether this version did not respond when it was shown last in this browser; forgets it. Read once per page. */
  async takeHang(app: string, version: string): Promise<boolean> {
    const key = keyOf(app, version)
    if (!(await this.#stored()).has(key)) return false
    await this.#forget(key)
    return true
  }

  #stored(): Promise<Map<string, number>> {
    this.#known ??= soon(storedHangs()).catch(() => new Map())
    return this.#known
  }

  async #forget(key: string): Promise<void> {
    ;(await this.#stored()).delete(key)
    await soon(forgetHang(key)).catch(() => undefined)
  }

  #show(shown: string | null, listener: HangListener | null): void {
    this.#shown = shown
    this.#listener = listener
    this.#beat()
  }

  #begin(): void {
    if (this.#worker) return
    // Without workers, as in tests, nothing is watched.
    if (typeof Worker === 'undefined') return
    const source = `(${watchBeats})(${limit}, ${JSON.stringify(hangDatabase)})`
    const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
    const worker = new Worker(address)
    this.#worker = worker
    this.#running = new Promise((resolve) => {
      setTimeout(resolve, workerPatience)
      worker.addEventListener('error', () => resolve())
      worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
        if (data.is === 'running') resolve()
        else if (data.shown === this.#shown) this.#listener?.(data.seconds)
      })
    })
    setInterval(this.#beat, 1000)
    // Timers stand still or are slow while the page is hidden, left or asked something by the browser.
    document.addEventListener('visibilitychange', this.#beat)
    for (const pause of ['pagehide', 'beforeunload', 'beforeprint']) addEventListener(pause, () => this.#send(null))
    for (const resume of ['pageshow', 'afterprint']) addEventListener(resume, this.#beat)
  }

  #beat = (): void => this.#send(document.visibilityState === 'visible' ? this.#shown : null)

  #send(shown: Beat['shown']): void {
    this.#worker?.postMessage({ shown } satisfies Beat)
  }
}

export const hangWatch = new HangWatch()

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Does something with the stored hangs. @throws also without a database, as in private windows of some browsers */
const withHangs = async <T>(act: (hangs: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const opening = indexedDB.open(hangDatabase.name, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(hangDatabase.store)
  const database = await result(opening)
  try {
    return await result(act(database.transaction(hangDatabase.store, 'readwrite').objectStore(hangDatabase.store)))
  } finally {
    database.close()
  }
}

/** @throws Error when it takes too long */
const soon = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`no answer for ${patience} ms`)), patience)),
  ])

const storedHangs = async (): Promise<Map<string, number>> => {
  let keys: IDBRequest<IDBValidKey[]> | undefined
  const times = await withHangs((hangs) => {
    keys = hangs.getAllKeys()
    return hangs.getAll()
  })
  return new Map(times.map((time, i) => [String(keys?.result[i]), Number(time)]))
}
const forgetHang = (key: string): Promise<undefined> => withHangs((hangs) => hangs.delete(key))
