import * as z from 'zod/mini'
import { id, page, pageQuery, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Who did what to which object when. */
export const auditEntry = z.object({
  id,
  at: timestamp,
  /** Null: the server, an operator, or somebody who is not logged in. */
  user: z.nullable(z.object({ id, fullName: z.string(), email: z.string() })),
  /** Object and verb in the past, e.g. `project.created`. */
  action: z.string(),
  objectType: z.nullable(z.string()),
  objectId: z.nullable(z.string()),
  /** Name of the object where it has one. */
  objectName: z.nullable(z.string()),
  detail: z.nullable(z.record(z.string(), z.unknown())),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Every word must occur in user, action, object or details. */
const filter = z.optional(z.string().check(z.trim(), z.maxLength(128)))

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/v1/audit',
  summary: 'Audit log of the organisation, newest first',
  tag: 'audit',
  query: z.extend(pageQuery, { 'filter[text]': filter }),
  success: { status: 200, body: page(auditEntry) },
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/v1/audit/csv',
  summary: 'The same as CSV, without pages',
  tag: 'audit',
  query: z.object({ 'filter[text]': filter }),
  success: { status: 200, body: 'binary' },
})
