import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { bundleTicketParameter, ticketParameter } from '@lamella/shared/contract'
import type { AppContext } from '../context.ts'
import { readOperatorToken } from './operator-token.ts'

const minutes = 5
const pattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-z]{1,11})\.([\w-]{43})$/

/** Whether it has the form of a ticket: an access token has no dots. */
export const isTicket = (text: string): boolean => pattern.test(text)

/** Path and query without the ticket itself, the parameters in one order. */
const canonical = (address: string): string => {
  const [path = '', query = ''] = address.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.delete(ticketParameter)
  parameters.delete(bundleTicketParameter)
  parameters.sort()
  return `${path}?${parameters}`
}

/**
 * All processes of an installation have the operator token, by their common folder or by LAMELLA_OPERATOR_TOKEN, so they
 * share a key that is stored nowhere: what one signs, each of them accepts, and a new operator token ends all tickets.
 */
const keyOf = async ({ config }: AppContext): Promise<Uint8Array> => {
  const secret = await readOperatorToken(config)
  if (!secret) throw new Error('Without an operator token no ticket can be signed')
  return new Uint8Array(hkdfSync('sha256', secret, '', 'lamella download tickets', 32))
}

const sign = async (context: AppContext, sessionId: string, expires: string, address: string): Promise<Buffer> =>
  createHmac('sha256', await keyOf(context))
    .update(`${sessionId}\n${expires}\n${canonical(address)}`)
    .digest()

/** A ticket with which the holder of a session, while it lasts, may open one address. */
export const makeTicket = async (
  context: AppContext,
  sessionId: string,
  address: string,
): Promise<{ ticket: string; expires: Date }> => {
  const expires = new Date(context.now().getTime() + minutes * 60_000)
  const until = expires.getTime().toString(36)
  const signature = await sign(context, sessionId, until, address)
  return { ticket: `${sessionId}.${until}.${signature.toString('base64url')}`, expires }
}

/** The session for which a ticket was made; null: it is not for this address, over, or not ours. */
export const sessionOfTicket = async (context: AppContext, ticket: string, address: string): Promise<string | null> => {
  const [, sessionId, until, given] = pattern.exec(ticket) ?? []
  if (!sessionId || !until || !given) return null
  const signature = await sign(context, sessionId, until, address)
  if (!timingSafeEqual(signature, Buffer.from(given, 'base64url'))) return null
  return Number.parseInt(until, 36) > context.now().getTime() ? sessionId : null
}
