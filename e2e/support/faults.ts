import { setTimeout } from 'node:timers/promises'
import type { Page, Route } from 'playwright/test'

/** Faults of network and machine, simulated in transit; the server is real. */

/** Fails the request as without network. */
export const noNetwork = (route: Route): Promise<void> => route.abort('internetdisconnected')

/** The response of a service that is temporarily down. */
export const respondUnavailable = (route: Route): Promise<void> =>
  route.fulfill({ status: 503, json: { errors: [{ code: 'ERR_0503', detail: 'Down for a moment.' }] } })

/** Delays the response by ten seconds. */
export const respondSlowly = async (route: Route): Promise<void> => {
  await setTimeout(10_000)
  await route.fallback()
}

/** Replaces tokens in the local storage by invalid ones, so that the real server refuses them. */
export const invalidateTokens = (page: Page, ...tokens: ('accessToken' | 'refreshToken')[]): Promise<void> =>
  page.evaluate((names) => {
    const stored = JSON.parse(localStorage.getItem('authToken') ?? '{}')
    for (const name of names) stored[name] = 'x'.repeat(43)
    localStorage.setItem('authToken', JSON.stringify(stored))
  }, tokens)
