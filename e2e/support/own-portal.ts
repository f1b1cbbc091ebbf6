import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'playwright/test'
import { test as base } from './policy.ts'
import { lamella, type PortalPlace, portalEnvironment } from './portal.ts'

/** A server that is not shared with other tests. */
export interface OwnPortal {
  url: string
  dataFolder: string
  /** Runs `lamella …` on the machine of this server. @returns what it prints */
  lamella(...args: string[]): Promise<string>
}

/** A TCP port that is free at the moment. */
export const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return String(address.port)
}

/** Whether the server answers `/readyz` with success; never rejects. */
export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** For tests that change releases: a real server of their own, so that other tests see no broken release. */
export const test = base.extend<object, { portal: OwnPortal; environment: Record<string, string> }>({
  /** Further variables of the server. */
  environment: [{}, { scope: 'worker', option: true }],
  portal: [
    async ({ environment }, use) => {
      const place: PortalPlace = {
        port: await freePort(),
        dataFolder: path.join(tmpdir(), `lamella-e2e-${randomUUID()}`),
      }
      const server = spawn('node', [path.join(import.meta.dirname, 'run-portal.ts')], {
        env: { ...process.env, ...portalEnvironment(place), ...environment },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const url = `http://127.0.0.1:${place.port}`
      await expect.poll(() => isReady(url), { timeout: 60_000 }).toBe(true)
      await use({ url, dataFolder: place.dataFolder, lamella: (...args) => lamella(place, ...args) })
      server.kill('SIGTERM')
      await once(server, 'close')
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ portal }, use) => use(portal.url),
})
