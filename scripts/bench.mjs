#!/usr/bin/env node
/** `npm run bench`: the benchmarks of server/bench, from a fresh clone. `npm run bench -- tiles` runs only those named. */
import { installIfNeeded } from './lib/install.mjs'
import { run } from './lib/processes.mjs'

const command = ['node', 'server/bench/main.ts', ...process.argv.slice(2)]
const done = (await installIfNeeded()) && (await run(command, { live: '', seconds: 3600 })).ok
if (!done) process.exitCode = 1
