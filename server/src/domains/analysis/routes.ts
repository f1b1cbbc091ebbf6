import { Readable } from 'node:stream'
import * as contract from '@lamella/shared/contract'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import { presentApplication } from '../../analysis/applications/application.ts'
import { applications, findApplication } from '../../analysis/applications/registry.ts'
import type { AppContext } from '../../platform/context.ts'
import {
  access,
  idParam,
  type LocateProject,
  principalOf,
  projectParam,
  requireProjectRole,
} from '../../platform/http/access-rules.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { onlyPage } from '../../platform/http/paging.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { findProjectOfImage } from '../images/index.ts'
import { describeBundleFile } from './bundle-file.ts'
import { findBundle } from './bundle-repository.ts'
import { presentBundle, requestBundle, requireBundle, requireBundleFile } from './bundle-service.ts'
import { findResultOfJobById } from './correction-repository.ts'
import { listCorrections, saveCorrection } from './correction-service.ts'
import { findProjectOfJob, findProjectOfResult } from './repository.ts'
import { createResultObjects } from './result-objects.ts'
import * as service from './service.ts'
import { requestSuitabilities, requestSuitability } from './suitability-service.ts'

/** Finds the project of the object whose id is a path parameter. */
const locateBy =
  (param: string, find: (context: AppContext, id: string) => Promise<string | null>): LocateProject =>
  async (request, context) => {
    const id = idParam(request, param)
    return id && find(context, id)
  }

const ofJob = locateBy('jobId', ({ db }, id) => findProjectOfJob(db, id))
const ofResult = locateBy('resultId', ({ db }, id) => findProjectOfResult(db, id))
const ofImage = locateBy('imageId', ({ db }, id) => findProjectOfImage(db, id))
const ofBundle = locateBy('bundleId', async ({ db }, id) => (await findBundle(db, id))?.projectId ?? null)

/** Routes of applications, jobs, results and bundles. */
export const analysisRoutes = (app: FastifyInstance, context: AppContext): void => {
  const objects = createResultObjects(context)

  defineRoute(app, contract.listApplications, access.member, async () => onlyPage(applications.map(presentApplication)))

  defineRoute(
    app,
    contract.checkSuitability,
    access.project('editor', ofImage),
    async ({ params, query, request }) => ({
      data: await requestSuitability(context, principalOf(request), params.imageId, query),
    }),
  )

  defineRoute(
    app,
    contract.checkSuitabilities,
    access.project('editor', projectParam),
    async ({ params, body, request }) => ({
      data: await requestSuitabilities(context, principalOf(request), params.projectId, body.data),
    }),
  )

  defineRoute(app, contract.createJob, access.nonGuest, async ({ body, request }) => {
    const principal = principalOf(request)
    await requireProjectRole(principal, body.data.project, 'editor', context)
    return { data: { id: await service.submitJob(context, principal, body.data) } }
  })

  defineRoute(app, contract.listJobs, access.project('viewer', projectParam), async ({ params, query }) =>
    service.listJobs(context, params.projectId, query),
  )

  defineRoute(app, contract.getJobOutline, access.project('viewer', projectParam), async ({ params, query }) => ({
    data: await service.getJobOutline(context, params.projectId, query, query['page[size]']),
  }))

  defineRoute(app, contract.listJobResults, access.project('viewer', projectParam), async ({ params, query }) =>
    service.listResults(context, params.projectId, query),
  )

  defineRoute(app, contract.listJobGroups, access.project('viewer', projectParam), async ({ params }) => ({
    data: await service.listJobGroups(context, params.projectId),
  }))

  defineRoute(app, contract.repeatJob, access.nonGuest, async ({ params, body, request }) => {
    const principal = principalOf(request)
    const projectId = await findProjectOfJob(context.db, params.jobId)
    if (!projectId) throw new ApiError('ERR_0404')
    await requireProjectRole(principal, projectId, 'editor', context)
    return { data: { id: await service.submitAgain(context, principal, params.jobId, body.data) } }
  })

  defineRoute(app, contract.getJob, access.project('viewer', ofJob), async ({ params }) => ({
    data: await service.getJob(context, params.jobId),
  }))

  defineRoute(app, contract.deleteJob, access.project('editor', ofJob), async ({ params, query, request }) => {
    await service.cancelOrDeleteJob(context, principalOf(request), params.jobId, query.only)
    return undefined
  })

  defineRoute(app, contract.getJobResult, access.project('viewer', ofJob), async ({ params }) => ({
    data: await service.getResult(context, params.jobId),
  }))

  defineRoute(app, contract.getResultObjects, access.project('viewer', ofResult), async ({ params, reply }) => {
    const json = await objects.allAsJson(params.resultId)
    return reply.type('application/json; charset=utf-8').send(Readable.from(json))
  })

  const classificationOf = async (resultId: string): Promise<contract.Classification | undefined> => {
    const job = (await findResultOfJobById(context.db, resultId))?.job
    return (job && findApplication(job.appName, job.appVersion)?.classification) ?? undefined
  }
  defineRoute(app, contract.pageResultObjects, access.project('viewer', ofResult), async ({ params, query }) => {
    const classification = query.cuts === undefined ? undefined : await classificationOf(params.resultId)
    return { data: await objects.page(params.resultId, query, classification) }
  })

  defineRoute(app, contract.getResultColumn, access.project('viewer', ofResult), async ({ params, reply }) => {
    const { resultId, column } = params
    const values =
      column === contract.classColumn
        ? Float64Array.from(await objects.classes(resultId))
        : await objects.column(resultId, column)
    // Results never change.
    reply.headers({ 'content-type': 'application/octet-stream', 'cache-control': 'private, max-age=3600, immutable' })
    return Buffer.from(values.buffer)
  })

  defineRoute(app, contract.listCorrections, access.project('viewer', ofResult), async ({ params, query }) =>
    listCorrections(context, params.resultId, query),
  )

  defineRoute(
    app,
    contract.createCorrection,
    access.project('editor', ofResult),
    async ({ params, body, request }) => ({
      data: await saveCorrection(context, objects, principalOf(request), params.resultId, body.data),
    }),
  )

  defineRoute(app, contract.findResultObjects, access.project('viewer', ofResult), async ({ params, query }) => ({
    data: await objects.inBox(params.resultId, query),
  }))

  defineRoute(app, contract.createBundle, access.member, async ({ body, request, reply }) => {
    const principal = principalOf(request)
    await requireProjectRole(principal, body.data.project, 'viewer', context)
    const id = await requestBundle(context, principal, body.data)
    reply.header('location', `/api/v1/jobResultBundles/${id}`)
    return undefined
  })

  defineRoute(app, contract.getBundle, access.project('viewer', ofBundle), async ({ params }) => ({
    data: presentBundle(await requireBundle(context, params.bundleId), context.now()),
  }))

  defineRoute(
    app,
    contract.downloadBundle,
    access.byTicket(access.project('viewer', ofBundle), contract.bundleTicketParameter),
    async ({ params, reply }) => {
      const bundle = await requireBundleFile(context, params.bundleId)
      const key = blobKeys.bundle(bundle.id)
      const { type, name } = await describeBundleFile(context, bundle)
      reply.headers({
        'content-type': type,
        'content-disposition': contentDisposition(name),
        'content-length': (await context.blobs.stat(key))?.size ?? 0,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      return reply.send(await context.blobs.read(key))
    },
    { exposeHeadRoute: false },
  )
}
