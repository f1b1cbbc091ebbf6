import { existsSync } from 'node:fs'
import { environment, run } from './processes.mjs'

/** Runs the browser, as it may lack libraries although its file exists. */
const starts = async (file) => existsSync(file) && (await run([file, '--version'], { seconds: 30 })).ok

const playwrightsOwn = async () => {
  const { chromium } = await import('playwright')
  return chromium.executablePath()
}

const isRoot = () => process.getuid?.() === 0

const aptInstall = async () => {
  const env = environment({ DEBIAN_FRONTEND: 'noninteractive' })
  const steps = [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation'],
  ]
  for (const step of steps) {
    const { ok, output } = await run(step, { env })
    if (!ok) throw new Error(output)
  }
}

/** Debian's Chromium; the one without a window of its own takes a sixth less processor time (measured). */
const debians = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/**
 * Path of a Chromium that starts: CHROMIUM_PATH, Debian's, Playwright's, or one that is installed now.
 *
 * @throws Error with what was tried
 */
export const findBrowser = async () => {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (await starts(given)) return given
    throw new Error(`CHROMIUM_PATH is ${given}, which does not start.`)
  }
  for (const debian of debians) if (await starts(debian)) return debian
  const own = await playwrightsOwn()
  if (await starts(own)) return own

  console.log('Installing Chromium for the browser tests …')
  const { output } = await run(['playwright', 'install', 'chromium'])
  if (await starts(own)) return own
  if (!isRoot()) throw new Error(`There is no Chromium, and Playwright could not install one:\n${output}`)
  await aptInstall()
  if (await starts(debians[0])) return debians[0]
  throw new Error('There is no Chromium: neither Playwright nor apt-get could install one that starts.')
}
