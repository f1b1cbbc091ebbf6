import { addressOf, fetchBytes } from '@lamella/shared/api'
import { exportAudit } from '@lamella/shared/contract'
import { type AuditFilter, auditParameters } from '@lamella/shared/queries'

/**
 * All entries that match the filter, as one CSV file.
 * @throws ApiFailure
 */
export const auditCsv = async (filter: AuditFilter): Promise<Blob> =>
  (await fetchBytes(addressOf(exportAudit, { query: auditParameters(filter) }))).blob()
