import type { AppId, Release } from '@lamella/shared/contract'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { isOperator } from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Operator } from '../../platform/http/identity.ts'
import { makeTicket, sessionOfTicket } from '../../platform/http/tickets.ts'
import { requireRelease } from './publish-service.ts'
import { entryOf, knownPartOf } from './registry-service.ts'
import { folderOf } from './remote-origin.ts'
import { findRelease } from './repository.ts'

/** Hours after which a preview ends by itself. */
const hours = 8

/** What the ticket in a cookie is for; no route has this address. */
const addressOf = (app: AppId, version: string): string => `/preview/${app}/${version}`

/** That of a shell goes with every request, because the page follows from it; that of a remote only with its files. */
const nameOf = (app: AppId): string => (app === 'shell' ? 'lamella_preview' : `lamella_preview_${app}`)

interface Cookie {
  name: string
  value: string
  path: string
}

const cookieOf = ({ name, value, path }: Cookie, { publicUrl }: AppContext['config'], seconds?: number): string =>
  [
    `${name}=${value}`,
    `Path=${path}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')

/** Value of `Set-Cookie` that ends the preview of a shell in this browser. */
export const noPreview = ({ config }: AppContext): string =>
  cookieOf({ name: nameOf('shell'), value: '', path: '/' }, config, 0)

/**
 * The entry of any published version, for the browser of an operator.
 * @returns cookie: by which the server sends this browser the page of a shell, and the files of a version that was never active, while the
 *   session of the operator lasts
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
  if (!by) return { entry, cookie: null }
  const { ticket } = await makeTicket(context, by.principal.sessionId, addressOf(app, version), hours * 60)
  const path = app === 'shell' ? '/' : folderOf(app, version)
  return { entry, cookie: cookieOf({ name: nameOf(app), value: `${version}~${ticket}`, path }, context.config) }
}

/** Version of an app that the operator of this browser agreed to preview. Null: none, or they have logged out, or are none any more. */
const agreedVersion = async (context: AppContext, { headers }: FastifyRequest, app: AppId): Promise<string | null> => {
  const pattern = new RegExp(`(?:^|;\\s*)${nameOf(app)}=([\\w.-]+)~([^;]+)`)
  const [, version, ticket] = pattern.exec(headers.cookie ?? '') ?? []
  if (!version || !ticket) return null
  const sessionId = await sessionOfTicket(context, ticket, addressOf(app, version))
  const now = context.now()
  const identity = sessionId === null ? null : await context.access.lookups.findIdentityOfSession(sessionId, now)
  return identity?.active && identity.expires > now && isOperator(identity) ? version : null
}

/** Version of the shell that this browser previews. Null: none. */
export const previewedShell = async (context: AppContext, request: FastifyRequest): Promise<string | null> => {
  const version = await agreedVersion(context, request, 'shell')
  return version !== null && (await findRelease(context.db, 'shell', version)) ? version : null
}

/** Whether this browser may read the files of a version that was never active. */
export const mayPreview = async (
  context: AppContext,
  request: FastifyRequest,
  app: AppId,
  version: string,
): Promise<boolean> => (await agreedVersion(context, request, app)) === version
