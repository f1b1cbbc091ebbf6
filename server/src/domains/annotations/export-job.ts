import { Readable } from 'node:stream'
import { annotationExportLimits } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { createWorkFolder, removeWorkFolders } from '../../platform/process/work-folder.ts'
import { enqueueForgotten } from '../../platform/queue/forgotten-jobs.ts'
import { isInterrupted, type JobHandlers } from '../../platform/queue/job-types.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { isDiskFull } from '../../platform/storage/disk-space.ts'
import { zipStream } from '../../platform/zip.ts'
import { namesInArchive } from '../images/index.ts'
import * as repository from './export-repository.ts'
import { isZip, stemOf } from './export-service.ts'
import { type ExportedImage, isArea, objectsOf } from './files/exported.ts'
import { cocoOf } from './files/write-coco.ts'
import { csvOf } from './files/write-csv.ts'
import { geoJsonOf } from './files/write-geojson.ts'
import { MaskRefused, maskFilesOf } from './files/write-masks.ts'
import { scenesOf } from './repository.ts'

/** Milliseconds between two events of an export. */
const eventPause = 500

/** The user has removed the export. */
class ExportGone extends Error {
  override readonly name = 'ExportGone'
}

/** Why there is no file, in words for the user. */
class NothingToExport extends Error {
  override readonly name = 'NothingToExport'
}

/** How much of an export is written. */
interface Written {
  exported: number
  leftOut: number
}

const announce = ({ events }: AppContext, { id, projectId: project }: repository.ExportRow): Promise<void> =>
  events.publish({ type: 'annotationExport', id, project })

/** The images of an export with their scenes. A pixel size that a user has set is that of the first scene. */
const imagesOf = async ({ db }: AppContext, row: repository.ExportRow) => {
  const { found, annotations } = await repository.imagesOfExport(db, row)
  const images: ExportedImage[] = []
  for (const { id, name, givenPixelSize } of found) {
    const [first, ...others] = (await scenesOf(db, id)) ?? []
    if (!first) continue
    const pixelSizeUm = givenPixelSize?.um ?? first.pixelSizeUm
    images.push({ id, name, scenes: [{ ...first, pixelSizeUm }, ...others] })
  }
  return { images, total: row.annotationIds?.length ?? annotations }
}

/** The bytes of the file of an export. @param of - `written`: counted on while it is read; `folder`: for files that are being made */
const contentOf = async (
  context: AppContext,
  row: repository.ExportRow,
  { written, folder }: { written: Written; folder: string },
  signal: AbortSignal,
): Promise<Readable> => {
  const { images, total } = await imagesOf(context, row)
  if (images.length === 0) throw new NothingToExport('There are no annotations to export.')
  const labels = await repository.labelsOfProject(context.db, row.projectId)
  let announced = performance.now()
  const tell = async (): Promise<void> => {
    if (performance.now() - announced < eventPause) return
    announced = performance.now()
    const progress = Math.min(1, (written.exported + written.leftOut) / Math.max(1, total))
    if (!(await repository.changeExport(context.db, row.id, { ...written, progress }))) throw new ExportGone()
    await announce(context, row)
  }
  const read = async function* (image: ExportedImage): AsyncGenerator<repository.ExportedAnnotation[]> {
    const part = { imageId: image.id, ids: row.annotationIds ?? undefined }
    for await (const all of objectsOf(context.db, part)) {
      signal.throwIfAborted()
      const fitting = row.format === 'coco' ? all.filter(isArea) : all
      if (fitting.length > 0) yield fitting
      written.exported += fitting.length
      written.leftOut += all.length - fitting.length
      await tell()
    }
  }
  if (row.format === 'coco') return Readable.from(cocoOf(images, labels, read))
  if (row.format === 'csv') return Readable.from(csvOf(images, labels, read))
  const { format, maskValues } = row
  if (format === 'mask-tiff' || format === 'mask-png') {
    const stems = namesInArchive(images.map(({ name }) => ({ name: stemOf(name), originalFilename: 'mask' })))
    const onRead = async ({ painted, leftOut }: { painted: number; leftOut: number }): Promise<void> => {
      signal.throwIfAborted()
      written.exported += painted
      written.leftOut += leftOut
      await tell()
    }
    const order = {
      values: maskValues ?? 'objects',
      format,
      ids: row.annotationIds ?? undefined,
      labels,
      folder,
      onRead,
    }
    return zipStream(await maskFilesOf(context.db, images, stems, order))
  }
  const files = images.map((image) => () => Readable.from(geoJsonOf(read(image), image.scenes, labels)))
  const [first] = files
  if (first && !isZip(row)) return first()
  const names = namesInArchive(images.map(({ name }) => ({ name, originalFilename: 'annotations.geojson' })))
  return zipStream(files.map((open, at) => ({ name: names[at] ?? '', open })))
}

/** Handler of `export-annotations`: makes the file. After a kill it is made anew. */
export const createExportAnnotations =
  (context: AppContext): JobHandlers['export-annotations'] =>
  async ({ exportId }, { signal, isLastTry }) => {
    const { db, blobs, log, config } = context
    const row = await repository.findExport(db, exportId)
    if (row?.status !== 'running') return
    const key = blobKeys.annotationExport(exportId)
    const end = async (changes: Partial<repository.ExportRow>): Promise<void> => {
      const isChanged = await repository.changeExport(db, exportId, changes)
      // Removed while the file was written.
      if (!isChanged && !(await repository.findExport(db, exportId))) await blobs.remove(key)
      await announce(context, row)
    }
    const written: Written = { exported: 0, leftOut: 0 }
    const work = `export-${exportId}`
    try {
      const folder = await createWorkFolder(config.dataDir, work)
      const { size } = await blobs.write(key, await contentOf(context, row, { written, folder }, signal))
      if (written.exported === 0) {
        await blobs.remove(key)
        throw new NothingToExport(
          written.leftOut > 0
            ? 'There are only points and lines, which the format does not have.'
            : 'There are no annotations to export.',
        )
      }
      await end({ ...written, size, status: 'successful', progress: 1 })
    } catch (error) {
      if (error instanceof ExportGone) return
      if (error instanceof NothingToExport || error instanceof MaskRefused)
        return end({ status: 'failed', error: error.message })
      if (isDiskFull(error)) return end({ status: 'failed', error: 'The disk of the server is full.' })
      if (isInterrupted(signal) || !isLastTry) throw error
      log.warn({ err: error, exportId }, 'annotations could not be exported')
      await end({ status: 'failed', error: 'The file could not be made because of an error of the server.' })
    } finally {
      await removeWorkFolders(config.dataDir, work)
    }
  }

const day = 24 * 3600 * 1000

/** Part of the hourly clean-up: removes old exports with their files, and enqueues those again that run and that no job is left for. */
export const cleanUpExports = async (context: AppContext): Promise<void> => {
  const { db, queue, now } = context
  await db.transaction(async (tx) => {
    const before = new Date(now().getTime() - annotationExportLimits.days * day)
    const keys = (await repository.deleteExports(tx, { before })).map(blobKeys.annotationExport)
    if (keys.length > 0) await queue.enqueue('remove-blobs', { keys }, { tx })
  })
  await enqueueForgotten(context, 'export-annotations', async (tx) => {
    const rows = await repository.forgottenExports(tx)
    return rows.map((payload) => ({ key: payload.exportId, payload }))
  })
}
