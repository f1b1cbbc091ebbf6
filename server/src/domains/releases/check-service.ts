import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { misfitsAmong } from './active-fit.ts'
import { requireRelease } from './publish-service.ts'
import { faultsAtOrigin } from './remote-origin.ts'
import { findRelease, listActive, type ReleaseRow } from './repository.ts'
import { damagedFiles } from './stored-files.ts'

/**
 * Reads every byte of a release, here and at its other origin, and compares it with what is active of other apps.
 * @returns number of files, paths of damaged ones, and why it could not be activated now, as sentences
 * @throws ApiError ERR_6002
 */
export const checkRelease = async (
  context: AppContext,
  app: AppId,
  version: string,
): Promise<{ files: number; damaged: string[]; misfits: string[] }> => {
  const { db, blobs } = context
  const release = requireRelease(await findRelease(db, app, version))
  const others: ReleaseRow[] = []
  for (const one of await listActive(db)) {
    if (one.app !== app) others.push(requireRelease(await findRelease(db, one.app, one.version)))
  }
  const { origin } = release.manifest
  const atOrigin =
    origin === undefined ? [] : await faultsAtOrigin(context, { app, version, files: release.files, origin })
  return {
    files: Object.keys(release.files).length,
    damaged: [...(await damagedFiles(blobs, app, version, release.files)), ...atOrigin],
    misfits: await misfitsAmong(context, [release, ...others], (one) => one === release),
  }
}
