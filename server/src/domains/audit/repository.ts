import type { AuditAction } from '@lamella/shared/contract'
import type { Executor } from '../../platform/db/database.ts'
import { auditLog } from '../../platform/db/schema/index.ts'

export interface AuditEntry {
  at: Date
  /** Null: before there is an organisation or a user. */
  organisationId: string | null
  userId: string | null
  action: AuditAction
  objectType?: string
  objectId?: string
  /**
   * What the sentence needs, also when the object is gone: `name` of the object as it was, and by action `from`, `to`, `role`,
   * `newName`, `plan`, `plans`, `device`, `network`, `version`, `projectName`, `imageName` (sentence.ts). Never a secret.
   */
  detail?: Record<string, unknown>
  requestId?: string
}

/** Call it in the transaction of the act itself: both are kept, or neither. */
export const recordAudit = async (tx: Executor, entry: AuditEntry): Promise<void> => {
  await tx.insert(auditLog).values(entry)
}
