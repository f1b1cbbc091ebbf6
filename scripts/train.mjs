#!/usr/bin/env node
/** `npm run train -- <fluorescence|stained>`: trains a base model, from a fresh clone. Interrupted, it goes on where it was. */
import { installIfNeeded } from './lib/install.mjs'
import { run } from './lib/processes.mjs'

const command = ['node', 'server/training/main.ts', ...process.argv.slice(2)]
const done = (await installIfNeeded()) && (await run(command, { live: '', seconds: 3 * 3600 })).ok
if (!done) process.exitCode = 1
