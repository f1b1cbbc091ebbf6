import { bundleTicketParameter, isAtLeast, type ProjectRole, ticketParameter } from '@lamella/shared/contract'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AppContext } from '../context.ts'
import { hashSecret, sameSecret } from '../crypto/secrets.ts'
import type { AccessRule } from './access.ts'
import type { ProjectRoles } from './access-cache.ts'
import { ApiError } from './api-error.ts'
import type { Identity, Principal } from './identity.ts'
import { readOperatorToken } from './operator-token.ts'
import { isTicket, sessionOfTicket } from './tickets.ts'

/** All roles of a project, some seconds old at most: for events, which go to many. Null: there is no such project. */
export const rolesOfProject = ({ access: cache, now }: AppContext, projectId: string): Promise<ProjectRoles | null> =>
  cache.rolesOfProject(projectId, now())

const bearerToken = (request: FastifyRequest): string => {
  const token = /^Bearer ([\w.~+/-]{16,256}=*)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new ApiError('ERR_0401', undefined, { 'www-authenticate': 'Bearer' })
  return token
}

/**
 * Who calls, by the bearer token or the ticket of the link; also left on the request.
 * @throws ApiError ERR_0401 without token or for a user who is not active, ERR_1002 for one that is not valid, ERR_1003 for such a ticket
 */
const identify = async (request: FastifyRequest, context: AppContext): Promise<Identity> => {
  const identity = request.ticket
    ? await identifyByTicket(request.ticket, request.url, context)
    : await identifyByToken(request, context)
  if (!identity.active) throw new ApiError('ERR_0401', 'The user is not activated.')
  request.principal = identity.principal
  return identity
}

/** Asks the database each time: a download is one request, and its user may have logged out. */
const identifyByTicket = async (ticket: string, address: string, context: AppContext): Promise<Identity> => {
  const sessionId = await sessionOfTicket(context, ticket, address)
  const now = context.now()
  const identity = sessionId && (await context.access.lookups.findIdentityOfSession(sessionId, now))
  if (!identity || identity.expires <= now) throw new ApiError('ERR_1003')
  return identity
}

const identifyByToken = async (request: FastifyRequest, context: AppContext): Promise<Identity> => {
  const token = bearerToken(request)
  const { identities, lookups } = context.access
  const now = context.now()
  const remembered = identities.get(token, now)
  const isUnchanged = context.access.watch()
  const identity = remembered ?? (await lookups.findIdentity(hashSecret(token), now))
  if (!identity || identity.expires <= now) {
    throw new ApiError('ERR_1002', undefined, { 'www-authenticate': 'Bearer error="invalid_token"' })
  }
  if (!remembered && identity.active && isUnchanged()) identities.set(token, identity, now)
  return identity
}

/** The caller of a route whose rule is not `public` or `operator`. */
export const principalOf = ({ principal }: FastifyRequest): Principal => {
  if (!principal) throw new ApiError('ERR_0401')
  return principal
}

/**
 * For routes that name the project in their body; all others declare `access.project`.
 * @throws ApiError ERR_0404 when the caller cannot see the project, ERR_0403 when his role is too weak
 */
export const requireProjectRole = async (
  principal: Principal,
  projectId: string,
  needed: ProjectRole,
  context: AppContext,
): Promise<ProjectRole> => {
  const { roles, lookups } = context.access
  const key = `${principal.userId} ${projectId}`
  // Only readers may be served from memory: what changes something is always decided by the database.
  const remembered = needed === 'viewer' ? roles.get(key, context.now()) : undefined
  const isUnchanged = context.access.watch()
  const role = remembered ?? (await lookups.findProjectRole(principal, projectId))
  if (!role) throw new ApiError('ERR_0404')
  if (!remembered && isUnchanged()) roles.set(key, role, context.now())
  if (!isAtLeast(role, needed)) throw new ApiError('ERR_0403')
  return role
}

const passMember = async (request: FastifyRequest, context: AppContext): Promise<Principal> => {
  const { principal, portalUntil, agreed, secondFactorMissing } = await identify(request, context)
  if (!portalUntil || portalUntil <= context.now()) throw new ApiError('ERR_1005')
  if (!agreed) throw new ApiError('ERR_1008')
  if (secondFactorMissing) throw new ApiError('ERR_1023')
  return principal
}

const memberWho = (name: string, may: (principal: Principal) => boolean): AccessRule => ({
  name,
  check: async (request, context) => {
    if (!may(await passMember(request, context))) throw new ApiError('ERR_0403')
  },
})

const uuid = z.uuid()

/** Finds the project that a request is about; null: there is none. Path and query are not validated yet. */
export type LocateProject = (request: FastifyRequest, context: AppContext) => Promise<string | null>

/** The path parameter, if it can be an id: otherwise null, so that the answer is "not found". */
export const idParam = (request: FastifyRequest, name: string): string | null =>
  uuid.safeParse((request.params as Record<string, unknown>)[name]).data ?? null

export const projectParam: LocateProject = async (request) => idParam(request, 'projectId')

export const access = {
  /** Anybody. */
  public: { name: 'public', check: async () => undefined },

  /** Any live token, also of an organisation without portal access. */
  session: { name: 'session', check: async (request, context) => void (await identify(request, context)) },

  /** Portal access, both agreements, the second factor where it is asked for. Every user has a role: GUEST, else USER. */
  member: memberWho('member', () => true),
  nonGuest: memberWho('member, no guest', ({ isGuest }) => !isGuest),
  admin: memberWho('organisation admin', ({ isAdmin }) => isAdmin),

  /** Whoever holds the operator token of this installation. */
  operator: {
    name: 'operator',
    check: async (request, { config }) => {
      const token = bearerToken(request)
      const expected = await readOperatorToken(config)
      if (!expected || !sameSecret(token, expected)) throw new ApiError('ERR_0401')
    },
  },

  /** A member with at least this role in the project; the role is left on the request. */
  project: (role: ProjectRole, locate: LocateProject): AccessRule => ({
    name: `${role} of the project`,
    check: async (request, context) => {
      const principal = await passMember(request, context)
      const projectId = await locate(request, context)
      if (!projectId) throw new ApiError('ERR_0404')
      request.projectRole = await requireProjectRole(principal, projectId, role, context)
    },
  }),

  /**
   * The same rule for a link that a browser opens: its ticket stands in the query. An access token does not, but in the link
   * of a result bundle (document 1 §7), which tabs older than tickets still open with theirs.
   */
  byTicket: (rule: AccessRule, parameter: string = ticketParameter): AccessRule => ({
    name: `${rule.name}, ticket also as ${parameter}`,
    check: async (request, context) => {
      const given = (request.query as Record<string, unknown>)[parameter]
      if (!request.headers.authorization && typeof given === 'string') {
        if (isTicket(given)) request.ticket = given
        else if (parameter === bundleTicketParameter) request.headers.authorization = `Bearer ${given}`
      }
      await rule.check(request, context)
    },
  }),
} satisfies Record<string, AccessRule | ((...args: never[]) => AccessRule)>
