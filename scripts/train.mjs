#!/usr/bin/env node
/** `npm run train`: trains the base models, or those named, from a fresh clone. Started again, it goes on where it was. */
import { installIfNeeded } from './lib/install.mjs'
import { run } from './lib/processes.mjs'

const command = ['node', 'server/training/main.ts', ...process.argv.slice(2)]
const done = (await installIfNeeded()) && (await run(command, { live: '', seconds: 24 * 3600 })).ok
if (!done) process.exitCode = 1
