import type { AppContext } from '../../platform/context.ts'
import { claimQuota, lockLimits } from '../quotas/index.ts'
import { type ImportRow, objectsOfImport } from './import-repository.ts'
import { placesNow, unmarkAround } from './marks.ts'
import * as repository from './repository.ts'

/** Objects that are taken back or made again in one transaction. */
const batchSize = 2000

/** Deletes what an import has made, or restores it, as far as nobody else has changed it since. @throws ApiError ERR_5003 */
export const turn = async (
  context: AppContext,
  row: ImportRow,
  from: Date | null,
  deleted: Date | null,
  signal: AbortSignal,
): Promise<void> => {
  const { db, queue, now } = context
  let after: string | null = null
  do {
    signal.throwIfAborted()
    const last: string | null = after
    after = await db.transaction(async (tx) => {
      const organisationId = await repository.organisationOfImage(tx, row.imageId)
      // Deleted meanwhile, with its objects.
      if (!organisationId) return null
      if (deleted === null) await lockLimits(tx, organisationId, now())
      const layer = await repository.lockLayer(tx, row.imageId)
      const ids = await objectsOfImport(tx, row, from, { after: last, limit: batchSize })
      if (ids.length === 0) return null
      const annotations = deleted === null ? ids.length : -ids.length
      if (annotations > 0) await claimQuota(tx, organisationId, { annotations }, now(), queue)
      const revision = layer.revision + 1
      await repository.keepVersions(tx, ids, revision)
      const change = { layerRevision: revision, modified: now(), modifiedBy: row.ownerId }
      await repository.touchAnnotations(tx, ids, { ...change, deleted })
      await unmarkAround(tx, row.imageId, () => placesNow(tx, ids), change)
      await repository.putLayer(tx, { ...layer, revision, annotationCount: layer.annotationCount + annotations })
      return ids.at(-1) ?? null
    })
  } while (after !== null)
}
