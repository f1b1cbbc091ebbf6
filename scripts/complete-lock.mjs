#!/usr/bin/env node
/** To be run after `npm install`: adds the optional builds for other platforms that npm left out of package-lock.json. */
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
