import type { createBundle, EndpointParts, JobResultBundle } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { type BundleRow, findBundle, insertBundle } from './bundle-repository.ts'

type BundleForm = EndpointParts<typeof createBundle>['body']['data']

/** The caller has been found to see the project. @returns id of the new bundle */
export const requestBundle = (
  context: AppContext,
  { userId, organisationId }: Principal,
  form: BundleForm,
): Promise<string> =>
  context.db.transaction(async (tx) => {
    const { project: projectId, appName, appVersions, bundleAction: format, jobs } = form
    const id = await insertBundle(tx, {
      projectId,
      ownerId: userId,
      appName,
      appVersions,
      jobIds: jobs ?? null,
      format,
      created: context.now(),
    })
    await context.queue.enqueue('make-bundle', { organisationId, bundleId: id }, { tx, singletonKey: id })
    return id
  })

/** @throws ApiError ERR_0404 */
export const requireBundle = async ({ db }: AppContext, bundleId: string): Promise<BundleRow> => {
  const row = await findBundle(db, bundleId)
  if (!row) throw new ApiError('ERR_0404')
  return row
}

export const presentBundle = (row: BundleRow): JobResultBundle => ({
  id: row.id,
  project: row.projectId,
  appName: row.appName,
  format: row.format,
  status: row.status,
  statusErrors: row.statusErrors,
  downloadUrl: row.status === 'successful' ? `/api/v1/jobResultBundles/${row.id}/download` : null,
})
