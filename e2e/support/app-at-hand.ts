import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type AppId, versionOfContainer } from '@lamella/shared/contract'
import type { Build } from '../federation/broken-builds.ts'

/** The build of an app in its `dist`, as `npm run build` made it. @throws Error when there is none */
export const appAtHand = async (app: AppId): Promise<Build> => {
  const folder = path.resolve(import.meta.dirname, '../..', app === 'shell' ? app : `mfe-${app}`, 'dist')
  const { name } = JSON.parse(await readFile(path.join(folder, 'mf-manifest.json'), 'utf8'))
  const version = versionOfContainer(app, String(name))
  if (version === null) throw new Error(`${folder} holds no build of ${app}`)
  return { app, version, folder }
}
