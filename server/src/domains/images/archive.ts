import type { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import { ZipFile } from 'yazl'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { deleteArchives, findArchive, findOriginals, insertArchive, type Original } from './action-repository.ts'

/** Milliseconds for which an archive can be downloaded. */
const validFor = 3_600_000

/** @returns path of the download */
export const createArchive = async (
  { db, now }: AppContext,
  projectId: string,
  imageIds: readonly string[],
): Promise<string> => {
  const id = await insertArchive(db, { projectId, imageIds: [...new Set(imageIds)], created: now() })
  return `/api/v1/projects/${projectId}/imageArchives/${id}/download`
}

/** Part of the hourly clean-up. */
export const removeArchives = ({ db, now }: AppContext): Promise<void> =>
  deleteArchives(db, new Date(now().getTime() - validFor))

const split = (name: string): [stem: string, extension: string] => {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}

/**
 * Names of the files in an archive: those of the images, with the extension of the original where it is missing; a name that occurs
 * again, in any case, gets a number, as file systems without case would write one file over the other.
 */
export const namesInArchive = (originals: readonly Pick<Original, 'name' | 'originalFilename'>[]): string[] => {
  const taken = new Set<string>()
  return originals.map(({ name, originalFilename }) => {
    const extension = split(originalFilename)[1]
    const safe = name.replace(/[\\/:]/g, '_').replace(/^\.+/, '_')
    const whole = safe.toLowerCase().endsWith(extension.toLowerCase()) ? safe : safe + extension
    const [stem, end] = split(whole)
    let free = whole
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem} (${number})${end}`
    taken.add(free.toLowerCase())
    return free
  })
}

/** In an archive in which files are missing; no image has this name, because images without an extension get one. */
const missingFile = 'Missing files.txt'

/** Says which originals are not in the archive: one that is missing in the store must not hold back the others. */
const missingNote = (missing: readonly Original[]): Buffer =>
  Buffer.from(
    `The stored files of these images are missing, so this archive does not contain them:\n\n${missing.map(({ name }) => `${name}\n`).join('')}`,
  )

/**
 * Originals as a zip file that is made while it is sent: nothing is stored, and one file is open at a time. They are not compressed,
 * since images are already; so its size is known before. Beyond 4 GB it is a zip64.
 * @param missing - originals whose files are gone: a text in the archive names them
 * @returns the stream and its number of bytes. When it is destroyed, reading ends.
 */
export const zipOriginals = async (
  { blobs }: Pick<AppContext, 'blobs'>,
  originals: readonly Original[],
  missing: readonly Original[] = [],
): Promise<{ stream: Readable; size: number }> => {
  const zip = new ZipFile()
  const stream = zip.outputStream as Readable
  let open: Readable | null = null
  const names = namesInArchive(originals)
  if (missing.length > 0) zip.addBuffer(missingNote(missing), missingFile, { compress: false })
  for (const [index, { mediumId, size, created }] of originals.entries()) {
    const options = { compress: false, size, mtime: created }
    zip.addReadStreamLazy(names[index] ?? mediumId, options, (ready) => {
      blobs.read(blobKeys.original(mediumId)).then(
        (read) => {
          open = read
          if (stream.destroyed) read.destroy()
          ready(null, read)
        },
        (error: unknown) => ready(error, null as never),
      )
    })
  }
  // Without it an original that was deleted meanwhile would end the process.
  zip.on('error', (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))))
  stream.once('close', () => open?.destroy())
  // Whoever reads it is told all the same; until somebody does, an error must not end the process.
  stream.on('error', () => undefined)
  return new Promise((resolve) => {
    // Its types do not know the argument.
    const withSize: (size?: number) => void = (size = 0) => resolve({ stream, size })
    zip.end({ forceZip64Format: false, comment: '' }, withSize)
  })
}

/** Whether the original is stored as a whole. */
const isStored = async ({ blobs }: Pick<AppContext, 'blobs'>, { mediumId, size }: Original): Promise<boolean> =>
  (await blobs.stat(blobKeys.original(mediumId)))?.size === size

/** Answers with the originals of an archive. @throws ApiError ERR_0404: it is unknown or too old, or no image of it is left */
export const openArchive = async (context: AppContext, projectId: string, archiveId: string) => {
  const since = new Date(context.now().getTime() - validFor)
  const archive = await findArchive(context.db, projectId, archiveId, since)
  const originals = archive ? await findOriginals(context.db, projectId, archive.imageIds) : []
  if (originals.length === 0) throw new ApiError('ERR_0404', 'None of these images can be downloaded any more.')
  const stored = await Promise.all(originals.map((original) => isStored(context, original)))
  const present = originals.filter((_, index) => stored[index])
  if (present.length === 0) throw new ApiError('ERR_0404', 'The stored files of these images are missing.')
  const missing = originals.filter((_, index) => !stored[index])
  const { stream, size } = await zipOriginals(context, present, missing)
  const day = context.now().toISOString().slice(0, 10)
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': contentDisposition(`images ${day}.zip`),
    'content-length': size,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  }
  return { stream, headers }
}
