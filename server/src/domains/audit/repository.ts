import type { AuditAction } from '@lamella/shared/contract'
import type { Executor } from '../../platform/db/database.ts'
import { auditLog } from '../../platform/db/schema/index.ts'

/** A new entry of the log. */
export interface AuditEntry {
  at: Date
  /** Null: of no organisation or user, for example a log-in with an unknown address. */
  organisationId: string | null
  userId: string | null
  action: AuditAction
  objectType?: string
  objectId?: string
  /** Of whose history the entry is a part (`projectHistory` in the contract): everybody who may view the project reads it there. */
  projectId?: string
  /**
   * Names and values for the sentence, also after the object was deleted: `name` of the object at that time, and by action `from`,
   * `to`, `role`, `newName`, `plan`, `plans`, `device`, `network`, `version`, `person`, `formerOwner`, `projectName`, `imageName` (sentence.ts). Never a secret.
   */
  detail?: Record<string, unknown>
  requestId?: string
}

/** Appends an entry. Call it in the transaction of the recorded act, so that both are stored or neither. */
export const recordAudit = async (tx: Executor, entry: AuditEntry): Promise<void> => {
  await tx.insert(auditLog).values(entry)
}
