import { deleteProject, projectRights } from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, projectParam } from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { actorOf } from '../audit/index.ts'
import * as service from './delete-project.ts'

/** The route that deletes a project. */
export const deletionRoutes = (app: FastifyInstance, context: AppContext): void => {
  // Editors may delete: the edit menu has "Delete project" and is closed to viewers and annotators only (D2-2-68, D2-5-08).
  defineRoute(app, deleteProject, access.project(projectRights.delete, projectParam), async ({ request, params }) => {
    await service.deleteProject(context, actorOf(request), params.projectId)
    return undefined
  })
}
