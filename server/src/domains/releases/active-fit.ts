import type { AppId } from '@lamella/shared/contract'
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

/** What does not fit of an app that is to be active, as a sentence. */
export interface ActiveMisfit {
  app: AppId
  sentence: string
}

/**
 * What would not work with these releases active at the same time, each sentence once, by the app that is questioned.
 * @param isQuestioned - whether a release is compared with the server and with the others
 */
export const misfitsAmong = async (
  { blobs, config }: AppContext,
  active: readonly ReleaseRow[],
  isQuestioned: (release: ReleaseRow) => boolean,
): Promise<ActiveMisfit[]> => {
  const described = await Promise.all(
    active.map(async (release) => ({ release, fitting: await describeFitting(blobs, release) })),
  )
  const questioned = active.filter(isQuestioned)
  const atOrigins = questioned.flatMap((release) =>
    originMisfits(config, [release]).map((sentence) => ({ app: release.app, sentence })),
  )
  const among = described
    .filter(({ release }) => isQuestioned(release))
    .flatMap(({ fitting }) =>
      misfitsOf(
        fitting,
        described.map((other) => other.fitting).filter(({ app }) => app !== fitting.app),
      ).map(({ sentence }) => ({ app: fitting.app, sentence })),
    )
  const bySentence = new Map([...atOrigins, ...among].map((misfit) => [misfit.sentence, misfit]))
  return [...bySentence.values()]
}
