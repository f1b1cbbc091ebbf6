import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access } from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
import { actorOf } from '../audit/index.ts'
import { createSampleProject } from './service.ts'

/** The route of sample projects. */
export const sampleRoutes = (app: FastifyInstance, context: AppContext): void => {
  defineRoute(app, contract.createSampleProject, access.nonGuest, async ({ request, reply, body }) => {
    const actor = actorOf(request)
    await consumeRateLimit(context.db, limits.sampleByUser, actor.principal.userId, context.now())
    const id = await createSampleProject(context, actor, body.data.kind)
    reply.header('location', `${contract.createProject.path}/${id}`)
    return undefined
  })
}
