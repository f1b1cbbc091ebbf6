import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')

const main = path.join(root, 'server/src/main/main.ts')

/** Port and data folder of a server under test. */
export interface PortalPlace {
  port: string
  dataFolder: string
}

const required = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is set by e2e/playwright.config.ts: run the tests with it.`)
  return value
}

/** The server that the tests share; tests that change releases start one of their own. */
export const sharedPlace = (): PortalPlace => ({
  port: required('LAMELLA_E2E_PORT'),
  dataFolder: required('LAMELLA_E2E_DATA'),
})

/** Data folder of the server that the tests share. */
export const dataFolder = (): string => sharedPlace().dataFolder

/** Environment of a server under test: everything embedded, the five builds published, the demo organisation. */
export const portalEnvironment = ({ port, dataFolder }: PortalPlace): Record<string, string> => ({
  PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
  HOST: '127.0.0.1',
  PORT: port,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  LAMELLA_DATA: dataFolder,
  LAMELLA_DEMO: '1',
  LAMELLA_PUBLISH_BUILDS: '1',
  LOG_LEVEL: 'warn',
})

/** Runs `lamella …` as an operator does on the machine of the server. @returns its standard output */
export const lamella = async (place: PortalPlace, ...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)('node', [main, ...args], {
    cwd: root,
    env: { ...process.env, ...portalEnvironment(place) },
  })
  return stdout
}
