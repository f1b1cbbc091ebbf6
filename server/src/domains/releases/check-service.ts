import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { misfitsAmong } from './active-fit.ts'
import { requireRelease } from './publish-service.ts'
import { findRelease, listActive, type ReleaseRow } from './repository.ts'
import { damagedFiles } from './stored-files.ts'

/**
 * Reads every byte of a release, and compares it with what is active of other apps.
 * @returns number of files, paths of damaged ones, and why it could not be activated now, as sentences
 * @throws ApiError ERR_6002
 */
export const checkRelease = async (
  { db, blobs }: AppContext,
  app: AppId,
  version: string,
): Promise<{ files: number; damaged: string[]; misfits: string[] }> => {
  const release = requireRelease(await findRelease(db, app, version))
  const others: ReleaseRow[] = []
  for (const one of await listActive(db)) {
    if (one.app !== app) others.push(requireRelease(await findRelease(db, one.app, one.version)))
  }
  return {
    files: Object.keys(release.files).length,
    damaged: await damagedFiles(blobs, app, version, release.files),
    misfits: await misfitsAmong(blobs, [release, ...others], (one) => one === release),
  }
}
