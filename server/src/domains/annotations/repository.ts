import type { LabelState } from '@lamella/shared/contract'
import type { Box } from '@lamella/shared/geometry'
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '../../platform/db/database.ts'
import {
  annotationLayers,
  annotations,
  annotationVersions,
  images,
  labelAssignments,
  labelSets,
  labels,
  media,
  projects,
  users,
} from '../../platform/db/schema/index.ts'

export type AnnotationRow = typeof annotations.$inferSelect
export type AnnotationLayerRow = typeof annotationLayers.$inferSelect

/** A scene of an image: its size in pixels and its number of planes. */
export interface Scene {
  width: number
  height: number
  zPlanes: number
  timePoints: number
  /** µm per pixel as the file has it. */
  pixelSizeUm: { x: number; y: number } | null
}

const sceneOf = (description: SQL) => sql`jsonb_build_object(
  'width', ${description}->'width', 'height', ${description}->'height',
  'zPlanes', ${description}->'zPlanes', 'timePoints', ${description}->'timePoints',
  'pixelSizeUm', ${description}->'pixelSizeUm')`

/**
 * The scenes of an image; empty until it is available, and then the same for ever. Descriptions may have megabytes, so only the sizes are read.
 * @returns null: there is no such image, or it is in the trash
 */
export const scenesOf = async (db: Executor, imageId: string): Promise<Scene[] | null> => {
  const [row] = await db
    .select({
      first: sql<Scene | null>`case when ${media.summary} is not null then ${sceneOf(sql`${media.summary}`)} end`,
      others: sql<Scene[]>`coalesce((select jsonb_agg(${sceneOf(sql`scene->'description'`)} order by no)
        from jsonb_array_elements(${media.further}->'scenes') with ordinality as listed(scene, no)), '[]')`,
    })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(and(eq(images.id, imageId), isNull(images.trashed)))
  return row ? (row.first ? [row.first, ...row.others] : []) : null
}

/** Where an image is. */
export interface ImagePlace {
  projectId: string
  organisationId: string
}

/**
 * Where an image is, kept from being moved, put into the trash or deleted until the end of the transaction. @returns null: there is no such
 * image, or it is in the trash
 */
export const keepImage = async (tx: Executor, imageId: string): Promise<ImagePlace | null> => {
  const [row] = await tx
    .select({ projectId: images.projectId, organisationId: projects.organisationId })
    .from(images)
    .innerJoin(projects, eq(projects.id, images.projectId))
    .where(and(eq(images.id, imageId), isNull(images.trashed)))
    .for('key share', { of: images })
  return row ?? null
}

/** What all annotations of an image are together, locked until the end of the transaction, and made where there was none. */
export const lockLayer = async (tx: Executor, imageId: string): Promise<AnnotationLayerRow> => {
  await tx.insert(annotationLayers).values({ imageId }).onConflictDoNothing()
  const ofImage = eq(annotationLayers.imageId, imageId)
  const [row] = await tx.select().from(annotationLayers).where(ofImage).for('no key update')
  if (!row) throw new Error('The layer of annotations is gone')
  return row
}

/** Writes what has changed of a locked layer. */
export const putLayer = async (tx: Executor, { imageId, ...layer }: AnnotationLayerRow): Promise<void> => {
  await tx.update(annotationLayers).set(layer).where(eq(annotationLayers.imageId, imageId))
}

/** Ids of the labels of an annotation, as a column. */
export const labelIds = (db: Executor) =>
  sql<string[]>`array(${db
    .select({ id: labelAssignments.labelId })
    .from(labelAssignments)
    .where(eq(labelAssignments.annotationId, annotations.id))
    .orderBy(asc(labelAssignments.labelId))})`

/** An annotation without its geometry, which may have megabytes, and with the ids of its labels. */
export type StoredAnnotation = Omit<AnnotationRow, 'shape'> & { labels: string[] }

/** As one parameter: of thousands each takes time. */
const isOneOf = (ids: readonly string[]): SQL => sql`${annotations.id} = any(${sql.param([...ids])}::uuid[])`

/** Those of these annotations that are stored, also deleted ones and those of other images, by id. */
export const findStored = async (tx: Executor, ids: readonly string[]): Promise<Map<string, StoredAnnotation>> => {
  const { shape, ...columns } = getTableColumns(annotations)
  const rows = await tx
    .select({ ...columns, labels: labelIds(tx) })
    .from(annotations)
    .where(isOneOf(ids))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The geometries of annotations by their ids, as bytes. */
export const shapesOf = async (tx: Executor, ids: readonly string[]): Promise<Map<string, Buffer>> => {
  if (ids.length === 0) return new Map()
  const { id, shape } = getTableColumns(annotations)
  const rows = await tx.select({ id, shape }).from(annotations).where(isOneOf(ids))
  return new Map(rows.map((row) => [row.id, row.shape]))
}

/**
 * The label of the project by the id of each of these labels, kept from being deleted until the end of the transaction. Of a label of another
 * project of the organisation it is that of the same name in a set of the same name: who has labelled before the image was moved names it.
 * Labels that the project does not have are left out.
 */
export const keepLabels = async (
  tx: Executor,
  { projectId, organisationId }: ImagePlace,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const [namedLabels, namedSets] = [alias(labels, 'named_labels'), alias(labelSets, 'named_sets')]
  const rows = await tx
    .select({ named: namedLabels.id, id: labels.id })
    .from(namedLabels)
    .innerJoin(namedSets, eq(namedSets.id, namedLabels.labelSetId))
    .innerJoin(projects, eq(projects.id, namedSets.projectId))
    .innerJoin(labelSets, and(eq(labelSets.projectId, projectId), eq(labelSets.name, namedSets.name)))
    .innerJoin(labels, and(eq(labels.labelSetId, labelSets.id), eq(labels.name, namedLabels.name)))
    .where(and(inArray(namedLabels.id, [...new Set(ids)]), eq(projects.organisationId, organisationId)))
    // Of sets of the same name the first one; the label itself, where it is of the project, before all.
    .orderBy(desc(labelSets.id), desc(labels.id))
    .for('key share', { of: labels })
  const found = new Map(rows.map(({ named, id }) => [named, id]))
  for (const { named, id } of rows) if (named === id) found.set(named, id)
  return found
}

/** Keeps those of these annotations that are there as versions, before they are changed. @param replacedWith - revision of the layer of the change */
export const keepVersions = async (tx: Executor, ids: readonly string[], replacedWith: number): Promise<void> => {
  if (ids.length === 0) return
  const { id, revision, imageId, layerRevision, name, shape, modified, modifiedBy, deleted } =
    getTableColumns(annotations)
  await tx.insert(annotationVersions).select(
    tx
      .select({
        annotationId: id,
        revision,
        imageId,
        layerRevision,
        replacedWith: sql<number>`${replacedWith}::int`.as('replaced_with'),
        name,
        shape,
        labels: labelIds(tx).as('labels'),
        modified,
        modifiedBy,
        deleted,
      })
      .from(annotations)
      .where(inArray(annotations.id, [...ids])),
  )
}

const asGiven = (column: { name: string }): SQL => sql.raw(`excluded."${column.name}"`)

/**
 * Stores new annotations, and changed ones in place of what they were.
 * @returns the ids of those that are stored: not of a new one whose id another image has got meanwhile
 */
export const putAnnotations = async (tx: Executor, rows: readonly AnnotationRow[]): Promise<Set<string>> => {
  if (rows.length === 0) return new Set()
  const { id, imageId, no, ownerId, created, ...changed } = getTableColumns(annotations)
  const stored = await tx
    .insert(annotations)
    .values([...rows])
    .onConflictDoUpdate({
      target: annotations.id,
      set: Object.fromEntries(Object.entries(changed).map(([name, column]) => [name, asGiven(column)])),
      setWhere: sql`${annotations.imageId} = ${asGiven(imageId)}`,
    })
    .returning({ id: annotations.id })
  return new Set(stored.map((row) => row.id))
}

/** Changes annotations that keep their geometry. */
export const touchAnnotations = async (
  tx: Executor,
  ids: readonly string[],
  change: Pick<AnnotationRow, 'layerRevision' | 'modified' | 'modifiedBy'> & { deleted?: Date | null },
): Promise<void> => {
  await tx
    .update(annotations)
    .set({ ...change, revision: sql`${annotations.revision} + 1` })
    .where(inArray(annotations.id, [...ids]))
}

/** Gives regions these names. */
export const putNames = async (tx: Executor, given: ReadonlyMap<string, string>): Promise<void> => {
  for (const [id, name] of given) await tx.update(annotations).set({ name }).where(eq(annotations.id, id))
}

/** Gives annotations these labels in place of those that they have. */
export const putLabels = async (tx: Executor, given: ReadonlyMap<string, readonly string[]>): Promise<void> => {
  if (given.size === 0) return
  await tx.delete(labelAssignments).where(inArray(labelAssignments.annotationId, [...given.keys()]))
  const rows = [...given].flatMap(([annotationId, ids]) => ids.map((labelId) => ({ annotationId, labelId })))
  if (rows.length > 0) await tx.insert(labelAssignments).values(rows)
}

/** An annotation with what a list shows of it besides. */
export interface ListedAnnotation {
  annotation: AnnotationRow
  projectId: string
  imageName: string
  isTimeSeries: boolean
  owner: { firstName: string; lastName: string }
  labelIds: string[]
}

/** Which annotations, or regions, are listed. */
export interface AnnotationFilter {
  areRegions?: boolean
  imageId?: string | undefined
  ownerId?: string | undefined
  /** Without a label, with several, or with one: that of `labelId` if it is given. */
  labels?: LabelState | undefined
  labelId?: string | undefined
  /** Last modified then or later; before then. */
  from?: Date | undefined
  to?: Date | undefined
  /** Their own boxes have a place in common with it; pixels. */
  box?: Box | undefined
}

const isLabelled = (db: Executor, state: LabelState, labelId: string | undefined): SQL | undefined => {
  const count = sql`cardinality(${labelIds(db)})`
  if (state === 'unlabeled') return sql`${count} = 0`
  if (state === 'multipleDistinct') return sql`${count} > 1`
  // The label first: its index finds few.
  const withLabel = db
    .select({ id: labelAssignments.annotationId })
    .from(labelAssignments)
    .where(eq(labelAssignments.labelId, labelId ?? ''))
  return and(labelId === undefined ? undefined : inArray(annotations.id, withLabel), sql`${count} = 1`)
}

const isWithin = ([left, top, right, bottom]: Box): SQL | undefined =>
  and(
    lte(annotations.left, Math.floor(right)),
    gte(annotations.right, Math.ceil(left)),
    lte(annotations.top, Math.floor(bottom)),
    gte(annotations.bottom, Math.ceil(top)),
  )

const isListed = (
  db: Executor,
  { areRegions, imageId, ownerId, labels: state, labelId, from, to, box }: AnnotationFilter,
) =>
  and(
    areRegions ? isNotNull(annotations.name) : isNull(annotations.name),
    imageId ? eq(annotations.imageId, imageId) : undefined,
    ownerId ? eq(annotations.ownerId, ownerId) : undefined,
    state && isLabelled(db, state, labelId),
    from && gte(annotations.modified, from),
    to && lt(annotations.modified, to),
    box && isWithin(box),
  )

const selectListed = (db: Executor) =>
  db
    .select({
      annotation: getTableColumns(annotations),
      projectId: images.projectId,
      imageName: images.name,
      isTimeSeries: sql<boolean>`${media.fileType} = 'TimeSeries'`,
      owner: { firstName: users.firstName, lastName: users.lastName },
      labelIds: labelIds(db),
    })
    .from(annotations)
    .innerJoin(images, eq(images.id, annotations.imageId))
    .innerJoin(media, eq(media.id, images.mediumId))
    .innerJoin(users, eq(users.id, annotations.ownerId))

/** Those of these annotations that are there, or those that are deleted. */
export const findListed = (
  db: Executor,
  ids: readonly string[],
  { areDeleted = false }: { areDeleted?: boolean } = {},
): Promise<ListedAnnotation[]> =>
  selectListed(db).where(
    and(inArray(annotations.id, [...ids]), areDeleted ? isNotNull(annotations.deleted) : isNull(annotations.deleted)),
  )

/**
 * One page of the annotations or regions of a project, by image and then by id. Images in its trash are left out.
 * @param page - `after`: id of the last one of the page before
 */
export const pageAnnotations = async (
  db: Executor,
  projectId: string,
  filter: AnnotationFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ListedAnnotation[]> => {
  const cursor = after && (await findStored(db, [after])).get(after)
  // Whoever follows a cursor that is gone begins again rather than to miss something.
  // As one row: an index is then read from there on.
  const isAfter = cursor
    ? sql`(${annotations.imageId}, ${annotations.id}) > (${cursor.imageId}::uuid, ${cursor.id}::uuid)`
    : undefined
  return selectListed(db)
    .where(
      and(
        eq(images.projectId, projectId),
        isNull(images.trashed),
        isNull(annotations.deleted),
        isListed(db, filter),
        isAfter,
      ),
    )
    .orderBy(asc(annotations.imageId), asc(annotations.id))
    .limit(limit)
}

/** The organisation of an image, also of one in the trash; null: there is no such image. */
export const organisationOfImage = async (db: Executor, imageId: string): Promise<string | null> => {
  const [row] = await db
    .select({ id: projects.organisationId })
    .from(images)
    .innerJoin(projects, eq(projects.id, images.projectId))
    .where(eq(images.id, imageId))
  return row?.id ?? null
}

/** The name of an image and that of its file, by which files name it; none: there is no such image. */
export const namesOfImage = async (db: Executor, imageId: string): Promise<string[]> => {
  const [row] = await db
    .select({ name: images.name, file: media.originalFilename })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(eq(images.id, imageId))
  return row ? [row.name, row.file] : []
}

/** Null: there is no such image. */
export const nameOfImage = async (
  db: Executor,
  imageId: string,
): Promise<{ name: string; projectId: string } | null> => {
  const found = { name: images.name, projectId: images.projectId }
  const [row] = await db.select(found).from(images).where(eq(images.id, imageId))
  return row ?? null
}
