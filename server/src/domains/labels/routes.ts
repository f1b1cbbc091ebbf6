import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, idParam, type LocateProject, projectParam } from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { onlyPage } from '../../platform/http/paging.ts'
import { actorOf } from '../audit/index.ts'
import { placeOfLabel } from './label-repository.ts'
import * as labels from './label-service.ts'
import { findLabelSet } from './label-set-repository.ts'
import * as sets from './label-set-service.ts'

const projectOfSet: LocateProject = async (request, { db }) => {
  const labelSetId = idParam(request, 'labelSetId')
  return labelSetId && ((await findLabelSet(db, labelSetId))?.projectId ?? null)
}
const projectOfLabel: LocateProject = async (request, { db }) => {
  const labelId = idParam(request, 'labelId')
  return labelId && ((await placeOfLabel(db, labelId))?.projectId ?? null)
}

/** Routes of label sets and labels. Who may edit the project may edit them; annotators only use them (D2-6-11). */
export const labelRoutes = (app: FastifyInstance, context: AppContext): void => {
  const viewer = access.project('viewer', projectParam)
  const setEditor = access.project('editor', projectOfSet)
  const labelEditor = access.project('editor', projectOfLabel)

  defineRoute(app, contract.listLabelSets, viewer, async ({ params }) =>
    onlyPage(await sets.listLabelSets(context, params.projectId)),
  )

  defineRoute(app, contract.createLabelSet, access.project('editor', projectParam), async (call) => {
    const { projectId } = call.params
    const id = await sets.createLabelSet(context, actorOf(call.request), projectId, call.body.data)
    call.reply.header('location', `/api/v1/labelsets/${id}`)
    return undefined
  })

  defineRoute(app, contract.updateLabelSet, setEditor, async ({ request, params, body }) => {
    await sets.updateLabelSet(context, actorOf(request), params.labelSetId, body.data)
    return undefined
  })

  defineRoute(app, contract.orderLabels, setEditor, async ({ request, params, body }) => {
    await sets.orderLabels(context, actorOf(request), params.labelSetId, body.data)
    return undefined
  })

  defineRoute(app, contract.deleteLabelSet, setEditor, async ({ request, params }) => {
    await sets.deleteLabelSet(context, actorOf(request), params.labelSetId)
    return undefined
  })

  // The role in the project that gets the copy is asked for by the service.
  defineRoute(app, contract.copyLabelSet, access.project('viewer', projectOfSet), async (call) => {
    const id = await sets.copyLabelSet(context, actorOf(call.request), call.params.labelSetId, call.body.data)
    call.reply.header('location', `/api/v1/labelsets/${id}`)
    return undefined
  })

  defineRoute(app, contract.listLabels, viewer, async ({ params, query }) => {
    const wanted = query['filter[labelset]']?.toLowerCase().split(',') ?? null
    const counted = query.labelAssignmentCount === 'true'
    return onlyPage(await labels.listLabels(context, params.projectId, { sets: wanted, counted }))
  })

  defineRoute(app, contract.createLabel, setEditor, async ({ request, reply, params, body }) => {
    const id = await labels.createLabel(context, actorOf(request), params.labelSetId, body.data)
    reply.header('location', `/api/v1/labels/${id}`)
    return undefined
  })

  defineRoute(app, contract.updateLabel, labelEditor, async ({ request, params, body }) => {
    await labels.updateLabel(context, actorOf(request), params.labelId, body.data)
    return undefined
  })

  defineRoute(app, contract.deleteLabel, labelEditor, async ({ request, params }) => {
    await labels.deleteLabel(context, actorOf(request), params.labelId)
    return undefined
  })
}
