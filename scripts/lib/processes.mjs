import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Root of the repository. Not by `import.meta.dirname`, which Node 20.0 lacks. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** Environment in which the tools of node_modules, including `node` (24), precede those of the machine. */
export const environment = (extra = {}) => ({
  ...process.env,
  PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  ...extra,
})

/** The npm that runs this script; `npm` from the PATH when it was started by hand. */
export const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']

/** Milliseconds between SIGTERM and SIGKILL, in which servers, databases and temporary folders are cleaned up. */
const patience = 12_000

const endGroup = (child, signal) => {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group has ended already.
  }
}

/**
 * Runs one command in the repository's root, in a process group of its own, so that a time limit or Ctrl-C ends all of it.
 *
 * @param {string[]} command program and arguments
 * @param {{ live?: string, env?: NodeJS.ProcessEnv, seconds?: number }} [options] `live` prints each line of the output
 *   at once, prefixed by this word unless it is empty, instead of collecting it; `seconds` is the time limit
 * @returns {Promise<{ ok: boolean, output: string }>} never rejects; `output` says why a program could not start
 */
export const run = ([program, ...args], { live, env = environment(), seconds = 600 } = {}) =>
  new Promise((resolve) => {
    const child = spawn(String(program), args, {
      cwd: root,
      env,
      detached: process.platform !== 'win32',
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const chunks = []
    const collect = (chunk) => chunks.push(chunk)
    for (const stream of [child.stdout, child.stderr]) {
      if (live === undefined) stream.on('data', collect)
      else
        createInterface({ input: stream }).on('line', (line) => console.log(live === '' ? line : `${live} │ ${line}`))
    }

    let ending = ''
    const end = () => {
      ending = `\nended after ${seconds} s: that is the time limit of this step\n`
      endGroup(child, 'SIGTERM')
      timer = setTimeout(() => endGroup(child, 'SIGKILL'), patience)
    }
    let timer = setTimeout(end, seconds * 1000)
    const interrupt = (signal) => {
      endGroup(child, signal)
      process.exitCode = 130
    }
    const signals = ['SIGINT', 'SIGTERM']
    for (const signal of signals) process.once(signal, interrupt)

    const finish = (ok, word = '') => {
      clearTimeout(timer)
      for (const signal of signals) process.off(signal, interrupt)
      if (live !== undefined && (ending || word)) console.log(ending + word)
      resolve({ ok, output: Buffer.concat(chunks).toString() + ending + word })
    }
    child.once('error', (error) => finish(false, `${program} could not be started: ${error.message}\n`))
    child.once('close', (code) => finish(code === 0))
  })
