import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { describeFitting } from './active-fit.ts'
import { type Fitting, type Misfit, misfitsOf, type Part, partsOf } from './fit.ts'
import { requireRelease } from './publish-service.ts'
import { faultsAtOrigin } from './remote-origin.ts'
import { findRelease, listActive, type ReleaseRow } from './repository.ts'
import { damagedFiles } from './stored-files.ts'

/** What is active of other apps. */
const activeBeside = async ({ db, blobs }: AppContext, app: AppId): Promise<Fitting[]> => {
  const others: Fitting[] = []
  for (const one of await listActive(db)) {
    if (one.app === app) continue
    others.push(await describeFitting(blobs, requireRelease(await findRelease(db, one.app, one.version))))
  }
  return others
}

/** Why a release could not be activated now; its files are not read. */
export const misfitsNow = async (context: AppContext, release: ReleaseRow): Promise<Misfit[]> =>
  misfitsOf(await describeFitting(context.blobs, release), await activeBeside(context, release.app))

/** Result of a check; `misfits` are sentences. */
export interface Check {
  files: number
  damaged: string[]
  misfits: string[]
  parts: ReturnType<typeof partsOf> & { files: Part }
}

/**
 * Reads every byte of a release, here and at its other origin, and compares it with what is active of other apps.
 * @throws ApiError ERR_6002
 */
export const checkRelease = async (context: AppContext, app: AppId, version: string): Promise<Check> => {
  const { db, blobs } = context
  const release = requireRelease(await findRelease(db, app, version))
  const others = await activeBeside(context, app)
  const fitting = await describeFitting(blobs, release)
  const misfits = misfitsOf(fitting, others)
  const { origin } = release.manifest
  const atOrigin =
    origin === undefined ? [] : await faultsAtOrigin(context, { app, version, files: release.files, origin })
  const damaged = await damagedFiles(blobs, app, version, release.files)
  const files = Object.keys(release.files).length
  return {
    files,
    damaged: [...damaged, ...atOrigin],
    misfits: [...new Set(misfits.map(({ sentence }) => sentence))],
    parts: { ...partsOf(fitting, others, misfits), files: { passed: files - damaged.length, total: files } },
  }
}
