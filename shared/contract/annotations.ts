import * as z from 'zod/mini'
import { data, id, page, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { revision } from './labels.ts'
import { text } from './text.ts'
import { ticketQuery } from './tickets.ts'

/** Limits of annotations (D2-9-04): objects per call of changes, per page, and on the largest page; labels of an object; regions of an image, and characters of their names. */
export const annotationLimits = {
  changes: 1000,
  page: 50,
  largestPage: 500,
  labels: 20,
  regions: 1000,
  regionName: 100,
} as const

/** Name of a region that was given none (D3-3-28). */
export const defaultRegionName = 'RoiWithoutAName'

/** Geometries of annotations (D3-3-27). */
export const geometryType = z.enum(['Point', 'LineString', 'Polygon', 'MultiPolygon'])

/** Well-known text in pixels of the image, such as `POLYGON ((0 0,4 0,4 3,0 0))`. */
const wkt = text.check(z.minLength(1), z.maxLength(4_000_000))

const index = z.number().check(z.int(), z.minimum(0), z.maximum(32_767))

/** Where in a file an object lies. */
const plane = z.object({
  /** Index of the scene. */
  scene: z._default(index, 0),
  /** Index of the Z plane; null: on all of them. */
  z: z._default(z.nullable(index), null),
  /** Index of the time point; null: at all of them. */
  t: z._default(z.nullable(index), null),
})

/** By which labels annotations are listed. */
export const labelState = z.enum(['unlabeled', 'multipleDistinct', 'distinct'])
export type LabelState = z.infer<typeof labelState>

const pageSize = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(annotationLimits.largestPage)),
  annotationLimits.page,
)

const boxText = /^-?\d{1,9}(\.\d+)?(,-?\d{1,9}(\.\d+)?){3}$/

/** An annotation (D2-3-37). */
export const annotation = z.object({
  id,
  type: z.literal('Annotation'),
  imageId: id,
  imageName: z.string(),
  projectId: id,
  /** Number within its image, by which people name it. It is never given to another one. */
  no: z.number(),
  labelAssignments: z.array(z.object({ labelId: id })),
  geometryType,
  geometry: z.string(),
  ...z.object({ scene: index, z: z.nullable(index) }).shape,
  /** Whether its image is a time series. */
  isTimeSeries: z.boolean(),
  /** Index of its time point; null: at all of them, or no time series. */
  timeSeriesStep: z.nullable(index),
  /** User id of who made it. */
  owner: id,
  ownerName: z.string(),
  created: timestamp,
  modified: timestamp,
  revision,
  /** Address of a picture of its surroundings (`getImagePart`); null: only lists have them. */
  previewUrl: z.nullable(z.string()),
})
export type Annotation = z.infer<typeof annotation>

/** A region of interest (D3-3-27): a part of an image that is analysed, or on which models are trained. It is no annotation and has no labels. */
export const region = z.object({
  id,
  type: z.literal('RegionOfInterest'),
  /** Its id. */
  image: id,
  imageName: z.string(),
  projectId: id,
  /** Number within its image, of annotations and regions together. */
  no: z.number(),
  name: z.string(),
  /** Ids of labels of which everything in it is annotated: somebody says so, until something in it changes. */
  exhaustiveFor: z._default(z.array(id), []),
  geometryType,
  geometry: z.string(),
  /** Its time point; empty: all of them. */
  dimensionCoordinates: z.array(z.object({ id: z.literal('t'), sampleIndex: index })),
  ...z.object({ scene: index, z: z.nullable(index) }).shape,
  owner: id,
  ownerName: z.string(),
  created: timestamp,
  modified: timestamp,
  revision,
})
export type Region = z.infer<typeof region>

/** What is drawn on an image. */
const objectKind = z.enum(['Annotation', 'RegionOfInterest'])

const regionName = text.check(z.trim(), z.minLength(1), z.maxLength(annotationLimits.regionName))

/** Ids of the labels of an object. Those that the project does not have, or no longer, are left out, as a deleted label is. */
const labelIds = z.array(id).check(z.maxLength(annotationLimits.labels))

/** Made by the client: the changes of one step are made together or not at all, as the pieces of an object and its own new outline. */
const step = z.optional(id)

/**
 * One change of one object. The client makes the ids, so that a change which is sent twice is made once. Who changes or deletes an object names
 * the revision they have seen: one that others have changed since is left as it is (ERR_7001), and is answered as it is now.
 */
const annotationChange = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('create'),
    id,
    /** Absent: an annotation. */
    kind: z.optional(objectKind),
    /** Of a region. Absent: `defaultRegionName`. */
    name: z.optional(regionName),
    geometry: wkt,
    labels: z.optional(labelIds),
    ...plane.shape,
    step,
  }),
  /**
   * Absent: stays. Only regions have names. Labels of a region are those that it is exhaustively annotated for; they are taken from it by every
   * other change of it, and of what lies in it.
   */
  z.object({
    act: z.literal('change'),
    id,
    revision,
    name: z.optional(regionName),
    geometry: z.optional(wkt),
    labels: z.optional(labelIds),
    step,
  }),
  /** Absent: whatever others have made of it. */
  z.object({ act: z.literal('delete'), id, revision: z.optional(revision), step }),
  /** Takes back a deletion; without a revision also one that others have made since. */
  z.object({ act: z.literal('restore'), id, revision: z.optional(revision), step }),
])
export type AnnotationChange = z.input<typeof annotationChange>

/** What became of a change: the revision that its object has now, or why it was refused. */
const changeOutcome = z.union([
  z.object({
    id,
    no: z.number(),
    revision,
    /** Where they were given: as they are stored. Absent: an older server, which stores none. */
    labels: z.optional(z.array(id)),
    /** Of a region that was made or named. */
    name: z.optional(z.string()),
  }),
  z.object({
    id,
    error: z.object({ code: z.string(), detail: z.string() }),
    /** With ERR_7001: as others have left it. */
    current: z.optional(z.discriminatedUnion('type', [annotation, region])),
  }),
])
export type AnnotationOutcome = z.infer<typeof changeOutcome>

export const changeAnnotations = endpoint({
  method: 'POST',
  path: '/api/v1/images/:imageId/annotations/changes',
  summary:
    'Create, change, delete and restore annotations of an image; each has its own outcome, in the same order, and those of a step are made together or not at all',
  tag: 'annotations',
  params: z.object({ imageId: id }),
  body: data(
    z.object({
      changes: z.array(annotationChange).check(
        z.minLength(1),
        z.maxLength(annotationLimits.changes),
        z.refine((all) => new Set(all.map((each) => each.id)).size === all.length, 'An object is named twice'),
      ),
      /** Made by the client: the event of the change has it, so that a page knows its own changes again. */
      origin: z.optional(id),
    }),
  ),
  success: {
    status: 200,
    body: data(
      z.object({
        /** Of all annotations of the image: grows with each call that changes one. */
        revision: z.number(),
        outcomes: z.array(changeOutcome),
        /** Other regions, which are not exhaustively annotated any more, with the revision that they have now. Absent: none. */
        unmarked: z.optional(z.array(z.object({ id, revision }))),
      }),
    ),
  },
  errors: ['ERR_3002', 'ERR_5003'],
})

export const listAnnotations = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/annotations',
  summary: 'Annotations of a project by image, in the order of their ids; those of images in the trash are left out',
  tag: 'annotations',
  params: z.object({ projectId: id }),
  query: z.object({
    /** Id of the last annotation of the page before. */
    'page[after]': z.optional(id),
    'page[size]': pageSize,
    'filter[image]': z.optional(id),
    'filter[owner]': z.optional(id),
    /** Without a label, with several, or with exactly that of `filter[labelId]` (D2-7-51 to D2-7-53). */
    'filter[label]': z.optional(labelState),
    'filter[labelId]': z.optional(id),
    /** Last modified then or later; before then. */
    'filter[from]': z.optional(timestamp),
    'filter[to]': z.optional(timestamp),
    /** Left, top, right and bottom in pixels: those whose own box has a place in common with it. Only with `filter[image]`. */
    'filter[box]': z.optional(text.check(z.regex(boxText, 'Must be four numbers such as 0,0,512,512'))),
  }),
  success: { status: 200, body: page(annotation) },
})

/** How many annotations a project has, besides those of images in the trash. */
const annotationCounts = z.object({
  all: z.number(),
  unlabeled: z.number(),
  /** With exactly one label, and with several. */
  distinct: z.number(),
  multipleDistinct: z.number(),
  /** With each label that one of them has. */
  labels: z.array(z.object({ labelId: id, count: z.number() })),
  /** Of each person who has made one, the most first. */
  owners: z.array(z.object({ owner: id, ownerName: z.string(), count: z.number() })),
  /** With each image that has one, by name. */
  images: z.array(z.object({ imageId: id, imageName: z.string(), count: z.number() })),
  regions: z.number(),
  /** Regions that are exhaustively annotated for a label. */
  markedRegions: z._default(z.number(), 0),
})
export type AnnotationCounts = z.infer<typeof annotationCounts>

export const countAnnotations = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/annotations/counts',
  summary: 'How many annotations a project has: by how many labels they have, by label, by person and by image',
  tag: 'annotations',
  params: z.object({ projectId: id }),
  success: { status: 200, body: data(annotationCounts) },
})

export const listRegions = endpoint({
  method: 'GET',
  path: '/api/v2/projects/:projectId/rois',
  summary:
    'Regions of interest of a project by image, in the order of their ids; those of images in the trash are left out',
  tag: 'annotations',
  params: z.object({ projectId: id }),
  query: z.object({
    /** Id of the last region of the page before. */
    'page[after]': z.optional(id),
    'page[size]': pageSize,
    'filter[image]': z.optional(id),
  }),
  success: { status: 200, body: page(region) },
})

/**
 * What is drawn on an image, in few bytes: a length of 4 bytes and as many bytes of JSON (`annotationLayerHead`), then one record after the other
 * until the end. Numbers are big-endian.
 *
 *   kind 2 bytes   0: annotation; 1: region; 2: it was deleted, and only its id follows
 *   id 16, number 4, revision 4, scene 2, Z plane 2 and time point 2 (−1: all of them), created 8 and modified 8 (ms since 1970), owner 16
 *   labels         2 bytes and so many ids; of a region those that it is exhaustively annotated for
 *   name           2 bytes and so many of UTF-8, empty for annotations
 *   geometry       4 bytes and so many of `shapeOf` (shared/geometry)
 */
export const getAnnotationLayer = endpoint({
  method: 'GET',
  path: '/api/v1/images/:imageId/annotations/layer',
  summary:
    'Annotations and regions of an image in binary form: all of them, what was changed since, or all as they once were',
  tag: 'annotations',
  params: z.object({ imageId: id }),
  query: z.object({
    /** Revision of the layer that the client has; absent: all. */
    since: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2 ** 31 - 1))),
    /** From whose answer the client has it: of another one, all is told. */
    installation: z.optional(id),
    /** Revision of the layer, of which all is told as it was then. Not with `since`. */
    at: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2 ** 31 - 1))),
  }),
  success: {
    status: 200,
    body: 'binary',
    headers: { 'content-encoding': 'gzip, where the client takes it', vary: 'accept-encoding' },
  },
})

/** What records of a layer have in common. */
export const annotationLayerHead = z.object({
  /** Revision of the layer. Records may be newer. */
  revision: z.number(),
  /** Whose revision it is: a backup that is restored is another installation. Null: it does not tell. */
  installation: z._default(z.nullable(id), null),
  /** Whether the records are only what was changed. */
  isChange: z.boolean(),
  imageName: z.string(),
  projectId: id,
  isTimeSeries: z.boolean(),
  /** Full names by user id. */
  owners: z.record(id, z.string()),
})
export type AnnotationLayerHead = z.infer<typeof annotationLayerHead>

export const exportAnnotations = endpoint({
  method: 'GET',
  path: '/api/v1/images/:imageId/annotations/geojson',
  summary: 'Annotations of an image as a GeoJSON file in the form of QuPath',
  tag: 'annotations',
  params: z.object({ imageId: id }),
  /** `scene`: only those of this scene; absent: all, each with its scene. */
  query: z.extend(ticketQuery, {
    scene: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(32_767))),
  }),
  success: { status: 200, body: 'binary', headers: { 'content-disposition': 'Name of the file' } },
  errors: ['ERR_1003'],
})
