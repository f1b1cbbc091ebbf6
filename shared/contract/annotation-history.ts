import * as z from 'zod/mini'
import { annotation, region } from './annotations.ts'
import { data, id, page, person, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { placedPageQuery } from './placed-pages.ts'

/** Days that a deleted annotation or region is in the trash. After that the history still has it. */
export const annotationTrashDays = 30
/** Objects that a step of the history names of each act at most; it counts all. */
export const namedInStep = 20

/** Something that was deleted, as it was. */
export const deletedAnnotation = z.object({
  id,
  object: z.discriminatedUnion('type', [annotation, region]),
  deleted: timestamp,
  deletedBy: person,
})
export type DeletedAnnotation = z.infer<typeof deletedAnnotation>

export const listDeletedAnnotations = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/annotations/trash',
  summary: `Annotations and regions of a project that were deleted within ${annotationTrashDays} days, the last one first; those of images in the trash are left out`,
  tag: 'annotations',
  params: z.object({ projectId: id }),
  query: z.extend(placedPageQuery, { 'filter[image]': z.optional(id) }),
  success: { status: 200, body: page(deletedAnnotation) },
})

const act = z.enum(['create', 'change', 'delete', 'restore'])

/** What a step has made of an object. */
const changedObject = z.object({
  id,
  no: z.number(),
  act,
  /** Of a region; null: it is an annotation. */
  name: z.nullable(z.string()),
  /** Null: it is an annotation, or it was not there. */
  nameBefore: z.nullable(z.string()),
  /** Ids, some of which may be deleted since. */
  labels: z.array(id),
  /** Null: it was not there. */
  labelsBefore: z.nullable(z.array(id)),
  /** Whether it got another geometry. */
  isReshaped: z.boolean(),
})
export type ChangedObject = z.infer<typeof changedObject>

/** What one call has changed on an image. */
const annotationStep = z.object({
  /** Of all annotations of the image, which the step has made. */
  revision: z.number(),
  at: timestamp,
  by: person,
  /** How many objects were created, changed, deleted and restored. */
  counts: z.record(act, z.number()),
  /** The first of them by their numbers: of each act as many. */
  objects: z.array(changedObject),
})
export type AnnotationStep = z.infer<typeof annotationStep>

const stepsPerPage = 50

export const getAnnotationHistory = endpoint({
  method: 'GET',
  path: '/api/v1/images/:imageId/annotations/history',
  summary: 'What was changed of the annotations and regions of an image, by whom and when; the last change first',
  tag: 'annotations',
  params: z.object({ imageId: id }),
  query: z.object({
    /** Revision of the last step of the page before. */
    'page[before]': z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
    'page[size]': z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(stepsPerPage)), stepsPerPage),
  }),
  success: { status: 200, body: page(annotationStep) },
})

/** Parts of a timeline at most. */
export const timelineParts = 120

/** Steps that follow each other. */
const timelinePart = z.object({
  /** Of the last one. */
  revision: z.number(),
  at: timestamp,
  /** How many objects each person has changed in them. */
  changes: z.array(z.object({ by: id, count: z.number() })),
})
export type TimelinePart = z.infer<typeof timelinePart>

const annotationTimeline = z.object({
  /** Of equally many steps, the first one first. */
  parts: z.array(timelinePart),
  /** Those who have changed something, the most first. */
  people: z.array(person),
})
export type AnnotationTimeline = z.infer<typeof annotationTimeline>

export const getAnnotationTimeline = endpoint({
  method: 'GET',
  path: '/api/v1/images/:imageId/annotations/timeline',
  summary: `When and by whom the annotations and regions of an image were changed, in at most ${timelineParts} parts`,
  tag: 'annotations',
  params: z.object({ imageId: id }),
  success: { status: 200, body: data(annotationTimeline) },
})
