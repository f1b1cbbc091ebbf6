import type {
  AnnotationExport,
  AnnotationExportFormat,
  AnnotationImportCounts,
  AnnotationImportStatus,
  MaskValues,
} from '@lamella/shared/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, created, id, modified, moment, needs, partOf } from './columns.ts'
import { images } from './images.ts'
import { labels } from './labels.ts'
import { projects } from './projects.ts'

/**
 * What all annotations of an image are together, from the first one on. Who changes any of them locks its row, so that revision, numbers and
 * count have no gap and no race.
 */
export const annotationLayers = pgTable('annotation_layers', {
  imageId: uuid('image_id')
    .primaryKey()
    .references(() => images.id, { onDelete: 'cascade' }),
  /** Grows with each change of one of them. */
  revision: integer('revision').notNull().default(0),
  /** The largest number that an annotation of the image ever had. */
  lastNo: integer('last_no').notNull().default(0),
  /** Annotations that are not deleted. */
  annotationCount: integer('annotation_count').notNull().default(0),
  /** Regions of interest that are not deleted. */
  roiCount: integer('roi_count').notNull().default(0),
})

/** What a file says of an object besides its geometry and labels, as GeoJSON: written again when it is exported. */
export interface ImportedProperties {
  /** `properties` of its feature. */
  feature?: Record<string, unknown>
  /** Outline of the nucleus of a cell. */
  nucleus?: unknown
  isEllipse?: true
  /** MD5 of the bytes of the geometry (hex) that nucleus, ellipse and measurements are of: another geometry has none of them. */
  shape?: string
}

/** Annotations of a file, or of a result, that are imported into an image. */
export const annotationImports = pgTable(
  'annotation_imports',
  {
    id: id(),
    imageId: partOf('image_id', () => images.id),
    ownerId: needs('owner_id', () => users.id),
    fileName: text('file_name').notNull(),
    /** What the values of a label mask are; null: it was not said. */
    maskValues: text('mask_values').$type<MaskValues>(),
    /** Whose objects are imported, which may be deleted since; null: those of a file. */
    resultId: uuid('result_id'),
    /** Null: as the application has divided them. */
    correctionId: uuid('correction_id'),
    /** What is to be: a job makes the objects of the image so. */
    status: text('status').$type<AnnotationImportStatus>().notNull().default('running'),
    isBusy: boolean('is_busy').notNull().default(true),
    /** Whether its owner may add labels to the project. */
    mayAddLabels: boolean('may_add_labels').notNull(),
    /** Elements of the file that are imported or refused: a try that follows goes on from there. */
    elements: integer('elements').notNull().default(0),
    /** 0 to 1. */
    progress: real('progress').notNull().default(0),
    counts: jsonb('counts').$type<AnnotationImportCounts>().notNull(),
    refusals: jsonb('refusals').$type<{ place: string; reason: string }[]>().notNull().default([]),
    labelsLeftOut: jsonb('labels_left_out').$type<string[]>().notNull().default([]),
    error: text('error'),
    created: created(),
    /** When it was taken back: its objects were deleted at this moment. Null: it was not. */
    takenBack: moment('taken_back'),
  },
  (t) => [index('annotation_imports_image').on(t.imageId, t.id), index('annotation_imports_owner').on(t.ownerId)],
)

/** A file that is made of annotations of a project. */
export const annotationExports = pgTable(
  'annotation_exports',
  {
    id: id(),
    projectId: partOf('project_id', () => projects.id),
    ownerId: needs('owner_id', () => users.id),
    format: text('format').$type<AnnotationExportFormat>().notNull(),
    /** What the values of a label mask are; null: it is none. */
    maskValues: text('mask_values').$type<MaskValues>(),
    fileName: text('file_name').notNull(),
    /** Null: all images of the project. */
    imageIds: jsonb('image_ids').$type<string[]>(),
    /** Null: all annotations of the images. */
    annotationIds: jsonb('annotation_ids').$type<string[]>(),
    status: text('status').$type<AnnotationExport['status']>().notNull().default('running'),
    /** 0 to 1. */
    progress: real('progress').notNull().default(0),
    exported: integer('exported').notNull().default(0),
    leftOut: integer('left_out').notNull().default(0),
    error: text('error'),
    /** Bytes of its file; null: it is not made. */
    size: bigint('size', { mode: 'number' }),
    created: created(),
  },
  (t) => [
    index('annotation_exports_project').on(t.projectId, t.ownerId, t.id),
    index('annotation_exports_owner').on(t.ownerId),
    index('annotation_exports_created').on(t.created),
  ],
)

/** An object that somebody has drawn on an image, or a region of interest. */
export const annotations = pgTable(
  'annotations',
  {
    /** Made by the client: what is sent twice is stored once. */
    id: uuid('id').primaryKey(),
    imageId: partOf('image_id', () => annotationLayers.imageId),
    /** Number within the image. */
    no: integer('no').notNull(),
    ownerId: needs('owner_id', () => users.id),
    /** Of a region of interest; null: it is an annotation. */
    name: text('name'),
    scene: smallint('scene').notNull(),
    /** Null: on all planes; at all time points. */
    z: smallint('z'),
    t: smallint('t'),
    /** Key of the cell and size class in which it lies (`cellOf` of domains/annotations). */
    cell: integer('cell').notNull(),
    /** Box around it in whole pixels of the image, rounded outwards. */
    left: integer('box_left').notNull(),
    top: integer('box_top').notNull(),
    right: integer('box_right').notNull(),
    bottom: integer('box_bottom').notNull(),
    /** The geometry as bytes (`shapeOf` of shared/geometry). */
    shape: bytea('shape').notNull(),
    revision: integer('revision').notNull().default(1),
    /** Revision of the layer with which it became as it is; 0: before this was kept. */
    layerRevision: integer('layer_revision').notNull().default(0),
    created: created(),
    modified: modified(),
    modifiedBy: needs('modified_by', () => users.id),
    /** Null: it is there. */
    deleted: moment('deleted'),
    /** The import that has made it; null: somebody has drawn it. Without a reference: both go with their image. */
    importId: uuid('import_id'),
    /** What its file says of it besides. */
    properties: jsonb('properties').$type<ImportedProperties>(),
  },
  (t) => [
    // Of deleted ones too: they go with their image.
    index('annotations_image').on(t.imageId, t.id),
    // Few among many.
    index('annotations_regions').on(t.imageId, t.id).where(sql`name IS NOT NULL`),
    index('annotations_cell').on(t.imageId, t.cell).where(sql`deleted IS NULL`),
    // What a change has made, for the history.
    index('annotations_revision').on(t.imageId, t.layerRevision),
    index('annotations_import').on(t.importId, t.id).where(sql`import_id IS NOT NULL`),
    index('annotations_deleted').on(t.imageId, t.deleted).where(sql`deleted IS NOT NULL`),
  ],
)

/**
 * What annotations were before: a row for each change, of what the change has replaced. With the row of an annotation itself these are all its
 * revisions, each with who made it and when. At revision R of the layer an annotation was as the row of which
 * `layerRevision` ≤ R < `replacedWith`.
 */
export const annotationVersions = pgTable(
  'annotation_versions',
  {
    annotationId: partOf('annotation_id', () => annotations.id),
    revision: integer('revision').notNull(),
    imageId: uuid('image_id').notNull(),
    layerRevision: integer('layer_revision').notNull(),
    /** Revision of the layer with which it was replaced. */
    replacedWith: integer('replaced_with').notNull(),
    name: text('name'),
    shape: bytea('shape').notNull(),
    /** Ids of its labels; some of them may be deleted since. */
    labels: uuid('labels').array().notNull(),
    modified: moment('modified').notNull(),
    modifiedBy: needs('modified_by', () => users.id),
    deleted: moment('deleted'),
  },
  (t) => [
    primaryKey({ columns: [t.annotationId, t.revision] }),
    index('annotation_versions_image').on(t.imageId, t.replacedWith),
    index('annotation_versions_revision').on(t.imageId, t.layerRevision),
  ],
)

/** Labels of annotations. */
export const labelAssignments = pgTable(
  'label_assignments',
  { labelId: partOf('label_id', () => labels.id), annotationId: partOf('annotation_id', () => annotations.id) },
  (t) => [
    primaryKey({ columns: [t.labelId, t.annotationId] }),
    index('label_assignments_annotation').on(t.annotationId),
  ],
)
