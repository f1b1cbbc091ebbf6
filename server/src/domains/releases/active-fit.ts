import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { BlobMissing, type BlobStore } from '../../platform/storage/blobs.ts'
import { type Fitting, misfitsOf } from './fit.ts'
import { readCompatibility } from './release-content.ts'
import { originMisfits } from './remote-origin.ts'
import type { ReleaseRow } from './repository.ts'
import { readFileOf } from './stored-files.ts'

/** A release as it is compared with others. */
export const describeFitting = async (
  blobs: BlobStore,
  { app, version, manifest, files }: ReleaseRow,
): Promise<Fitting> => {
  const compatibility = await readCompatibility(files, readFileOf(blobs, app, version)).catch((error) => {
    if (error instanceof BlobMissing || error instanceof ApiError) return 'unreadable' as const
    throw error
  })
  return { app, version, manifest, compatibility }
}

/**
 * What would not work with these releases active at the same time, as sentences about some of them.
 * @param isQuestioned - whether a release is compared with the server and with the others
 */
export const misfitsAmong = async (
  { blobs, config }: AppContext,
  active: readonly ReleaseRow[],
  isQuestioned: (release: ReleaseRow) => boolean,
): Promise<string[]> => {
  const described = await Promise.all(
    active.map(async (release) => ({ release, fitting: await describeFitting(blobs, release) })),
  )
  const sentences = described
    .filter(({ release }) => isQuestioned(release))
    .flatMap(({ fitting }) =>
      misfitsOf(
        fitting,
        described.map((other) => other.fitting).filter(({ app }) => app !== fitting.app),
      ).map(({ sentence }) => sentence),
    )
  return [...originMisfits(config, active.filter(isQuestioned)), ...new Set(sentences)]
}
