import { auditText } from '@lamella/shared/contract'
import { byteOrderMark, csvLine } from '../../platform/csv.ts'
import type { Executor } from '../../platform/db/database.ts'
import { type AuditQuery, listAuditEntries } from './read-repository.ts'

const batch = 500
const head = ['Time (UTC)', 'User', 'Email', 'What', 'Action', 'Object type', 'Object', 'Object id', 'Details']

/** The matching entries, newest first, as CSV text (UTF-8 with a byte order mark) in batches: only one batch is in memory. */
export async function* auditCsv(db: Executor, filter: Omit<AuditQuery, 'after' | 'limit'>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(head)
  let after: string | undefined
  for (;;) {
    const entries = await listAuditEntries(db, { ...filter, after, limit: batch })
    yield entries
      .map(({ at, user, sentence, action, objectType, objectName, objectId, detail }) =>
        csvLine([
          at,
          user?.fullName ?? null,
          user?.email ?? null,
          auditText(sentence),
          action,
          objectType,
          objectName,
          objectId,
          detail && JSON.stringify(detail),
        ]),
      )
      .join('')
    if (entries.length < batch) return
    after = entries.at(-1)?.id
  }
}
