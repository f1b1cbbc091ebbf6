import { byteOrderMark, csvLine } from '../../csv.ts'
import type { Executor } from '../../db/database.ts'
import { listAuditEntries } from './read-repository.ts'

const batch = 500

/** The whole log, or what matches, as CSV in pieces: however long it is, only one piece is in memory. */
export async function* auditCsv(
  db: Executor,
  { organisationId, text }: { organisationId: string; text: string },
): AsyncGenerator<string> {
  yield byteOrderMark +
    csvLine(['Time (UTC)', 'User', 'Email', 'Action', 'Object type', 'Object', 'Object id', 'Details'])
  let after: string | undefined
  for (;;) {
    const entries = await listAuditEntries(db, { organisationId, text, after, limit: batch })
    yield entries
      .map(({ at, user, action, objectType, objectName, objectId, detail }) =>
        csvLine([
          at,
          user?.fullName ?? null,
          user?.email ?? null,
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
