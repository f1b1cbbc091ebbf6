import { Readable } from 'node:stream'
import * as contract from '@lamella/shared/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf } from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { adoptObjects, changeImportStatus, getImport, listImports, receiveImport } from './import-service.ts'
import { ofImage } from './routes.ts'

/** Routes of imports: who may annotate imports annotations, who sees the project sees what became of them. */
export const importRoutes = (app: FastifyInstance, context: AppContext): void => {
  app.register(async (scope) => {
    // The handler receives the file as a stream. Fastify's bodyLimit does not hold for it: `receiveImport` limits it.
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
    defineRoute(
      scope,
      contract.importAnnotations,
      access.project(contract.projectRights.annotate, ofImage),
      async ({ params: { imageId }, query: { name: fileName, mask: maskValues = null }, request }) => {
        const body = request.body instanceof Readable ? request.body : Readable.from([])
        const size = Number(request.headers['content-length'] ?? 0)
        const file = { imageId, fileName, maskValues, size, body }
        return { data: await receiveImport(context, principalOf(request), request.projectRole, file) }
      },
      { config: { bodyTime: 'streamed' } },
    )
  })

  defineRoute(
    app,
    contract.adoptResult,
    access.project(contract.projectRights.annotate, ofImage),
    async ({ params: { imageId }, body, request }) => ({
      data: await adoptObjects(context, principalOf(request), request.projectRole, imageId, body.data),
    }),
  )

  defineRoute(app, contract.listAnnotationImports, access.project('viewer', ofImage), async ({ params }) => ({
    data: await listImports(context, params.imageId),
    links: { next: null },
  }))

  defineRoute(app, contract.getAnnotationImport, access.project('viewer', ofImage), async ({ params }) => ({
    data: await getImport(context, params.imageId, params.importId),
  }))

  defineRoute(
    app,
    contract.changeAnnotationImport,
    access.project(contract.projectRights.annotate, ofImage),
    async ({ params, body, request }) => {
      await changeImportStatus(context, principalOf(request), params, body.data.status)
      return undefined
    },
  )
}
