#!/usr/bin/env node
/**
 * `npm start`: installs and builds what is outdated, then runs the server with everything embedded. Runs under any Node ≥ 20, before
 * anything is installed; the server itself runs under the repository's Node.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { installIfNeeded } from './lib/install.mjs'
import { environment, npm, root, run } from './lib/processes.mjs'
import { logReader } from './lib/server-log.mjs'

const parent = process.ppid

const prepare = async () => {
  if (!(await installIfNeeded())) return false
  const note = setTimeout(() => console.log('Building what has changed …'), 2_000)
  const { ok, output } = await run([...npm, 'run', '--silent', 'build', '--', '--continue'], { seconds: 900 })
  clearTimeout(note)
  // What was built is published, and the rest stays as it is active: the server ends in words where nothing is.
  if (!ok) console.error(`${output}\nNot everything could be built: see above. What is active of the rest stays.`)
  return true
}

const serve = () => {
  const { serverLevel, read } = logReader(process.env.LOG_LEVEL || 'warn')
  const server = spawn('node', ['server/src/main/main.ts', 'serve'], {
    cwd: root,
    env: environment({ LAMELLA_PUBLISH_BUILDS: '1', LOG_LEVEL: serverLevel }),
    stdio: ['inherit', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  createInterface({ input: server.stdout }).on('line', (line) => {
    const { shown, readyAt } = read(line)
    if (shown) console.log(line)
    if (readyAt) console.log(`\nLamella is ready: ${readyAt}   (Ctrl-C stops it)\n`)
  })
  server.on('error', (error) => {
    console.error(error.message)
    process.exitCode = 1
  })
  server.on('close', (code) => {
    process.exitCode = code ?? 1
  })
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, () => server.kill(signal))
  return server
}

/** The shell between npm and this script does not forward signals, so the end of npm is detected by the change of the parent process. */
const endWithNpm = (server) => {
  setInterval(() => {
    if (process.ppid !== parent) server.kill('SIGTERM')
  }, 500).unref()
}

if (await prepare()) {
  const server = serve()
  if (process.env.npm_lifecycle_event) endWithNpm(server)
} else {
  process.exitCode = 1
}
