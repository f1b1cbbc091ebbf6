import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'playwright/test'
import { freePort, isReady } from './own-portal.ts'
import { test as base } from './policy.ts'
import { type PortalPlace, portalEnvironment } from './portal.ts'

/** A server that tests can kill and restart. */
export interface KillablePortal {
  url: string
  dataFolder: string
  /** Kills the process as in a crash; its data are kept. */
  kill(): Promise<void>
  /** Starts it again with its data and waits until it is ready. */
  start(): Promise<void>
}

const program = path.resolve(import.meta.dirname, '../../server/src/main/main.ts')

/** For tests in which the server dies: a real server of their own. */
export const test = base.extend<object, { portal: KillablePortal }>({
  portal: [
    async ({ browserName: _ }, use) => {
      const place: PortalPlace = {
        port: await freePort(),
        dataFolder: path.join(tmpdir(), `lamella-e2e-${randomUUID()}`),
      }
      // Started by root, the database runs as another user, which must be able to enter the folder.
      mkdirSync(place.dataFolder, { recursive: true, mode: 0o711 })
      const url = `http://127.0.0.1:${place.port}`
      let server: ChildProcess
      const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
        const closed = once(server, 'close')
        server.kill(signal)
        await closed
      }
      const start = async (): Promise<void> => {
        server = spawn('node', [program, 'serve'], {
          env: { ...process.env, ...portalEnvironment(place) },
          stdio: ['ignore', 'ignore', 'inherit'],
        })
        await expect.poll(() => isReady(url), { timeout: 60_000 }).toBe(true)
      }
      await start()
      await use({ url, dataFolder: place.dataFolder, kill: () => end('SIGKILL'), start })
      await end('SIGTERM')
      rmSync(place.dataFolder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ portal }, use) => use(portal.url),
})
