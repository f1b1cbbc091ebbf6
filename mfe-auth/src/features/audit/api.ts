import { addressOf, fetchBytes } from '@lamella/shared/api'
import { exportAudit } from '@lamella/shared/contract'
import { type AuditFilter, auditParameters } from '@lamella/shared/queries'

/** All entries that match, as one file. */
export const auditCsv = async (filter: AuditFilter): Promise<Blob> =>
  (await fetchBytes(addressOf(exportAudit, { query: auditParameters(filter) }))).blob()
