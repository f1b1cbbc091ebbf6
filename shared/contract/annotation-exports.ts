import * as z from 'zod/mini'
import { maskValues } from './annotation-imports.ts'
import { data, id, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { ticketQuery } from './tickets.ts'

/** Images and annotations that are chosen for an export at most, exports that are listed, and days after which one is removed. */
export const annotationExportLimits = { images: 1000, annotations: 10_000, listed: 20, days: 7 } as const

/**
 * `geojson`: as QuPath reads it, a file per image. `coco`: one file for all images, areas only. `csv`: a row per object, with its measurements.
 * `mask-tiff`, `mask-png`: a label mask for each scene, areas only, with a table of its values; in PNG for each plane.
 */
export const annotationExportFormat = z.enum(['geojson', 'coco', 'csv', 'mask-tiff', 'mask-png'])
export type AnnotationExportFormat = z.infer<typeof annotationExportFormat>

/** Annotations of images of a project as one file: a zip where there are several. */
export const annotationExport = z.object({
  id,
  project: id,
  format: annotationExportFormat,
  /** Name of the file. */
  fileName: z.string(),
  status: z.enum(['running', 'successful', 'failed']),
  /** 0 to 1. */
  progress: z.number(),
  /** Objects that are in the file so far. */
  exported: z.number(),
  /** Objects that the format has no form for: points and lines in COCO and in masks. */
  leftOut: z.number(),
  /** Why it has failed; null: it has not. */
  error: z.nullable(z.string()),
  /** Null until the file is there; a browser opens it with a ticket. */
  downloadUrl: z.nullable(z.string()),
  created: timestamp,
})
export type AnnotationExport = z.infer<typeof annotationExport>

const projectParams = z.object({ projectId: id })
const exportParams = z.object({ projectId: id, exportId: id })

export const createAnnotationExport = endpoint({
  method: 'POST',
  path: '/api/v1/projects/:projectId/annotations/exports',
  summary: 'Make a file of annotations. Answered at once; the file follows',
  tag: 'annotations',
  params: projectParams,
  body: data(
    z.object({
      format: annotationExportFormat,
      /** What the values of a label mask are; absent: objects, with the numbers that they have in the image. */
      mask: z.optional(maskValues),
      /** Absent: all images of the project that are not in its trash. */
      images: z.optional(z.array(id).check(z.minLength(1), z.maxLength(annotationExportLimits.images))),
      /** Only these annotations; absent: all of the images. */
      annotations: z.optional(z.array(id).check(z.minLength(1), z.maxLength(annotationExportLimits.annotations))),
    }),
  ),
  success: { status: 201, body: data(annotationExport) },
  errors: ['ERR_0429'],
})

export const listAnnotationExports = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:projectId/annotations/exports',
  summary: `The last ${annotationExportLimits.listed} exports of annotations of a project by the caller, the newest first`,
  tag: 'annotations',
  params: projectParams,
  success: { status: 200, body: page(annotationExport) },
})

export const removeAnnotationExport = endpoint({
  method: 'DELETE',
  path: '/api/v1/projects/:projectId/annotations/exports/:exportId',
  summary: 'Cancel an own export of annotations, or remove its file',
  tag: 'annotations',
  params: exportParams,
  success: { status: 204, body: null },
  errors: ['ERR_0409'],
})

export const downloadAnnotationExport = endpoint({
  method: 'GET',
  path: '/api/v1/projects/:projectId/annotations/exports/:exportId/download',
  summary: 'The file of an export of annotations',
  tag: 'annotations',
  params: exportParams,
  query: ticketQuery,
  success: { status: 200, body: 'binary', headers: { 'content-disposition': 'Name of the file' } },
  errors: ['ERR_1003', 'ERR_4003'],
})
