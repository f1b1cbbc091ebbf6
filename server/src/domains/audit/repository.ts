import type { Executor } from '../../db/database.ts'
import { auditLog } from '../../db/schema/index.ts'

export interface AuditEntry {
  at: Date
  /** Null: before there is an organisation or a user. */
  organisationId: string | null
  userId: string | null
  /** Verb in the past with its object, e.g. `project.created`. */
  action: string
  objectType?: string
  objectId?: string
  /** Never a secret. */
  detail?: Record<string, unknown>
  requestId?: string
}

/** Call it in the transaction of the act itself: both are kept, or neither. */
export const recordAudit = async (tx: Executor, entry: AuditEntry): Promise<void> => {
  await tx.insert(auditLog).values(entry)
}
