import * as z from 'zod/mini'
import { data, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'

/** Query parameter of a ticket (ADR 44). */
export const ticketParameter = 'ticket'
/** Name of the parameter in the link of a result bundle, as the specification demands (D1-7-26). */
export const bundleTicketParameter = 'access_token'

/** Query of a download that can be opened by a ticket. */
export const ticketQuery = z.object({ [ticketParameter]: z.optional(text.check(z.maxLength(256))) })

/**
 * A browser opens a download by its address alone, and addresses end up in histories and in logs of proxies. So an
 * address has a ticket in place of an access token: valid for 5 minutes, for this one object, with the rights of its
 * user (ADR 44).
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
