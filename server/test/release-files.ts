import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import {
  type AppId,
  activateRelease,
  completeRelease,
  containerName,
  listReleases,
  putReleaseFile,
  type RemoteManifestInput,
  rollbackRelease,
} from '@lamella/shared/contract'
import { readOperatorToken } from '../src/platform/http/operator-token.ts'
import { createFolder } from './cluster.ts'
import type { TestApp } from './helper.ts'

export type ReleaseFiles = Record<string, Buffer>

/** By default with one page, `/<app>`. */
export const manifestOf = (app: AppId, paths: readonly string[] = [`/${app}`]): RemoteManifestInput => ({
  id: app,
  contract: '^1.0.0',
  routes: paths.map((path) => ({ id: path, path, title: app, crumb: null, roles: ['USER'], guards: ['login'] })),
  menu: [],
})

/** The smallest valid release, with a script that has compressed versions. */
export const filesOf = (app: AppId, version: string, more: Record<string, string> = {}): ReleaseFiles => {
  const script = Buffer.from(`console.info('${app} ${version}');\n`.repeat(20))
  const texts = {
    'manifest.json': JSON.stringify(manifestOf(app)),
    'mf-manifest.json': JSON.stringify({ name: containerName(app, version) }),
    ...(app === 'shell' && {
      'index.html': `<!doctype html><meta name="csp-nonce" content="{{nonce}}"><title>Shell ${version}</title>`,
    }),
    ...more,
  }
  return {
    ...Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)])),
    'main.js': script,
    'main.js.br': brotliCompressSync(script),
    'main.js.gz': gzipSync(script),
  }
}

export const hashesOf = (files: ReleaseFiles): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([path, bytes]) => [path, createHash('sha256').update(bytes).digest('hex')]),
  )

export const operatorToken = async ({ context }: TestApp): Promise<string> => {
  const token = await readOperatorToken(context.config)
  if (!token) throw new Error('The server made no operator token')
  return token
}

export const putFile = async (server: TestApp, app: AppId, version: string, path: string, payload: Buffer) =>
  server.call(
    { ...putReleaseFile, path: `/api/v1/releases/${app}/${version}/files/${path}` as const },
    { params: { app, version, '*': path }, payload, token: await operatorToken(server) },
  )

export const complete = async (
  server: TestApp,
  app: AppId,
  version: string,
  files: Record<string, string>,
  notes?: string,
) =>
  server.call(completeRelease, {
    params: { app, version },
    body: { data: { files, notes } },
    token: await operatorToken(server),
  })

export const publish = async (
  server: TestApp,
  app: AppId,
  version: string,
  files: ReleaseFiles = filesOf(app, version),
): Promise<void> => {
  for (const [path, bytes] of Object.entries(files)) {
    const { code } = await putFile(server, app, version, path, bytes)
    if (code) throw new Error(`${path} cannot be stored: ${code}`)
  }
  const { raw, code } = await complete(server, app, version, hashesOf(files))
  if (code) throw new Error(`${app} ${version} cannot be published: ${raw}`)
}

/** Header of a change that is decided on the present state of the app. */
export const asItIsNow = async (server: TestApp, app: AppId): Promise<{ 'if-match': string }> => {
  const { body } = await server.call(listReleases, { token: await operatorToken(server) })
  return { 'if-match': body.data.find((release) => release.app === app)?.pointer ?? '"0"' }
}

export const activate = async (
  server: TestApp,
  app: AppId,
  version: string,
  traffic = 100,
  how: { force?: boolean; reason?: string } = {},
  ifMatch?: string,
  token?: string,
) =>
  server.call(activateRelease, {
    params: { app, version },
    headers: ifMatch === undefined ? await asItIsNow(server, app) : { 'if-match': ifMatch },
    body: { data: { traffic, ...how } },
    token: token ?? (await operatorToken(server)),
  })

export const rollBack = async (
  server: TestApp,
  app: AppId,
  how: { to?: string; steps?: number; force?: boolean; reason?: string } = {},
  ifMatch?: string,
  token?: string,
) =>
  server.call(rollbackRelease, {
    params: { app },
    headers: ifMatch === undefined ? await asItIsNow(server, app) : { 'if-match': ifMatch },
    body: { data: how },
    token: token ?? (await operatorToken(server)),
  })

/** Writes the files of a build into a new folder for the time of the run. @returns its path */
export const folderWith = async (files: ReleaseFiles): Promise<string> => {
  const folder = createFolder('build')
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content)
  return folder
}
