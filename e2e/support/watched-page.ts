import { test as base, expect, type Page } from 'playwright/test'

/** Reports violations of the content security policy as console errors also where Chromium itself stays silent. */
const reportViolations = (): void =>
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
    console.error(`content security policy: ${violatedDirective} ${blockedURI} (${sourceFile}:${lineNumber})`),
  )

/** Collects everything that a user would not see but that is wrong: console errors, exceptions, refused requests. */
export const watch = async (page: Page, faults: string[]): Promise<void> => {
  await page.addInitScript(reportViolations)
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', ({ stack, message }) => faults.push(`exception: ${stack ?? message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
}

/** `test` with a page on which nothing may go wrong unseen; other pages join by `watch(page, faults)`. */
export const test = base.extend<{ faults: string[] }>({
  faults: [
    async ({ page }, use) => {
      const faults: string[] = []
      await watch(page, faults)
      await use(faults)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})
