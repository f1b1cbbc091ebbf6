import { expect } from 'playwright/test'
import { test as base } from './own-portal.ts'
import { watch } from './watched-page.ts'

/** `test` with a server of its own that fails when its page has faults. */
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
