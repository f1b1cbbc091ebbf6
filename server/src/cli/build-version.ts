import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import type { AppName } from '@lamella/shared/contract'
import { type Build, readBuild, repositoryRoot, workspaceOf } from '../domains/releases/build-folder.ts'

/** @param version - undefined: the version of the sources */
const runBuild = async (app: AppName, version: string | undefined): Promise<void> => {
  const tools = join(repositoryRoot, 'node_modules', '.bin')
  const child = spawn(
    join(tools, 'turbo'),
    ['run', 'build', `--filter=@lamella/${workspaceOf(app)}`, '--output-logs=errors-only'],
    {
      cwd: repositoryRoot,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PATH: `${tools}${delimiter}${process.env.PATH ?? ''}`,
        TURBO_TELEMETRY_DISABLED: '1',
        ...(version && { APP_VERSION: version }),
      },
    },
  )
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${app} could not be built.`)
}

/** The build at hand, or, if that is none or another version than asked for, a new one. */
export const buildOf = async (app: AppName, version: string | undefined): Promise<Build> => {
  const atHand = await readBuild(app)
  if (atHand && (version === undefined || atHand.version === version)) return atHand
  await runBuild(app, version)
  const built = await readBuild(app)
  if (!built || (version !== undefined && built.version !== version)) {
    throw new Error(`The build of ${app} is not version ${version} but ${built?.version ?? 'missing'}.`)
  }
  return built
}
