import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { makeTicket } from '../../platform/http/tickets.ts'

/** The calls that accept a ticket, and the query parameter for it. */
const downloads = [
  [contract.downloadImage, contract.ticketParameter],
  [contract.downloadMedium, contract.ticketParameter],
  [contract.downloadImageArchive, contract.ticketParameter],
  [contract.exportAnnotations, contract.ticketParameter],
  [contract.downloadAnnotationExport, contract.ticketParameter],
  [contract.getThumbnail, contract.ticketParameter],
  [contract.exportAudit, contract.ticketParameter],
  [contract.downloadBundle, contract.bundleTicketParameter],
] as const

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(?:\\?|$)`)
const patterns = downloads.map(([{ path }, parameter]) => [patternOf(path), parameter] as const)

/** The route that signs tickets. The access rule of the download itself is checked when the link is opened. */
export const ticketRoutes = (app: FastifyInstance, context: AppContext): void => {
  defineRoute(app, contract.createTicket, access.member, async ({ body, request }) => {
    const { address } = body.data
    const parameter = patterns.find(([pattern]) => pattern.test(address))?.[1]
    if (!parameter) throw new ApiError('ERR_0400', 'data.address: it is not the address of a download.')
    const { ticket, expires } = await makeTicket(context, principalOf(request).sessionId, address)
    const url = `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ [parameter]: ticket })}`
    return { data: { url, expires: expires.toISOString() } }
  })
}
