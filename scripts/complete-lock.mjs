#!/usr/bin/env node
/** Run it after `npm install`: adds to package-lock.json what a registry without other platforms' builds made npm leave out. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { completeLock, missingOptional } from './lib/complete-lock.mjs'
import { root } from './lib/processes.mjs'

const file = path.join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = Object.keys(missingOptional(lock.packages))
if (missing.length > 0) writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`)
console.log(
  missing.length > 0 ? `${missing.length} packages added to package-lock.json` : 'package-lock.json is complete',
)
