import type { AuditAction } from '@lamella/shared/contract'
import type { Executor } from '../../platform/db/database.ts'
import type { Operator } from '../../platform/http/identity.ts'
import { byActor, recordAudit } from '../audit/index.ts'

interface Operation {
  action: AuditAction
  objectType: 'release' | 'operator-token'
  name: string
  detail?: Record<string, unknown>
}

/**
 * Notes an act of an operator in the audit log of their organisation. Tokens and the server itself belong to none: what they do is in
 * the history of the app only.
 */
export const recordOperation = async (
  tx: Executor,
  { by }: Operator,
  now: Date,
  { action, objectType, name, detail }: Operation,
): Promise<void> => {
  if (!by) return
  await recordAudit(tx, { ...byActor(by, now), action, objectType, detail: { ...detail, name } })
}
