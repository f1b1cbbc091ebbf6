import { type Beat, hangDatabase, watchBeats } from './hang-worker.ts'

/** Seconds without a response after which a page counts as hung. */
const limit = 5

/** @param seconds - how long the page did not respond */
type HangListener = (seconds: number) => void

/** Name of a shown version in messages and in the database. */
const keyOf = (app: string, version: string): string => `${app} ${version}`

/**
 * Notices when a page of a remote does not respond. The main thread beats each second; a worker notices its silence (ADR 57). A page that comes
 * back is told at once; one that is closed or loaded again while it hangs is known to the next page of the browser.
 */
class HangWatch {
  #worker: Worker | null = null
  #shown: string | null = null
  #listener: HangListener | null = null
  #known: Promise<IDBValidKey[]> | null = null

  /** Watches a shown page. @returns ends it */
  watch(app: string, version: string, onHang: HangListener): () => void {
    this.#start()
    const key = keyOf(app, version)
    this.#shown = key
    this.#listener = onHang
    this.#beat()
    const timer = setInterval(this.#beat, 1000)
    return () => {
      clearInterval(timer)
      if (this.#shown !== key) return
      this.#shown = null
      this.#listener = null
      this.#beat()
    }
  }

  /** Whether this version did not respond when it was shown last in this browser; forgets it. Read once per page. */
  async takeHang(app: string, version: string): Promise<boolean> {
    const key = keyOf(app, version)
    this.#known ??= storedHangs().catch(() => [])
    if (!(await this.#known).includes(key)) return false
    this.#known = this.#known.then((keys) => keys.filter((each) => each !== key))
    await forgetHang(key).catch(() => undefined)
    return true
  }

  #start(): void {
    if (this.#worker) return
    // Without workers, as in tests, nothing is watched.
    if (typeof Worker === 'undefined') return
    const source = `(${watchBeats})(${limit}, ${JSON.stringify(hangDatabase)})`
    const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
    this.#worker = new Worker(address)
    this.#worker.addEventListener('message', ({ data }: MessageEvent<{ shown: string; seconds: number }>) => {
      if (data.shown === this.#shown) this.#listener?.(data.seconds)
    })
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

const storedHangs = (): Promise<IDBValidKey[]> => withHangs((hangs) => hangs.getAllKeys())
const forgetHang = (key: string): Promise<undefined> => withHangs((hangs) => hangs.delete(key))
