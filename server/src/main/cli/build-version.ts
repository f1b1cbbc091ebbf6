import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import type { AppName } from '@lamella/shared/contract'
import { type Build, readBuild, repositoryRoot, workspaceOf } from '../../domains/releases/index.ts'

/** Runs a tool of the repository in an app's folder and shows what it says. */
const runTool = async (app: AppName, tool: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> => {
  const tools = join(repositoryRoot, 'node_modules', '.bin')
  const child = spawn(join(tools, tool), args, {
    cwd: join(repositoryRoot, workspaceOf(app)),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PATH: `${tools}${delimiter}${process.env.PATH ?? ''}`,
      TURBO_TELEMETRY_DISABLED: '1',
      ...env,
    },
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${app} could not be built.`)
}

const requireBuild = (app: AppName, build: Build | null): Build => {
  if (!build) throw new Error(`${app} was built, but there is no build.`)
  return build
}

/** The build of the sources, in `dist`, made if there is none. */
const buildAtHand = async (app: AppName): Promise<Build> => {
  const build = await readBuild(app)
  if (build) return build
  await runTool(app, 'turbo', ['run', 'build', '--output-logs=errors-only'])
  return requireBuild(app, await readBuild(app))
}

/** A build that was made elsewhere. */
const buildFrom = async (app: AppName, folder: string): Promise<Build> => {
  const build = await readBuild(app, resolve(folder))
  if (!build) throw new Error(`${folder} holds no build of ${app}.`)
  return build
}

export interface BuildChoice {
  /** The version that is baked in. */
  version?: string
  /** Folder of a finished build. */
  from?: string
}

/**
 * Gives the build at hand, or, if another version is asked for, one that is made in a temporary folder: `dist` stays what
 * the sources say.
 */
export const withBuild = async <T>(
  app: AppName,
  { version, from }: BuildChoice,
  use: (build: Build) => Promise<T>,
): Promise<T> => {
  if (from !== undefined) return use(await buildFrom(app, from))
  const atHand = version === undefined ? await buildAtHand(app) : await readBuild(app)
  if (atHand && (version === undefined || atHand.version === version)) return use(atHand)
  const folder = await mkdtemp(join(tmpdir(), `lamella-${app}-`))
  try {
    console.log(`Building ${app} ${version} …`)
    await runTool(app, 'webpack', ['--mode', 'production', '--output-path', folder], { APP_VERSION: version })
    return await use(requireBuild(app, await readBuild(app, folder)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
