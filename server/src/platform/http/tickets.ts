import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { bundleTicketParameter, ticketParameter } from '@lamella/shared/contract'
import type { AppContext } from '../context.ts'
import { readOperatorToken } from './operator-token.ts'

/** Minutes that a ticket is valid: long enough for a browser to start a download and its ranges (ADR 44). */
const minutes = 5
const pattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-z]{1,11})\.([\w-]{43})$/

/** Whether a text has the form of a ticket: unlike an access token it has dots. */
export const isTicket = (text: string): boolean => pattern.test(text)

/** Path and query without the ticket itself, the parameters sorted. */
const canonical = (address: string): string => {
  const [path = '', query = ''] = address.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.delete(ticketParameter)
  parameters.delete(bundleTicketParameter)
  parameters.sort()
  return `${path}?${parameters}`
}

/**
 * All processes of an installation have the same operator token, by their common folder or by LAMELLA_OPERATOR_TOKEN, and so
 * derive the same key, which is stored nowhere. A new operator token invalidates all tickets.
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

/**
 * Signs a ticket by which the holder of a session may open one address, as long as the session and, unless said otherwise, five minutes last.
 * @param address - path and query of the download
 * @throws Error without an operator token
 */
export const makeTicket = async (
  context: AppContext,
  sessionId: string,
  address: string,
  validMinutes = minutes,
): Promise<{ ticket: string; expires: Date }> => {
  const expires = new Date(context.now().getTime() + validMinutes * 60_000)
  const until = expires.getTime().toString(36)
  const signature = await sign(context, sessionId, until, address)
  return { ticket: `${sessionId}.${until}.${signature.toString('base64url')}`, expires }
}

/** The session of a valid ticket; null: it is for another address, expired, or its signature is wrong. */
export const sessionOfTicket = async (context: AppContext, ticket: string, address: string): Promise<string | null> => {
  const [, sessionId, until, given] = pattern.exec(ticket) ?? []
  if (!sessionId || !until || !given) return null
  const signature = await sign(context, sessionId, until, address)
  if (!timingSafeEqual(signature, Buffer.from(given, 'base64url'))) return null
  return Number.parseInt(until, 36) > context.now().getTime() ? sessionId : null
}
