import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'playwright/test'
import { portalEnvironment, sharedPlace } from './support/portal.ts'

// Read again in every worker process: decided once, in the first one.
process.env.LAMELLA_E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 20_000))
process.env.LAMELLA_E2E_DATA ??= path.join(tmpdir(), `lamella-e2e-${randomUUID()}`)

const browser = process.env.CHROMIUM_PATH

/** `npx playwright test -c e2e`: the portal as it is delivered, against one real server with a fresh data folder. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Two cores; a part of the tests waits most of the time, for faults that last as long as they do.
  workers: 3,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    baseURL: `http://127.0.0.1:${process.env.LAMELLA_E2E_PORT}`,
    // A trace of each action takes a tenth of the time of all tests; a failed one is run again with `--trace on`.
    trace: 'off',
    // A click waits until its target stands still. What moves is looked at where movement itself is tested.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(browser && { executablePath: browser }),
      args: ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update'],
    },
  },
  projects: [
    // First what builds remotes or starts servers of its own: at the end the other workers would have nothing to do.
    // What one worker has built is built again by another.
    { name: 'federation', testMatch: 'federation/*.e2e.ts', workers: 1 },
    { name: 'releases', testMatch: '*releases.spec.ts' },
    { name: 'portal', testMatch: '*.spec.ts', testIgnore: '*releases.spec.ts' },
  ],
  webServer: {
    command: 'node support/run-portal.ts',
    url: `http://127.0.0.1:${process.env.LAMELLA_E2E_PORT}/readyz`,
    env: portalEnvironment(sharedPlace()),
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
