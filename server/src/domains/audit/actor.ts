import type { FastifyRequest } from 'fastify'
import { principalOf } from '../../platform/http/access-rules.ts'
import type { Principal } from '../../platform/http/identity.ts'

/** The acting user and their request, for rights and the audit log. */
export interface Actor {
  principal: Principal
  requestId: string
}

/** @throws ApiError ERR_0401 on a route without principal */
export const actorOf = (request: FastifyRequest): Actor => ({ principal: principalOf(request), requestId: request.id })

/** Fields of an audit entry: who acted when. */
export const byActor = ({ principal: { organisationId, userId }, requestId }: Actor, at: Date) => ({
  at,
  organisationId,
  userId,
  requestId,
})
