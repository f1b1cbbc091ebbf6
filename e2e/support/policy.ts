import { type BrowserContext, test as base, expect } from 'playwright/test'

/** Reports violations of the content security policy as console errors also where Chromium itself stays silent. */
const reportViolations = (): void =>
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
    console.error(`content security policy: ${violatedDirective} ${blockedURI} (${sourceFile}:${lineNumber})`),
  )

/** Collects violations of the content security policy on all pages of the context. */
export const watchPolicy = async (context: BrowserContext, violations: string[]): Promise<void> => {
  await context.addInitScript(reportViolations)
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text())
  })
}

/** The base of all `test` objects: a test fails when a page violates the content security policy. */
export const test = base.extend<{ violations: string[] }>({
  violations: [
    async ({ context }, use) => {
      const violations: string[] = []
      await watchPolicy(context, violations)
      await use(violations)
      expect(violations).toEqual([])
    },
    { auto: true },
  ],
})
