import { setTimeout } from 'node:timers/promises'
import type { Page, Route } from 'playwright/test'

/** Troubles of the network and the machine. They happen to single answers on their way; the server is the real one. */

export const noNetwork = (route: Route): Promise<void> => route.abort('internetdisconnected')

/** What a service answers that is down for a moment. */
export const answerDown = (route: Route): Promise<void> =>
  route.fulfill({ status: 503, json: { errors: [{ code: 'ERR_0503', detail: 'Down for a moment.' }] } })

/** The answer comes ten seconds late. */
export const answerSlowly = async (route: Route): Promise<void> => {
  await setTimeout(10_000)
  await route.fallback()
}

/** What is stored of the session is changed under the page: the server really refuses it from now on. */
export const spoilSession = (page: Page, ...tokens: ('accessToken' | 'refreshToken')[]): Promise<void> =>
  page.evaluate((names) => {
    const stored = JSON.parse(localStorage.getItem('authToken') ?? '{}')
    for (const name of names) stored[name] = 'x'.repeat(43)
    localStorage.setItem('authToken', JSON.stringify(stored))
  }, tokens)
