import type { Readable } from 'node:stream'
import { type Endpoint, type EndpointOutput, errorBody, type HandlerInput } from '@lamella/shared/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { AccessRule } from './access.ts'

/** The result of a handler: for binary endpoints bytes or a stream of them, otherwise the body of success. */
type Answer<E extends Endpoint> = E['success']['body'] extends 'binary' ? Uint8Array | Readable : EndpointOutput<E>

/** Handles one validated call. Undefined: no body, or the handler has sent the answer itself. */
export type Handler<E extends Endpoint> = (
  call: HandlerInput<E> & { request: FastifyRequest; reply: FastifyReply },
) => Promise<Answer<E> | undefined>

/**
 * The only way to serve a call of the contract: request and response are validated by the endpoint's schemas, the status of
 * success is set, and the access rule is a required argument.
 * @param options - of Fastify, for example a body limit
 */
export const defineRoute = <const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  access: AccessRule,
  handler: Handler<E>,
  options: Omit<RouteShorthandOptions, 'schema'> = {},
): void => {
  const { success } = endpoint
  const hasSchema = success.body !== null && success.body !== 'binary'
  app.route({
    ...options,
    method: endpoint.method,
    url: endpoint.path,
    config: { ...options.config, access, endpoint },
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.tag],
      description: `Access: ${access.name}`,
      ...(endpoint.bodyType && { consumes: [endpoint.bodyType] }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.headers && { headers: endpoint.headers }),
      ...(endpoint.body && { body: endpoint.body }),
      response: {
        ...(hasSchema && { [success.status]: success.body }),
        '4xx': endpoint.refusal ?? errorBody,
        '5xx': errorBody,
      },
    },
    handler: async (request, reply) => {
      reply.status(success.status)
      const { params, query, headers, body } = request
      const parts = { params, query, headers, body } as unknown as HandlerInput<E>
      const answer = await handler({ ...parts, request, reply })
      return reply.sent ? reply : (answer ?? reply.send())
    },
  })
}
