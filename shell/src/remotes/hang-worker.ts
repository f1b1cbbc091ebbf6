/** Content of the worker that notices when the page does not respond; see hang-watch.ts. */
export interface Beat {
  /** What is shown, e.g. `projects 1.2.0`; null while nothing is to be watched. */
  shown: string | null
}

/** From the worker: it runs, or the page came back. */
export type FromWorker = { is: 'running' } | { is: 'back'; shown: string; seconds: number }

/** Stored while a page does not respond, and read by the next one. */
export const hangDatabase = { name: 'lamella.hangs', store: 'hangs' } as const

/**
 * Runs in a worker, from its source: it uses nothing from outside. After `limit` seconds without a beat it stores what was shown, so that
 * the next page knows it; when the page comes back, it removes that and answers with the seconds. It says first that it runs: a browser starts
 * no worker while the page is busy.
 */
export const watchBeats = (limit: number, { name, store }: { name: string; store: string }): void => {
  let shown: string | null = null
  let silent = 0

  const write = (act: (hangs: IDBObjectStore) => void): void => {
    const opening = indexedDB.open(name, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(store)
    opening.onsuccess = () => {
      const writing = opening.result.transaction(store, 'readwrite')
      act(writing.objectStore(store))
      writing.oncomplete = () => opening.result.close()
    }
  }

  addEventListener('message', ({ data }: MessageEvent<{ shown: string | null }>) => {
    if (silent >= limit && shown !== null) {
      const lasted = shown
      write((hangs) => hangs.delete(lasted))
      postMessage({ is: 'back', shown, seconds: silent })
    }
    shown = data.shown
    silent = 0
  })
  // Ticks are counted instead of the clock read: while the machine sleeps, the page cannot beat.
  setInterval(() => {
    if (shown === null) return
    silent += 1
    const stored = shown
    if (silent === limit) write((hangs) => hangs.put(Date.now(), stored))
  }, 1000)
  postMessage({ is: 'running' })
}
