import type { FastifyRequest } from 'fastify'
import { principalOf } from '../../platform/http/access-rules.ts'
import type { Principal } from '../../platform/http/identity.ts'

/** Who acts, for rights and the audit log. */
export interface Actor {
  principal: Principal
  requestId: string
}

export const actorOf = (request: FastifyRequest): Actor => ({ principal: principalOf(request), requestId: request.id })

/** The part of an audit entry that says who acted when. */
export const byActor = ({ principal: { organisationId, userId }, requestId }: Actor, at: Date) => ({
  at,
  organisationId,
  userId,
  requestId,
})
