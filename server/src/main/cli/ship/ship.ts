import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppId } from '@lamella/shared/contract'
import {
  type Build,
  publishBuild,
  type ReleaseApi,
  repositoryRoot,
  workspaceOf,
} from '../../../domains/releases/index.ts'
import { requireSources, runTool, withBuild } from '../build-version.ts'
import { LostAnswer } from '../release-http.ts'
import { type AppState, sayState, stateIn } from '../release-state.ts'
import { changesSince } from './changes-since.ts'
import { nextVersion, type Part } from './next-version.ts'

/** How a release is to be made. */
export interface ShipOptions {
  part?: Part
  /** This version instead of the next one. */
  version?: string
  /** Per cent of users who get it at first. */
  traffic: number
  /** Absent: the subjects of the commits that touch its folder since its last release. */
  notes?: string
}

/** The tools of the work tree. */
export interface Workshop {
  /** @throws Error in words when types or tests fail */
  test(app: AppId): Promise<void>
  /** Runs with a build of this version. @throws Error in words when it cannot be built */
  withBuild(app: AppId, choice: { version: string }, use: (build: Build) => Promise<void>): Promise<void>
}

/** Those of this work tree. */
const workshop: Workshop = {
  test: async (app) => {
    await runTool(app, ['npm', 'run', '--silent', 'typecheck'], `${app} is not released: its types have errors.`)
    await runTool(app, ['npm', 'run', '--silent', 'test'], `${app} is not released: its tests fail.`)
  },
  withBuild,
}

type Released = Awaited<ReturnType<ReleaseApi['list']>>

const plan = async (app: AppId, released: Released, options: ShipOptions) => {
  const folder = workspaceOf(app)
  const { version: own } = JSON.parse(await readFile(join(repositoryRoot, folder, 'package.json'), 'utf8'))
  const versions = released.map(({ version }) => version)
  if (options.version !== undefined && versions.includes(options.version))
    throw new Error(`${app} ${options.version} is published already. A release never changes: choose another version.`)
  return {
    version: options.version ?? nextVersion(versions, String(own), options.part),
    notes: options.notes ?? (await changesSince(repositoryRoot, folder, released[0]?.published)),
  }
}

/**
 * The state that the release replaces. The first one has none before it is published.
 * @throws Error when somebody else has activated a first version in the meantime
 */
const replacedState = async (api: ReleaseApi, app: AppId, before: AppState): Promise<string | undefined> => {
  if (before.pointer !== undefined) return before.pointer
  const { active, pointer } = stateIn(await api.list(), app)
  if (active === before.active) return pointer
  throw new Error(`${active} was activated by somebody else in the meantime. Look again, then decide.`)
}

/** For a part of the users it is a trial, which a token may start that may not activate. @throws Error in words that say how to go on */
const give = async (
  api: ReleaseApi,
  app: AppId,
  { version, traffic, before }: { version: string; traffic: number; before: AppState },
): Promise<void> => {
  try {
    const how = { expected: await replacedState(api, app, before) }
    if (traffic < 100) await api.startTrial(app, { version, share: traffic }, how)
    else await api.activate({ app, version, traffic }, how)
  } catch (error) {
    const again = traffic < 100 ? `trial ${app} ${version} --share ${traffic}%` : `activate ${app} ${version}`
    const given =
      error instanceof LostAnswer
        ? 'is published. If nobody was given it'
        : 'is published, but nobody was given it. Once that is mended'
    throw new Error(
      `${error instanceof Error ? error.message : error}\n${app} ${version} ${given}: npm run lamella -- release ${again}`,
      { cause: error },
    )
  }
}

/**
 * Makes a release of an app of this work tree and tries it: its tests, its build, publishing, the check, and some of the users. What
 * fails ends it: nothing is activated then, and nothing is published unless the check or a later step is what failed.
 * @throws Error in words
 */
export const ship = async (
  api: ReleaseApi,
  app: AppId,
  options: ShipOptions,
  tools: Workshop = workshop,
): Promise<void> => {
  requireSources(app)
  const released = (await api.list()).filter((release) => release.app === app)
  const { version, notes } = await plan(app, released, options)
  // The first version of an app has no other beside it that could keep the rest.
  const traffic = released.some((release) => release.traffic > 0) ? options.traffic : 100

  const before = stateIn(released, app)
  console.log(sayState(app, before))
  console.log(`Testing ${app} …`)
  await tools.test(app)
  await tools.withBuild(app, { version }, async (build) => {
    await publishBuild(api, build, { notes })
    console.log(`${app} ${version} is published (${build.files.length} files).`)
  })
  const { damaged, misfits = [], warnings = [] } = await api.check(app, version)
  for (const warning of warnings) console.warn(warning)
  if (damaged.length + misfits.length > 0) {
    throw new Error(
      `${app} ${version} is published and not active, because the check found:\n` +
        [...damaged.map((file) => `Missing or damaged: ${file}`), ...misfits].map((line) => `  ${line}`).join('\n'),
    )
  }
  await give(api, app, { version, traffic, before })
  console.log(`${app} ${version} is active for ${traffic} % of the users, from their next page load on.`)
  if (traffic < 100) console.log(`For all: npm run lamella -- release activate ${app} ${version}`)
  const toNone = before.active === '' && app !== 'shell' ? ' --to none' : ''
  console.log(`Back: npm run lamella -- release rollback ${app}${toNone}`)
}
