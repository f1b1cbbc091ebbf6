import { expect, type Page } from 'playwright/test'
import { test as base } from './policy.ts'

/** Collects faults that are invisible to users: console errors, exceptions, and responses with status 400 or above. */
export const watch = (page: Page, faults: string[]): void => {
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', ({ stack, message }) => faults.push(`exception: ${stack ?? message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
}

/** `test` that fails when its page has such faults; further pages are added by `watch(page, faults)`. */
export const test = base.extend<{ faults: string[] }>({
  faults: [
    async ({ page }, use) => {
      const faults: string[] = []
      watch(page, faults)
      await use(faults)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})
