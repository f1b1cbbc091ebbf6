import { deleteProject } from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, projectParam } from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { actorOf } from '../audit/index.ts'
import * as service from './delete-project.ts'

export const deletionRoutes = (app: FastifyInstance, context: AppContext): void => {
  // The edit menu holds both "Edit details" and "Delete project" and is closed to viewers and annotators only.
  defineRoute(app, deleteProject, access.project('editor', projectParam), async ({ request, params }) => {
    await service.deleteProject(context, actorOf(request), params.projectId)
    return undefined
  })
}
