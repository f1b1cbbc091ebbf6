import { defineConfig } from 'playwright/test'

/** Only the federation tests: `npx playwright test -c e2e/federation`. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  workers: 1,
  timeout: 60_000,
  reporter: 'list',
  outputDir: '../../node_modules/.cache/playwright-federation',
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
    },
  },
})
