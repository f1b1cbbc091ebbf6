import {
  bundleTicketParameter,
  isAtLeast,
  type ProjectRole,
  projectRights,
  type TokenAction,
  ticketParameter,
} from '@lamella/shared/contract'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AppContext } from '../context.ts'
import { hashSecret, sameSecret } from '../crypto/secrets.ts'
import type { AccessRule } from './access.ts'
import type { ProjectRoles } from './access-cache.ts'
import { ApiError } from './api-error.ts'
import type { Identity, NamedToken, Operator, Principal } from './identity.ts'
import { readOperatorToken } from './operator-token.ts'
import { isTicket, sessionOfTicket } from './tickets.ts'

/** All roles of a project, at most five seconds old: for events with many receivers. Null: there is no such project. */
export const rolesOfProject = ({ access: cache, now }: AppContext, projectId: string): Promise<ProjectRoles | null> =>
  cache.rolesOfProject(projectId, now())

const bearerToken = (request: FastifyRequest): string => {
  const token = /^Bearer ([\w.~+/-]{16,256}=*)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new ApiError('ERR_0401', undefined, { 'www-authenticate': 'Bearer' })
  return token
}

/**
 * Finds the caller by the bearer token, or by the ticket of the link, and sets `request.principal`.
 * @throws ApiError ERR_0401 without token and for an inactive user, ERR_1002 for an invalid token, ERR_1003 for an invalid ticket
 */
const identify = async (request: FastifyRequest, context: AppContext): Promise<Identity> => {
  const identity = request.ticket
    ? await identifyByTicket(request.ticket, context)
    : await identifyByToken(request, context)
  if (!identity.active) throw new ApiError('ERR_0401', 'The user is not activated.')
  request.principal = identity.principal
  return identity
}

type Ticket = NonNullable<FastifyRequest['ticket']>

/** Not cached: its user may have logged out. */
const identifyByTicket = async ({ text, address }: Ticket, context: AppContext): Promise<Identity> => {
  const sessionId = await sessionOfTicket(context, text, address)
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

/**
 * The user who makes a call; on routes for operators only where it is no token.
 * @throws ApiError ERR_0401 on a route with such a rule
 */
export const principalOf = ({ principal }: FastifyRequest): Principal => {
  if (!principal) throw new ApiError('ERR_0401')
  return principal
}

/**
 * Checks the role of the caller in a project. For routes that name the project in their body; all others declare `access.project`.
 * @returns the caller's role, which is at least `needed`
 * @throws ApiError ERR_0404 when the caller cannot see the project, ERR_0403 when their role is too weak
 */
export const requireProjectRole = async (
  principal: Principal,
  projectId: string,
  needed: ProjectRole,
  context: AppContext,
): Promise<ProjectRole> => {
  const { roles, lookups } = context.access
  const key = `${principal.userId} ${projectId}`
  // Only reading uses cached roles here (ADR 20 names what else does).
  const remembered = needed === 'viewer' ? roles.get(key, context.now()) : undefined
  const isUnchanged = context.access.watch()
  const role = remembered ?? (await lookups.findProjectRole(principal, projectId))
  if (!role) throw new ApiError('ERR_0404')
  if (!remembered && isUnchanged()) roles.set(key, role, context.now())
  if (!isAtLeast(role, needed)) throw new ApiError('ERR_0403')
  return role
}

const passMember = async (
  request: FastifyRequest,
  context: AppContext,
  may: (identity: Identity) => boolean = () => true,
): Promise<Principal> => {
  const identity = await identify(request, context)
  const { principal, portalUntil, agreed, secondFactorMissing } = identity
  if (!portalUntil || portalUntil <= context.now()) throw new ApiError('ERR_1005')
  if (!agreed) throw new ApiError('ERR_1008')
  if (secondFactorMissing) throw new ApiError('ERR_1023')
  if (!may(identity)) throw new ApiError('ERR_0403')
  return principal
}

const memberWho = (name: string, may: (principal: Principal) => boolean): AccessRule => ({
  name,
  check: async (request, context) => void (await passMember(request, context, ({ principal }) => may(principal))),
})

/** Prefix of named tokens: other bearers are no reason to look for one. */
export const namedTokenPrefix = 'lmt_'

/** Guests are external people: whatever is stored, they never operate. */
export const isOperator = ({ operator, principal }: Identity): boolean => operator && !principal.isGuest

const findOperator = async (
  request: FastifyRequest,
  context: AppContext,
  refuse: (token: NamedToken, request: FastifyRequest) => void,
): Promise<Operator> => {
  const bearer = bearerToken(request)
  const expected = await readOperatorToken(context.config)
  if (expected && sameSecret(bearer, expected)) return { name: 'operator' }
  const { lookups } = context.access
  if (!bearer.startsWith(namedTokenPrefix)) {
    const principal = await passMember(request, context, isOperator)
    return { name: await lookups.findFullName(principal.userId), by: { principal, requestId: request.id } }
  }
  const now = context.now()
  const token = await lookups.findNamedToken(hashSecret(bearer), now)
  if (!token)
    throw new ApiError('ERR_1002', 'This token is not known: it was removed, or belongs to another installation.')
  if (token.expires && token.expires <= now) throw new ApiError('ERR_1002', `The token "${token.name}" has expired.`)
  refuse(token, request)
  return { name: token.name, apps: token.apps, may: token.may }
}

/** @param refuse - throws for a named token that may not make the call */
const operatorWho = (name: string, refuse: (token: NamedToken, request: FastifyRequest) => void): AccessRule => ({
  name,
  check: async (request, context) => {
    request.operator = await findOperator(request, context, refuse)
  },
})

const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' })

const refuseOther =
  (actions: readonly TokenAction[], verb: string) =>
  ({ name, apps, may }: NamedToken, { params }: FastifyRequest): void => {
    const { app } = params as { app?: string }
    // Who may activate for all may also do so for some.
    const isAllowed = actions.some((action) => may.includes(action) || (action === 'trial' && may.includes('activate')))
    if (isAllowed && app !== undefined && apps.includes(app)) return
    const scope = `It may ${inWords.format(may)} ${inWords.format(apps)}.`
    throw new ApiError('ERR_6007', `The token "${name}" may not ${verb} ${app ?? 'this'}. ${scope}`)
  }

const verbs: Record<TokenAction, string> = {
  publish: 'publish',
  check: 'check',
  trial: 'start or change a trial of',
  activate: 'activate',
  rollback: 'roll back',
  remove: 'remove versions of',
}

/** The caller of a route for operators. @throws ApiError ERR_0401 on a route with another rule */
export const operatorOf = ({ operator }: FastifyRequest): Operator => {
  if (!operator) throw new ApiError('ERR_0401')
  return operator
}

const uuid = z.uuid()

/** Finds the project of a request; null: there is none. Path and query are not validated yet. */
export type LocateProject = (request: FastifyRequest, context: AppContext) => Promise<string | null>

/** A path parameter that is a UUID; null for any other text, so that the answer is "not found". */
export const idParam = (request: FastifyRequest, name: string): string | null =>
  uuid.safeParse((request.params as Record<string, unknown>)[name]).data ?? null

/** The project of a route with the path parameter `projectId`. */
export const projectParam: LocateProject = async (request) => idParam(request, 'projectId')

/** The access rules of all routes. Each check throws an ApiError or passes. */
export const access = {
  /** Anybody. */
  public: { name: 'public', check: async () => undefined },

  /** Any valid token, also of an organisation without portal access. */
  session: { name: 'session', check: async (request, context) => void (await identify(request, context)) },

  /** Portal access, both agreements, and the second factor where the organisation requires it (D1-6-03). */
  member: memberWho('member', () => true),
  nonGuest: memberWho('member, no guest', ({ isGuest }) => !isGuest),
  admin: memberWho('organisation admin', ({ isAdmin }) => isAdmin),

  /** Operators, and every named token: for what only reads. */
  operator: operatorWho('operator', () => undefined),
  /** Operators, and named tokens for this action with the app of the path. */
  operatorMay: (action: TokenAction): AccessRule =>
    operatorWho(`operator, ${action}`, refuseOther([action], verbs[action])),
  /** The same for the end of a trial: who may start one may end it, and so may who may go back. */
  operatorMayEndTrial: operatorWho('operator, trial or rollback', refuseOther(['trial', 'rollback'], 'end a trial of')),
  /** Operators who are no named token: they make such tokens, and change who is on trial. */
  wholeOperator: operatorWho('operator without limits', (token) => {
    throw new ApiError(
      'ERR_6007',
      `The token "${token.name}" may not do this: it asks for the operator token, or an operator who is logged in.`,
    )
  }),

  /** A member with at least this role in the project; sets `request.projectRole`. */
  project: (role: ProjectRole, locate: LocateProject): AccessRule => ({
    name: `${role} of the project`,
    check: async (request, context) => {
      const principal = await passMember(request, context)
      const projectId = await locate(request, context)
      if (!projectId) throw new ApiError('ERR_0404')
      request.projectRole = await requireProjectRole(principal, projectId, role, context)
    },
  }),

  /** The owner of the project, or an organisation admin, who stands in for an owner who has left (ADR 21). */
  projectOwner: (locate: LocateProject): AccessRule => ({
    name: 'owner of the project, or organisation admin',
    check: async (request, context) => {
      const principal = await passMember(request, context)
      const projectId = await locate(request, context)
      if (!projectId) throw new ApiError('ERR_0404')
      const needed = principal.isAdmin ? 'editor' : projectRights.transfer
      request.projectRole = await requireProjectRole(principal, projectId, needed, context)
    },
  }),

  /**
   * The same rule for a link that a browser opens, with a ticket in its query (ADR 44). Only the link of a result bundle takes an
   * access token too (D1-7-26): tabs older than tickets open it so.
   */
  byTicket: (rule: AccessRule, parameter: string = ticketParameter): AccessRule => ({
    name: `${rule.name}, ticket also as ${parameter}`,
    check: async (request, context) => {
      const given = (request.query as Record<string, unknown>)[parameter]
      if (!request.headers.authorization && typeof given === 'string') {
        if (isTicket(given)) request.ticket = { text: given, address: request.url }
        else if (parameter === bundleTicketParameter) request.headers.authorization = `Bearer ${given}`
      }
      await rule.check(request, context)
    },
  }),

  /**
   * The same rule for addresses below one that a ticket was made for, with the ticket as the path parameter `ticket`: programs that
   * append to an address drop its query (ADR 88).
   */
  byLink: (rule: AccessRule, addressOf: (request: FastifyRequest) => string): AccessRule => ({
    name: `${rule.name}, ticket also in the path`,
    check: async (request, context) => {
      const { ticket: text = '' } = request.params as { ticket?: string }
      if (!request.headers.authorization && isTicket(text)) request.ticket = { text, address: addressOf(request) }
      await rule.check(request, context)
    },
  }),
} satisfies Record<string, AccessRule | ((...args: never[]) => AccessRule)>
