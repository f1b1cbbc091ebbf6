import type { Page } from 'playwright/test'

/** Versions of an app from which the page has loaded files, of whatever origin. */
export const loadedVersions = async (page: Page, app: string): Promise<string[]> => {
  const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const versions = addresses.flatMap((address) => new RegExp(`/remotes/${app}/([^/]+)/`).exec(address)?.[1] ?? [])
  return [...new Set(versions)]
}
