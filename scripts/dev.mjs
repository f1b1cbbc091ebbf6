#!/usr/bin/env node
/** `npm run dev`: installs if needed, then runs the development servers under the repository's Node. */
import { spawn } from 'node:child_process'
import { installIfNeeded } from './lib/install.mjs'
import { environment, root } from './lib/processes.mjs'

if (await installIfNeeded()) {
  const servers = spawn('node', ['scripts/dev-servers.mjs'], {
    cwd: root,
    env: environment(),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => servers.kill(signal))
  servers.on('close', (code) => {
    process.exitCode = code ?? 1
  })
} else process.exitCode = 1
