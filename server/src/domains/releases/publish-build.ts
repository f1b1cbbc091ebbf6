import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Operator } from '../../platform/http/identity.ts'
import { type Activation, activateReleases } from './activation-service.ts'
import { type Build, readBuild, workspaceApps } from './build-folder.ts'
import { localReleases, type ReleaseApi, type ReleaseNotes } from './release-api.ts'
import { type FileHashes, sha256 } from './release-content.ts'

/** Stores and publishes a build. No effect when the same content is published already. @throws ApiError ERR_6001 for other content */
export const publishBuild = async (
  api: ReleaseApi,
  { app, version, files, read }: Build,
  more: ReleaseNotes = {},
): Promise<void> => {
  const isPublished = (await api.list()).some((release) => release.app === app && release.version === version)
  const hashes: FileHashes = {}
  for (const path of files) {
    const content = await read(path)
    hashes[path] = sha256(content)
    if (!isPublished) await api.storeFile(app, version, path, content)
  }
  const { origin } = await api.complete(app, version, hashes, more)
  if (origin !== more.origin)
    throw new Error(
      `${app} ${version} is published, but this server is too old for another origin: it serves the files itself.`,
    )
}

const starter: Operator = { name: 'npm start' }

/** Builds of some apps. */
export interface Builds {
  apps: readonly AppId[]
  /** Null: there is no build. */
  read: (app: AppId) => Promise<Build | null>
}

const buildsOfWorkTree = async (): Promise<Builds> => ({ apps: await workspaceApps(), read: readBuild })

/** Publishes a build, whose bytes stay those of the first time. */
const publishOnce = async ({ log }: AppContext, api: ReleaseApi, build: Build): Promise<void> => {
  try {
    await publishBuild(api, build)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'ERR_6001')) throw error
    log.warn({ app: build.app, version: build.version }, 'this version is published with other bytes, which stay')
  }
}

/**
 * Publishes the present build of an app if it differs from that of the last start. So a rollback by an operator survives a restart, and an
 * older version of the sources is activated too.
 * @returns what is to be activated: nothing where somebody else made another version active than those of `npm start`, or has one on trial
 */
const publishIfChanged = async (context: AppContext, app: AppId, read: Builds['read']): Promise<Activation[]> => {
  const build = await read(app)
  if (!build) throw new Error(`${app} is not built: run npm run build.`)
  const { version } = build
  const api = localReleases(context, starter)
  const history = await api.history(app)
  const ownVersion = (action: 'activate' | 'publish') =>
    history.find((entry) => entry.actor === starter.name && entry.action === action)?.version
  const [activated, published] = [ownVersion('activate'), ownVersion('publish')]
  if (activated === version) return []
  const last = history.find(({ action }) => action !== 'publish')
  const releases = (await api.list()).filter((release) => release.app === app)
  // With a trial for a share of the users it has less.
  const active = releases.find(({ traffic }) => traffic === 100)?.version
  const isStarters = active !== undefined && (active === activated || active === published)
  // What was rolled back, or on trial, may be in these sources.
  const isOwn = isStarters && last?.action === 'activate'
  await publishOnce(context, api, build)
  if (last && (!isOwn || releases.some(({ trial }) => trial))) {
    context.log.warn(
      { app, version },
      `${app} ${version} is published and not active, because ${last.actor} changed what is active. ` +
        `"npm run lamella -- release activate ${app} ${version}" activates it.`,
    )
    return []
  }
  return [{ app, version, traffic: 100 }]
}

const hasShell = async (context: AppContext): Promise<boolean> =>
  (await localReleases(context, starter).list()).some(({ app, traffic }) => app === 'shell' && traffic > 0)

/**
 * For `npm start`: publishes the builds of this work tree, and activates them in one step, before the server listens. Remotes of other
 * origin that do not fit them any more do not keep the portal from starting, nor does a build that is missing or refused: what is active stays.
 * @throws Error when then no shell is active
 */
export const publishBuilds = async (context: AppContext, builds?: Builds): Promise<void> => {
  const { apps, read } = builds ?? (await buildsOfWorkTree())
  const problems: string[] = []
  const publish = (app: AppId): Promise<Activation[]> =>
    publishIfChanged(context, app, read).catch((error: unknown) => {
      problems.push(error instanceof Error ? error.message : String(error))
      context.log.warn({ app, err: error }, `the build of ${app} was not published: what is active stays`)
      return []
    })
  const activations = (await Promise.all(apps.map(publish))).flat()
  await activateReleases(context, activations, {
    operator: starter,
    force: true,
    reason: 'The builds of the work tree',
  })
  for (const { app, version } of activations) context.log.info({ app, version }, 'release activated')
  if (problems.length > 0 && !(await hasShell(context))) throw new Error(problems.join('\n'))
}
