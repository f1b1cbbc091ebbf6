#!/usr/bin/env node
/** `npm run bench`: the benchmarks of server/bench, from a fresh clone. `npm run bench -- tiles` runs only those named. */
import { findBrowser } from './lib/browser.mjs'
import { installIfNeeded } from './lib/install.mjs'
import { environment, run } from './lib/processes.mjs'

const names = process.argv.slice(2)
const command = ['node', 'server/bench/main.ts', ...names]
/** What one of the benchmarks needs: a browser. */
const browser = async () =>
  names.length === 0 || ['viewer', 'list-pages'].some((name) => names.includes(name))
    ? { CHROMIUM_PATH: await findBrowser() }
    : {}
const done =
  (await installIfNeeded()) &&
  (await run(command, { live: '', seconds: 3 * 3600, env: environment(await browser()) })).ok
if (!done) process.exitCode = 1
