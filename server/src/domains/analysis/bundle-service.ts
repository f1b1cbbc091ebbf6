import type { createBundle, HandlerInput, JobResultBundle } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
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

/** Milliseconds that an existing file must still be available to be used for a new order: enough to download it. */
const leastTime = 3600 * 1000

/**
 * Orders a bundle, or finds one with the same content that exists or is being created, which does not count against the limits.
 * The caller must have checked that the principal can see the project.
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
  const { project: projectId, appName, appVersions, bundleAction: format, jobs, results } = form
  const wanted = { projectId, appName, appVersions, jobIds: jobs ?? null, resultIds: results ?? null, format }
  const content = await bundleContent(db, wanted)
  const until = new Date(at.getTime() + leastTime)
  const same = await findSameBundle(db, content, until)
  if (same) return same
  await consumeRateLimit(db, limits.bundleByUser, userId, at)
  await consumeRateLimit(db, limits.bundleByOrganisation, organisationId, at)
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

/** @throws ApiError ERR_0404; ERR_4003 before the file is created, ERR_0410 after it has expired */
export const requireBundleFile = async (context: AppContext, bundleId: string): Promise<BundleRow> => {
  const row = await requireBundle(context, bundleId)
  const isExpired = isOver(row, context.now()) || row.statusErrors.includes(expiredSentence)
  if (isExpired) throw new ApiError('ERR_0410', expiredSentence)
  if (row.status !== 'successful') throw new ApiError('ERR_4003')
  return row
}

/** A bundle as the API shows it. An expired one is failed with the reason, also before the clean-up has removed its file. */
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
