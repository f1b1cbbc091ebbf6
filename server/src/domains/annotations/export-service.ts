import type {
  AnnotationExport,
  AnnotationExportFormat,
  createAnnotationExport,
  HandlerInput,
} from '@lamella/shared/contract'
import { uuidv7 } from 'uuidv7'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { consumeRateLimit, limits } from '../../platform/http/rate-limits.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { findProject } from '../projects/index.ts'
import * as repository from './export-repository.ts'

type Order = HandlerInput<typeof createAnnotationExport>['body']['data']

const present = (row: repository.ExportRow): AnnotationExport => ({
  id: row.id,
  project: row.projectId,
  format: row.format,
  fileName: row.fileName,
  status: row.status,
  progress: row.progress,
  exported: row.exported,
  leftOut: row.leftOut,
  error: row.error,
  downloadUrl:
    row.status === 'successful' ? `/api/v1/projects/${row.projectId}/annotations/exports/${row.id}/download` : null,
  created: row.created.toISOString(),
})

/** Of the files of each format. */
const extensions: Record<AnnotationExportFormat, string> = {
  geojson: '.geojson',
  coco: '.json',
  csv: '.csv',
  'mask-tiff': '.zip',
  'mask-png': '.zip',
}

const isMask = (format: AnnotationExportFormat): boolean => format === 'mask-tiff' || format === 'mask-png'

/** Whether an export has several files, in a zip: one for each image, and a mask its table. */
export const isZip = ({ format, imageIds }: Pick<repository.ExportRow, 'format' | 'imageIds'>): boolean =>
  isMask(format) || (format === 'geojson' && imageIds?.length !== 1)

/** The name of an image without its extension. */
export const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '') || name

/** Named by its image, or by the project. */
const fileNameOf = (row: Pick<repository.ExportRow, 'format' | 'imageIds'>, image: string | null, project: string) => {
  const stem = image === null ? project : stemOf(image)
  return `${stem.replace(/[\\/:*?"<>|]/g, '_')} ${isMask(row.format) ? 'mask' : 'annotations'}${isZip(row) ? '.zip' : extensions[row.format]}`
}

/**
 * Orders a file of annotations, which a job then makes.
 * @throws ApiError ERR_0404 where none of the images is in the project, ERR_0429
 */
export const orderExport = async (
  { db, queue, now }: AppContext,
  { userId, organisationId }: Principal,
  projectId: string,
  { format, mask = 'objects', images, annotations }: Order,
): Promise<AnnotationExport> => {
  const project = await findProject(db, projectId)
  const chosen = images && (await repository.namesOf(db, projectId, images))
  if (!project || chosen?.length === 0) throw new ApiError('ERR_0404')
  await consumeRateLimit(db, limits.exportByUser, userId, now())
  const imageIds = chosen?.map(({ id }) => id) ?? null
  const image = chosen?.length === 1 ? (chosen[0]?.name ?? null) : null
  const fileName = fileNameOf({ format, imageIds }, image, project.name)
  const id = uuidv7()
  return db.transaction(async (tx) => {
    const maskValues = isMask(format) ? mask : null
    const order = { projectId, format, maskValues, imageIds, annotationIds: annotations ?? null, fileName }
    const row = await repository.insertExport(tx, { id, ...order, ownerId: userId, created: now() })
    await queue.enqueue('export-annotations', { organisationId, exportId: id }, { tx, singletonKey: id })
    return present(row)
  })
}

/** The last exports of a project by the user, the newest first. */
export const listExports = async ({ db }: AppContext, userId: string, projectId: string): Promise<AnnotationExport[]> =>
  (await repository.exportsBy(db, projectId, userId)).map(present)

/** An export of a project. @throws ApiError ERR_0404 */
const requireExport = async (
  { db }: AppContext,
  { projectId, exportId }: { projectId: string; exportId: string },
): Promise<repository.ExportRow> => {
  const row = await repository.findExport(db, exportId)
  if (row?.projectId !== projectId) throw new ApiError('ERR_0404')
  return row
}

/** An export of which there is a file. @throws ApiError ERR_0404, ERR_4003 before it is made */
export const requireExportFile = async (
  context: AppContext,
  params: { projectId: string; exportId: string },
): Promise<repository.ExportRow> => {
  const row = await requireExport(context, params)
  if (row.status !== 'successful') throw new ApiError('ERR_4003')
  return row
}

/** Removes an export with its file; one that runs ends. @throws ApiError ERR_0404, ERR_0409 for one of somebody else */
export const removeExport = async (
  context: AppContext,
  userId: string,
  params: { projectId: string; exportId: string },
): Promise<void> => {
  const { id, ownerId } = await requireExport(context, params)
  if (ownerId !== userId) throw new ApiError('ERR_0409', 'Only who has made the export can remove it.')
  const { db, queue } = context
  await db.transaction(async (tx) => {
    await repository.deleteExports(tx, { id })
    await queue.enqueue('remove-blobs', { keys: [blobKeys.annotationExport(id)] }, { tx })
  })
}
