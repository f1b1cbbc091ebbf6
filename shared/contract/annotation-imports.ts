import * as z from 'zod/mini'
import { data, id, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'

/** Imports of an image that are listed, and refused objects that an import names; it counts all. */
export const annotationImportLimits = { listed: 20, refusals: 1000, fileName: 255 } as const

/** Why an object of a file was not imported. */
const refusal = z.object({
  /** Where it is in the file, for people. */
  place: z.string(),
  reason: z.string(),
})

/** What became of the objects of a file. */
export const annotationImportCounts = z.object({
  imported: z.number(),
  refused: z.number(),
  /** That the image has already with the same id, geometry, plane and labels. */
  unchanged: z.number(),
  /** Imported as the part of them that lies on the image. */
  cut: z.number(),
  /** Imported as what they cover, because their outline crosses itself or their parts overlap. */
  repaired: z.number(),
  /** Imported without their measurements and other properties, which are too large. */
  withoutProperties: z.number(),
})
export type AnnotationImportCounts = z.infer<typeof annotationImportCounts>

/**
 * `running`: its objects appear one after the other. `failed` and `cancelled`: nothing of it stays. `undone`: its objects are in the trash.
 */
export const annotationImportStatus = z.enum(['running', 'successful', 'failed', 'cancelled', 'undone'])
export type AnnotationImportStatus = z.infer<typeof annotationImportStatus>

/** What the values of a label mask are: each an object, or each a class of which connected areas are objects. */
export const maskValues = z.enum(['objects', 'classes'])
export type MaskValues = z.infer<typeof maskValues>

/** A result of an analysis whose objects become annotations. */
const adoptedResult = z.object({
  result: id,
  /** Id of the corrected result; null: the original. */
  correction: z.nullable(id),
})

/** Annotations of a file, or of a result, that are imported into an image. */
export const annotationImport = z.object({
  id,
  imageId: id,
  /** Of a result: the name of its application. */
  fileName: z.string(),
  /** Null: it is a file. Absent: an older server, which has files only. */
  adopted: z.optional(z.nullable(adoptedResult)),
  /** User id of who imports it. */
  owner: id,
  status: annotationImportStatus,
  /** Whether the server still makes the image what the status says. */
  isBusy: z.boolean(),
  /** 0 to 1. */
  progress: z.number(),
  counts: annotationImportCounts,
  /** Why it has failed; null: it has not. */
  error: z.nullable(z.string()),
  /** Names of labels that the project does not have and could not be given, so that objects came without them. */
  labelsLeftOut: z.array(z.string()),
  created: timestamp,
})
export type AnnotationImport = z.infer<typeof annotationImport>

/** The first refused objects, in the order of the file. */
const withRefusals = z.extend(annotationImport, { refusals: z.array(refusal) })
export type AnnotationImportReport = z.infer<typeof withRefusals>

const imageParams = z.object({ imageId: id })
const importParams = z.object({ imageId: id, importId: id })

export const importAnnotations = endpoint({
  method: 'POST',
  path: '/api/v1/images/:imageId/annotations/imports',
  summary:
    'Import annotations from a file of GeoJSON or COCO, also compressed with gzip, or from a label mask (PNG, TIFF). Answered once the file is there; the objects follow',
  tag: 'annotations',
  params: imageParams,
  query: z.object({
    name: text.check(z.minLength(1), z.maxLength(annotationImportLimits.fileName)),
    /** Of a label mask only, which needs it. */
    mask: z.optional(maskValues),
  }),
  bodyType: 'application/octet-stream',
  success: { status: 201, body: data(annotationImport) },
  errors: ['ERR_2004', 'ERR_2005', 'ERR_2008', 'ERR_3002', 'ERR_0429'],
})

export const adoptResult = endpoint({
  method: 'POST',
  path: '/api/v1/images/:imageId/annotations/adoptions',
  summary:
    'Make annotations of the objects of a result of the image, with their classes as labels: an import as one of a file. Objects that a correction leaves out are none',
  tag: 'annotations',
  params: imageParams,
  body: data(adoptedResult),
  success: { status: 201, body: data(annotationImport) },
  errors: ['ERR_3002', 'ERR_0429'],
})

export const listAnnotationImports = endpoint({
  method: 'GET',
  path: '/api/v1/images/:imageId/annotations/imports',
  summary: `The last ${annotationImportLimits.listed} imports of annotations into an image, the newest first`,
  tag: 'annotations',
  params: imageParams,
  success: { status: 200, body: page(annotationImport) },
})

export const getAnnotationImport = endpoint({
  method: 'GET',
  path: '/api/v1/images/:imageId/annotations/imports/:importId',
  summary: 'An import of annotations with the objects that were refused',
  tag: 'annotations',
  params: importParams,
  success: { status: 200, body: data(withRefusals) },
})

export const changeAnnotationImport = endpoint({
  method: 'PUT',
  path: '/api/v1/images/:imageId/annotations/imports/:importId',
  summary:
    'Cancel an import, take it back, or make it again; whoever has made it may. What others have changed since stays as it is',
  tag: 'annotations',
  params: importParams,
  /** `cancelled`: of a running one. `undone`: of a successful one. `successful`: of one that was undone. What it is already is accepted. */
  body: data(z.object({ status: z.enum(['cancelled', 'undone', 'successful']) })),
  success: { status: 204, body: null },
  errors: ['ERR_0409'],
})
