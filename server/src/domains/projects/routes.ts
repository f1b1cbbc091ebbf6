import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf, projectParam } from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { actorOf } from '../audit/index.ts'
import { createProject, getProject, getProjectOutline, listProjects, updateProject } from './service.ts'

/** Routes of projects, without their deletion. */
export const projectRoutes = (app: FastifyInstance, context: AppContext): void => {
  // Owners and editors may edit (D2-6-11, D2-6-15).
  const editor = access.project(contract.projectRights.edit, projectParam)

  defineRoute(app, contract.listProjects, access.member, ({ request, query }) =>
    listProjects(context, principalOf(request), query, contract.listProjects.path),
  )

  defineRoute(app, contract.getProjectOutline, access.member, async ({ request, query }) => {
    const { 'page[size]': size, ...question } = query
    return { data: await getProjectOutline(context, principalOf(request), question, size) }
  })

  defineRoute(
    app,
    contract.getProject,
    access.project(contract.projectRights.view, projectParam),
    async ({ params }) => ({
      data: await getProject(context, params.projectId),
    }),
  )

  defineRoute(app, contract.createProject, access.nonGuest, async ({ request, reply, body }) => {
    const id = await createProject(context, actorOf(request), body.data)
    reply.header('location', `${contract.createProject.path}/${id}`)
    return undefined
  })

  defineRoute(app, contract.updateProject, editor, async ({ request, params, body }) => {
    await updateProject(context, actorOf(request), params.projectId, body.data)
    return undefined
  })
}
