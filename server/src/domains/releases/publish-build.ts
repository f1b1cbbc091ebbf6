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

/**
 * Publishes the present build of an app if it differs from that of the last start. So a rollback by an operator survives a restart, and an
 * older version of the sources is activated too.
 * @returns what is to be activated
 */
const publishIfChanged = async (context: AppContext, app: AppId): Promise<Activation[]> => {
  const build = await readBuild(app)
  if (!build) throw new Error(`${app} is not built: run npm run build.`)
  const api = localReleases(context, starter)
  const last = (await api.history(app)).find(({ actor, action }) => actor === starter.name && action === 'activate')
  if (last?.version === build.version) return []
  try {
    await publishBuild(api, build)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'ERR_6001')) throw error
    context.log.warn({ app, version: build.version }, 'this version is published with other bytes, which stay')
  }
  return [{ app, version: build.version, traffic: 100 }]
}

/**
 * For `npm start`: publishes the builds of this work tree, and activates them in one step, before the server listens. Remotes of other
 * origin that do not fit them any more do not keep the portal from starting.
 * @throws Error for a missing build
 */
export const publishBuilds = async (context: AppContext): Promise<void> => {
  const apps = await workspaceApps()
  const activations = (await Promise.all(apps.map((app) => publishIfChanged(context, app)))).flat()
  await activateReleases(context, activations, {
    operator: starter,
    force: true,
    reason: 'The builds of the work tree',
  })
  for (const { app, version } of activations) context.log.info({ app, version }, 'release activated')
}
