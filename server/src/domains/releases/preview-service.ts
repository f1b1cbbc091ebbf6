import type { AppId, Release } from '@lamella/shared/contract'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { isOperator } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Operator } from '../../platform/http/identity.ts'
import { makeTicket, sessionOfTicket } from '../../platform/http/tickets.ts'
import { requireRelease } from './publish-service.ts'
import { entryOf, knownPartOf } from './registry-service.ts'
import { findRelease } from './repository.ts'

const cookie = 'lamella_preview'
/** Hours after which a preview of a shell ends by itself. */
const hours = 8

/** What the ticket in the cookie is for; no route has this address. */
const addressOf = (version: string): string => `/preview/shell/${version}`

const cookieOf = (value: string, { publicUrl }: AppContext['config'], seconds?: number): string =>
  [
    `${cookie}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')

/** Value of `Set-Cookie` that ends the preview of a shell in this browser. */
export const noPreview = ({ config }: AppContext): string => cookieOf('', config, 0)

/**
 * The entry of any published version, for the browser of an operator.
 * @returns cookie: by which the server sends a shell to this browser, while the session of the operator lasts; null for a remote
 * @throws ApiError ERR_6002
 */
export const previewRelease = async (
  context: AppContext,
  { by }: Operator,
  app: AppId,
  version: string,
): Promise<{ entry: Release; cookie: string | null }> => {
  const release = requireRelease(await findRelease(context.db, app, version))
  const entry = knownPartOf(app, entryOf(release, { traffic: 0, default: false }, []))
  if (!entry) throw new ApiError('ERR_6002', `This server does not know the form of ${app} ${version}.`)
  // A token has no session, and no browser.
  if (app !== 'shell' || !by) return { entry, cookie: null }
  const { ticket } = await makeTicket(context, by.principal.sessionId, addressOf(version), hours * 60)
  return { entry, cookie: cookieOf(`${version}~${ticket}`, context.config) }
}

/** Version of the shell that this browser previews. Null: none, or its operator has logged out, or is none any more. */
export const previewedShell = async (context: AppContext, { headers }: FastifyRequest): Promise<string | null> => {
  const [, version, ticket] = new RegExp(`(?:^|;\\s*)${cookie}=([\\w.-]+)~([^;]+)`).exec(headers.cookie ?? '') ?? []
  if (!version || !ticket) return null
  const sessionId = await sessionOfTicket(context, ticket, addressOf(version))
  const now = context.now()
  const identity = sessionId === null ? null : await context.access.lookups.findIdentityOfSession(sessionId, now)
  const isValid = identity?.active && identity.expires > now && isOperator(identity)
  return isValid && (await findRelease(context.db, 'shell', version)) ? version : null
}
