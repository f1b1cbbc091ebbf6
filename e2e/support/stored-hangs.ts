import type { Page } from 'playwright/test'

/** Versions that were shown when a page stopped responding, as its worker stored them for the next page: "app version". */
export const storedHangs = (page: Page): Promise<unknown[]> =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('lamella.hangs', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('hangs')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('hangs').objectStore('hangs').getAllKeys()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result)
          }
        }
      }),
  )
