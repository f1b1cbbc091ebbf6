#!/usr/bin/env node
/** `npm run validate`: how right the nuclei are, from a fresh clone. */
import { installIfNeeded } from './lib/install.mjs'
import { run } from './lib/processes.mjs'

const command = ['node', 'server/validation/main.ts', ...process.argv.slice(2)]
const done = (await installIfNeeded()) && (await run(command, { live: '', seconds: 3 * 3600 })).ok
if (!done) process.exitCode = 1
