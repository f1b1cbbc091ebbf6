import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import type { AppId } from '@lamella/shared/contract'
import { type Build, readBuild, repositoryRoot, workspaceOf } from '../../domains/releases/index.ts'

/** @throws Error in words when the app has no folder in this work tree */
export const requireSources = (app: AppId): void => {
  if (existsSync(join(repositoryRoot, workspaceOf(app)))) return
  throw new Error(`${workspaceOf(app)} is not in this work tree: name the folder of its build with --from.`)
}

/**
 * Runs a tool of the repository, or of the machine, in the folder of an app; its output goes to the terminal.
 * @throws Error with the sentence when it fails
 */
export const runTool = async (
  app: AppId,
  [tool, ...args]: [string, ...string[]],
  sentence: string,
  env: NodeJS.ProcessEnv = {},
): Promise<void> => {
  const tools = join(repositoryRoot, 'node_modules', '.bin')
  const child = spawn(tool, args, {
    cwd: join(repositoryRoot, workspaceOf(app)),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PATH: `${tools}${delimiter}${process.env.PATH ?? ''}`,
      TURBO_TELEMETRY_DISABLED: '1',
      ...env,
    },
    shell: process.platform === 'win32',
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(sentence)
}

const notBuilt = (app: AppId): string => `${app} could not be built.`

const requireBuild = (app: AppId, build: Build | null): Build => {
  if (!build) throw new Error(`${app} was built, but there is no build.`)
  return build
}

/** The build in `dist`, which is built when missing. */
const buildAtHand = async (app: AppId): Promise<Build> => {
  const build = await readBuild(app)
  if (build) return build
  await runTool(app, ['turbo', 'run', 'build', '--output-logs=errors-only'], notBuilt(app))
  return requireBuild(app, await readBuild(app))
}

/** A build in another folder. */
const buildFrom = async (app: AppId, folder: string): Promise<Build> => {
  const build = await readBuild(app, resolve(folder))
  if (!build) throw new Error(`${folder} holds no build of ${app}.`)
  return build
}

/** Which build to use; by default that of the sources. */
export interface BuildChoice {
  /** The version that is compiled in. */
  version?: string
  /** Folder of a finished build. */
  from?: string
}

/**
 * Runs with a build: the one in `dist`, one in another folder, or, for another version, one that is built in a temporary folder so that
 * `dist` stays as it is.
 */
export const withBuild = async <T>(
  app: AppId,
  { version, from }: BuildChoice,
  use: (build: Build) => Promise<T>,
): Promise<T> => {
  if (from !== undefined) return use(await buildFrom(app, from))
  requireSources(app)
  const atHand = version === undefined ? await buildAtHand(app) : await readBuild(app)
  if (atHand && (version === undefined || atHand.version === version)) return use(atHand)
  const folder = await mkdtemp(join(tmpdir(), `lamella-${app}-`))
  try {
    console.log(`Building ${app} ${version} …`)
    await runTool(app, ['webpack', '--mode', 'production', '--output-path', folder], notBuilt(app), {
      APP_VERSION: version,
    })
    return await use(requireBuild(app, await readBuild(app, folder)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
