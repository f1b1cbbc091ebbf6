import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'playwright/test'
import { portalEnvironment, sharedPlace } from './support/portal.ts'

// This file is loaded in each worker process: the values are chosen in the first and inherited. Ports from 32768 on may be in use by a connection.
process.env.LAMELLA_E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 12_000))
process.env.LAMELLA_E2E_DATA ??= path.join(tmpdir(), `lamella-e2e-${randomUUID()}`)

const long = [
  'main-job.spec.ts',
  'viewer.spec.ts',
  'library.spec.ts',
  'screens.full.spec.ts',
  'second-factor.full.spec.ts',
  'server-dies.full.spec.ts',
  'read-failures.full.spec.ts',
  'viewer-planes.full.spec.ts',
  'movies.full.spec.ts',
  'labelsets.full.spec.ts',
  'multichannel.full.spec.ts',
  'long-library.full.spec.ts',
]

const browser = process.env.CHROMIUM_PATH

/** `npx playwright test -c e2e`: the production build against one real server with a fresh data folder. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // More than the two cores of the reference machine: some tests mostly wait, for faults of fixed duration.
  workers: 3,
  // What passes at another try is named as flaky by `npm test`, and is no failure.
  retries: 2,
  // The gate leaves out the files `*.full.*` and the tests with the tag (ADR 107).
  ...(process.env.LAMELLA_TEST_TIER === 'gate' && { grepInvert: /@full\b|\.full\./ }),
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    baseURL: `http://127.0.0.1:${process.env.LAMELLA_E2E_PORT}`,
    // Recording a trace takes a tenth of the time of all tests (measured); run a failed one again with `--trace on`.
    trace: 'off',
    // A click waits until its target stands still; movement itself is tested with movement on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(browser && { executablePath: browser }),
      args: ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update'],
    },
  },
  projects: [
    // Tests that take a minute or more first: none of them is what the last worker is waited for.
    { name: 'long', testMatch: long },
    // Then tests that build remotes or start servers of their own. What one worker has built is built again by another.
    { name: 'federation', testMatch: 'federation/*.e2e.ts', workers: 1 },
    { name: 'releases', testMatch: /releases\.(full\.)?spec\.ts$/ },
    { name: 'portal', testMatch: '*.spec.ts', testIgnore: [/releases\.(full\.)?spec\.ts$/, ...long] },
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
