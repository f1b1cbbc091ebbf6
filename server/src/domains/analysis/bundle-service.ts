import type { createBundle, HandlerInput, JobResultBundle } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { limits, takeAttempt } from '../../platform/http/rate-limits.ts'
import { expiredSentence, expiryOf } from './bundle-expiry.ts'
import {
  type BundleRow,
  bundleContent,
  findBundle,
  findSameBundle,
  insertBundle,
  lockContent,
} from './bundle-repository.ts'

type BundleForm = HandlerInput<typeof createBundle>['body']['data']

/** A file that goes sooner than this is not handed out again: there must be time to fetch it. */
const leastTime = 3600 * 1000

/**
 * Orders a bundle, or takes one that is the same and is still there or being made: that costs nothing and is not counted.
 * The caller has been found to see the project.
 * @returns its id
 * @throws ApiError ERR_0429 with Retry-After in seconds
 */
export const requestBundle = async (
  context: AppContext,
  { userId, organisationId }: Principal,
  form: BundleForm,
): Promise<string> => {
  const { db, now } = context
  const at = now()
  const { project: projectId, appName, appVersions, bundleAction: format, jobs } = form
  const wanted = { projectId, appName, appVersions, jobIds: jobs ?? null, format }
  const content = await bundleContent(db, wanted)
  const until = new Date(at.getTime() + leastTime)
  const same = await findSameBundle(db, content, until)
  if (same) return same
  await takeAttempt(db, limits.bundleByUser, userId, at)
  await takeAttempt(db, limits.bundleByOrganisation, organisationId, at)
  return db.transaction(async (tx) => {
    await lockContent(tx, content)
    const meanwhile = await findSameBundle(tx, content, until)
    if (meanwhile) return meanwhile
    const id = await insertBundle(tx, { ...wanted, content, ownerId: userId, created: at })
    await context.queue.enqueue('make-bundle', { organisationId, bundleId: id }, { tx, singletonKey: id })
    return id
  })
}

/** @throws ApiError ERR_0404 */
export const requireBundle = async ({ db }: AppContext, bundleId: string): Promise<BundleRow> => {
  const row = await findBundle(db, bundleId)
  if (!row) throw new ApiError('ERR_0404')
  return row
}

const isOver = (row: BundleRow, now: Date): boolean =>
  (expiryOf(row)?.getTime() ?? Number.POSITIVE_INFINITY) <= now.getTime()

/** @throws ApiError ERR_4003 before the file is made, ERR_0410 when it is removed */
export const requireBundleFile = async (context: AppContext, bundleId: string): Promise<BundleRow> => {
  const row = await requireBundle(context, bundleId)
  const isExpired = isOver(row, context.now()) || row.statusErrors.includes(expiredSentence)
  if (isExpired) throw new ApiError('ERR_0410', expiredSentence)
  if (row.status !== 'successful') throw new ApiError('ERR_4003')
  return row
}

/** One whose time is over is shown as failed with the reason, also before its file is removed. */
export const presentBundle = (row: BundleRow, now: Date): JobResultBundle => {
  const over = isOver(row, now)
  const isReady = row.status === 'successful' && !over
  return {
    id: row.id,
    project: row.projectId,
    appName: row.appName,
    format: row.format,
    status: over ? 'failed' : row.status,
    statusErrors: over ? [expiredSentence] : row.statusErrors,
    downloadUrl: isReady ? `/api/v1/jobResultBundles/${row.id}/download` : null,
    expires: isReady ? (expiryOf(row)?.toISOString() ?? null) : null,
  }
}
