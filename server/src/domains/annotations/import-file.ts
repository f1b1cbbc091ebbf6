import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { ImagingError, readLabelMask, sniff } from '../../imaging/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { createWorkFolder, removeWorkFolders } from '../../platform/process/work-folder.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { createResultObjects, findAdoptableResult, objectsPerPiece } from '../analysis/index.ts'
import { type FileReader, readerOf } from './files/file-reader.ts'
import { openFile } from './files/open-file.ts'
import type { TargetImage } from './files/read-coco.ts'
import { readMaskObject } from './files/read-mask-object.ts'
import { resultReader } from './files/read-result-object.ts'
import { ImportRefused } from './import-batch.ts'
import type { ImportRow } from './import-repository.ts'

/** The file of an import: JSON, what was read from a mask, or the objects of a result. */
interface OpenedFile {
  reader: FileReader
  /** @param onRead - called with the share of the file that is read, 0 to 1 */
  open: (onRead: (share: number) => void) => AsyncIterable<Uint8Array>
}

/** Pictures of other formats that somebody may take for a mask. */
const otherPictures: readonly (string | null)[] = ['jpeg', 'bmp', 'gif', 'webp', 'jp2', 'jxr', 'heif']

/** Reasons of a failure that say nothing about the file. */
const passing: readonly ImagingError['reason'][] = ['crashed', 'cancelled', 'noSpace']

/** @throws ImportRefused where it is no picture that can be a mask */
const maskFormatOf = async ({ blobs }: AppContext, key: string): Promise<'png' | 'tiff' | null> => {
  const size = (await blobs.stat(key))?.size ?? 0
  const format = sniff(await blobs.readRange(key, 0, Math.min(size, 16)))
  if (otherPictures.includes(format)) {
    throw new ImportRefused('Label masks are read from PNG and TIFF: save it as one of them.')
  }
  if (format === 'png') return 'png'
  return format === 'tiff' || format === 'bigtiff' ? 'tiff' : null
}

/** Opens the objects of a result as a file. @throws ImportRefused where it is deleted; BlobMissing */
const ofResult = async (context: AppContext, resultId: string, correctionId: string | null): Promise<OpenedFile> => {
  const result = await findAdoptableResult(context.db, resultId, correctionId)
  if (!result) throw new ImportRefused('The result is not there any more.')
  const { objectCount } = result
  const objects = await createResultObjects(context).allAsJson(resultId)
  const encoder = new TextEncoder()
  return {
    reader: resultReader(result),
    open: async function* (onRead) {
      let pieces = 0
      for await (const piece of objects) {
        pieces += 1
        onRead(Math.min(1, ((pieces - 1) * objectsPerPiece) / Math.max(1, objectCount)))
        yield encoder.encode(piece)
      }
    },
  }
}

/**
 * Opens the file of an import. A label mask is read in a process of its own, as any picture; what it holds comes in the same order at each try.
 * @throws ImportRefused, UnreadableFileError; BlobMissing; what `use` throws
 */
export const withFile = async <T>(
  context: AppContext,
  { id, maskValues, resultId, correctionId }: ImportRow,
  target: TargetImage,
  signal: AbortSignal,
  use: (file: OpenedFile) => Promise<T>,
): Promise<T> => {
  if (resultId !== null) return use(await ofResult(context, resultId, correctionId))
  const { blobs, config } = context
  const key = blobKeys.annotationFile(id)
  const format = await maskFormatOf(context, key)
  if (!format) {
    const open: OpenedFile['open'] = (onRead) => openFile(blobs, key, onRead)
    return use({
      open,
      reader: await readerOf(
        open(() => signal.throwIfAborted()),
        target,
      ),
    })
  }
  if (!maskValues) throw new ImportRefused('The file is a label mask: say whether its values are objects or classes.')
  const work = `mask-${id}`
  try {
    const folder = await createWorkFolder(config.dataDir, work)
    const { scenes } = target
    const file = await blobs.withFile(key, (source) =>
      readLabelMask({ source, format, values: maskValues, scenes, folder }, signal),
    )
    const { size } = await stat(file)
    return await use({
      reader: { lists: ['objects'], read: (value) => readMaskObject(value, maskValues === 'classes') },
      open: async function* (onRead) {
        let read = 0
        for await (const piece of createReadStream(file)) {
          read += piece.length
          onRead(read / size)
          yield piece
        }
      },
    })
  } catch (error) {
    if (error instanceof ImagingError && !passing.includes(error.reason)) throw new ImportRefused(error.message)
    throw error
  } finally {
    await removeWorkFolders(config.dataDir, work)
  }
}
