import * as contract from '@lamella/shared/contract'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { access, principalOf, projectParam } from '../../platform/http/access-rules.ts'
import { defineRoute } from '../../platform/http/define-route.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { isZip, listExports, orderExport, removeExport, requireExportFile } from './export-service.ts'

const zip = 'application/zip'
const types: Record<contract.AnnotationExportFormat, string> = {
  geojson: 'application/geo+json',
  coco: 'application/json',
  csv: 'text/csv; charset=utf-8',
  'mask-tiff': zip,
  'mask-png': zip,
}

/** Routes of exports: who sees the project exports, and lists and removes what they have exported; the file may be passed on to others. */
export const exportRoutes = (app: FastifyInstance, context: AppContext): void => {
  defineRoute(
    app,
    contract.createAnnotationExport,
    access.project('viewer', projectParam),
    async ({ params, body, request }) => ({
      data: await orderExport(context, principalOf(request), params.projectId, body.data),
    }),
  )

  defineRoute(
    app,
    contract.listAnnotationExports,
    access.project('viewer', projectParam),
    async ({ params, request }) => ({
      data: await listExports(context, principalOf(request).userId, params.projectId),
      links: { next: null },
    }),
  )

  defineRoute(
    app,
    contract.removeAnnotationExport,
    access.project('viewer', projectParam),
    async ({ params, request }) => {
      await removeExport(context, principalOf(request).userId, params)
      return undefined
    },
  )

  defineRoute(
    app,
    contract.downloadAnnotationExport,
    access.byTicket(access.project('viewer', projectParam)),
    async ({ params, reply }) => {
      const row = await requireExportFile(context, params)
      reply.headers({
        'content-type': isZip(row) ? zip : types[row.format],
        'content-disposition': contentDisposition(row.fileName),
        'content-length': row.size ?? 0,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      return reply.send(await context.blobs.read(blobKeys.annotationExport(row.id)))
    },
    { exposeHeadRoute: false },
  )
}
