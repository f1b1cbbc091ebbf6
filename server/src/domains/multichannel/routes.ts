import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, idParam, type LocateProject, projectParam } from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { onlyPage } from '../../platform/http/paging.ts'
import { actorOf } from '../audit/index.ts'
import { findSettings } from './repository.ts'
import * as service from './service.ts'

const projectOfSettings: LocateProject = async (request, { db }) => {
  const settingsId = idParam(request, 'settingsId')
  return settingsId && ((await findSettings(db, settingsId))?.projectId ?? null)
}

/** Routes of multichannel settings. Who may edit the project may edit and apply them. */
export const multichannelRoutes = (app: FastifyInstance, context: AppContext): void => {
  const projectEditor = access.project('editor', projectParam)
  const settingsEditor = access.project('editor', projectOfSettings)

  defineRoute(app, contract.listMultichannelSettings, access.project('viewer', projectParam), async ({ params }) =>
    onlyPage(await service.listSettings(context, params.projectId)),
  )

  defineRoute(app, contract.createMultichannelSettings, projectEditor, async ({ request, reply, params, body }) => {
    const id = await service.createSettings(context, actorOf(request), params.projectId, body.data)
    reply.header('location', `/api/v1/multichannelSettings/${id}`)
    return undefined
  })

  defineRoute(app, contract.updateMultichannelSettings, settingsEditor, async ({ request, params, body }) => {
    await service.updateSettings(context, actorOf(request), params.settingsId, body.data)
    return undefined
  })

  defineRoute(app, contract.deleteMultichannelSettings, settingsEditor, async ({ request, params }) => {
    await service.deleteSettings(context, actorOf(request), params.settingsId)
    return undefined
  })

  defineRoute(app, contract.applyMultichannelSettings, projectEditor, async ({ request, params, body }) => {
    await service.applySettings(context, actorOf(request), params.projectId, body.data.settings)
    return undefined
  })
}
