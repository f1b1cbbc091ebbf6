import { type AppId, contractVersion } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { BlobMissing, type BlobStore } from '../../platform/storage/blobs.ts'
import { blindSpotsOf, type Fitting, misfitsOf } from './fit.ts'
import { readCompatibility } from './release-content.ts'
import { originMisfits } from './remote-origin.ts'
import type { ReleaseRow } from './repository.ts'
import { readFileOf } from './stored-files.ts'

/** The part of a stored manifest that is compared. Looser than the contract: another server may have written it, by other rules. */
const comparable = z.object({
  contract: z.string(),
  routes: z.array(z.object({ path: z.string() })),
  guards: z.optional(z.array(z.unknown())),
})

/** A release as it is compared with others. */
export const describeFitting = async (
  blobs: BlobStore,
  { app, version, manifest, files }: ReleaseRow,
): Promise<Fitting> => {
  const compatibility = await readCompatibility(files, readFileOf(blobs, app, version)).catch((error) => {
    if (error instanceof BlobMissing || error instanceof ApiError) return 'unreadable' as const
    throw error
  })
  const known = comparable.safeParse(manifest).data
  if (known) return { app, version, manifest: known, compatibility }
  return { app, version, manifest: { contract: `^${contractVersion}`, routes: [] }, compatibility: 'unreadable' }
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
  { blobs, config, log }: AppContext,
  active: readonly ReleaseRow[],
  isQuestioned: (release: ReleaseRow) => boolean,
): Promise<ActiveMisfit[]> => {
  const described = await Promise.all(
    active.map(async (release) => ({ release, fitting: await describeFitting(blobs, release) })),
  )
  const atOrigins = active
    .filter(isQuestioned)
    .flatMap((release) => originMisfits(config, release).map(({ sentence }) => ({ app: release.app, sentence })))
  const among = described
    .filter(({ release }) => isQuestioned(release))
    .flatMap(({ fitting }) => {
      const others = described.map((other) => other.fitting).filter(({ app }) => app !== fitting.app)
      const warnings = blindSpotsOf(fitting, others)
      if (warnings.length > 0) log.warn({ warnings }, 'a release was not compared with all that is active')
      return misfitsOf(fitting, others).map(({ sentence }) => ({ app: fitting.app, sentence }))
    })
  const bySentence = new Map([...atOrigins, ...among].map((misfit) => [misfit.sentence, misfit]))
  return [...bySentence.values()]
}
