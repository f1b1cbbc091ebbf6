import type { AppId } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { describeFitting } from './active-fit.ts'
import { blindSpotsOf, type Fitting, type Misfit, misfitsOf, type Part, partsOf } from './fit.ts'
import { requireRelease } from './publish-service.ts'
import { faultsAtOrigin, originMisfits } from './remote-origin.ts'
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

/** Why a release could not be activated now, and with what it was not compared, as sentences; its files are not read. */
export const fitNow = async (
  context: AppContext,
  release: ReleaseRow,
): Promise<{ misfits: Misfit[]; warnings: string[] }> => {
  const others = await activeBeside(context, release.app)
  const fitting = await describeFitting(context.blobs, release)
  return {
    misfits: [...originMisfits(context.config, release), ...misfitsOf(fitting, others)],
    warnings: blindSpotsOf(fitting, others),
  }
}

/** Result of a check; `misfits` are sentences. */
export interface Check {
  files: number
  damaged: string[]
  misfits: string[]
  /** With what it was not compared, as sentences. */
  warnings: string[]
  /** False: the build does not say what it needs, so only its range of the contract and its routes were compared. */
  compared: boolean
  parts: ReturnType<typeof partsOf> & { files: Part }
}

/**
 * Reads every byte of a release, here and at its other origin, and compares it with what is active of other apps.
 * @throws ApiError ERR_6002
 */
export const checkRelease = async (context: AppContext, app: AppId, version: string): Promise<Check> => {
  const { db, blobs, config } = context
  const release = requireRelease(await findRelease(db, app, version))
  const others = await activeBeside(context, app)
  const fitting = await describeFitting(blobs, release)
  const notAdmitted = originMisfits(config, release)
  const misfits = [...notAdmitted, ...misfitsOf(fitting, others)]
  const { origin } = release.manifest
  // Nothing is asked of an address that this server does not admit.
  const atOrigin =
    origin === undefined || notAdmitted.length > 0
      ? { sentences: [], paths: [] }
      : await faultsAtOrigin(context, { app, version, files: release.files, origin })
  const damaged = await damagedFiles(blobs, app, version, release.files)
  const files = Object.keys(release.files).length
  // From an origin that is not admitted a browser gets none of them.
  const loadable = notAdmitted.length > 0 ? 0 : files - new Set([...damaged, ...atOrigin.paths]).size
  return {
    files,
    damaged: [...damaged, ...atOrigin.sentences],
    misfits: [...new Set(misfits.map(({ sentence }) => sentence))],
    warnings: blindSpotsOf(fitting, others),
    compared: fitting.compatibility !== null,
    parts: { ...partsOf(fitting, others, misfits), files: { passed: loadable, total: files } },
  }
}
