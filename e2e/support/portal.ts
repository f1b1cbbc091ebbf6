import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')

const required = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is set by e2e/playwright.config.ts: run the tests with it.`)
  return value
}

/** Data folder of the server under test. */
export const dataFolder = (): string => required('LAMELLA_E2E_DATA')

/** What the server under test is started with: everything embedded, the five builds published, the demo organisation. */
export const portalEnvironment = (): Record<string, string> => {
  const port = required('LAMELLA_E2E_PORT')
  return {
    PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LAMELLA_DATA: dataFolder(),
    LAMELLA_DEMO: '1',
    LAMELLA_PUBLISH_BUILDS: '1',
    LOG_LEVEL: 'warn',
  }
}

/** Runs `lamella …` as an operator would on the machine of the server. @returns what it prints */
export const lamella = async (...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)('node', [path.join(root, 'server/src/main.ts'), ...args], {
    cwd: root,
    env: { ...process.env, ...portalEnvironment() },
  })
  return stdout
}
