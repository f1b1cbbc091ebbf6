import * as z from 'zod/mini'
import { auditActions } from './audit-actions.ts'
import { id, page, pageQuery, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'
import { ticketQuery } from './tickets.ts'

/** Entry of the audit log: who did what to which object, and when. */
export const auditEntry = z.object({
  id,
  at: timestamp,
  /** Null: the server, an operator, or somebody who is not logged in. */
  user: z.nullable(z.object({ id, fullName: z.string(), email: z.string() })),
  /**
   * An `AuditAction`, e.g. `project.created`; plain text, because a page may be older than the server and its actions.
   */
  action: z.string(),
  /** The action as a sentence without subject, in parts; names of objects are marked. */
  sentence: z.array(z.object({ text: z.string(), isName: z.boolean() })),
  objectType: z.nullable(z.string()),
  objectId: z.nullable(z.string()),
  /** Name of the object where it has one. */
  objectName: z.nullable(z.string()),
  detail: z.nullable(z.record(z.string(), z.unknown())),
})
export type AuditEntry = z.infer<typeof auditEntry>

const filter = z.object({
  /** Every word must occur in user, action, object or details. */
  'filter[text]': z.optional(text.check(z.trim(), z.maxLength(128))),
  'filter[action]': z.optional(z.enum(auditActions.map(({ action }) => action))),
})

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/v1/audit',
  summary: 'Audit log of the organisation, newest first',
  tag: 'audit',
  query: z.extend(pageQuery, filter.shape),
  success: { status: 200, body: page(auditEntry) },
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/v1/audit/csv',
  summary: 'The same as CSV, without pages',
  tag: 'audit',
  query: z.extend(filter, ticketQuery.shape),
  success: { status: 200, body: 'binary', headers: { 'content-disposition': 'Name of the file' } },
  errors: ['ERR_1003'],
})
