import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, test as base, type Page, type Request } from 'playwright/test'

/** A page of another origin, in a browser that has never seen the portal. */
export interface ForeignPage {
  page: Page
  /** All requests that it has sent to other origins than its own, preflight ones too. */
  requests: Request[]
}

/** What stands in the page: a place for a viewer. @param size in CSS pixels */
const documentOf = ({ width, height }: { width: number; height: number }): string =>
  `<!doctype html><html lang="en"><title>Another program</title><link rel="icon" href="data:,">` +
  `<body style="margin: 0"><div id="viewer" style="width: ${width}px; height: ${height}px"></div>`

/** Runs something in a page of another origin, without the session of the portal. */
export const onOtherOrigin = async (
  browser: Browser,
  size: { width: number; height: number },
  use: (foreign: ForeignPage) => Promise<void>,
): Promise<void> => {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(documentOf(size)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const requests: Request[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && /^https?:/.test(request.url())) requests.push(request)
    })
    await page.goto(origin)
    await base.step('in a page of another origin', () => use({ page, requests }))
  } finally {
    await context.close()
    server.closeAllConnections()
    server.close()
  }
}
