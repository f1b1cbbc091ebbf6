import * as z from 'zod/mini'
import { data, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'

/** Query parameter of a ticket. Only the link of a result bundle has another name for it (document 1 §7). */
export const ticketParameter = 'ticket'
export const bundleTicketParameter = 'access_token'

export const ticketQuery = z.object({ [ticketParameter]: z.optional(text.check(z.maxLength(256))) })

/**
 * A browser opens a download by its address alone, and addresses are kept: in histories, in logs of proxies. So what is
 * in one is worth a few minutes, this one object, and no more than its user may see.
 */
export const createTicket = endpoint({
  method: 'POST',
  path: '/api/v1/downloadTickets',
  summary: 'Make a link that opens one download for a few minutes, without a bearer',
  tag: 'tickets',
  /** Path and query of a download: of an original, a thumbnail, a result bundle or the audit log. */
  body: data(z.object({ address: text.check(z.startsWith('/api/'), z.maxLength(1024)) })),
  success: { status: 201, body: data(z.object({ url: z.string(), expires: timestamp })) },
})
