import { Readable } from 'node:stream'
import type { AppContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { changeMedium, type MediumChange } from '../media/index.ts'
import { putPart } from './put-part.ts'
import { changeUpload, findOpenUploads, type UploadRow } from './repository.ts'
import { discardUpload } from './upload-store.ts'

/** Days without a byte after which an upload is given up. Longer keeps the storage reserved, shorter ends paused uploads. */
const patienceDays = 7
const day = 24 * 3600 * 1000

/** Part of the hourly clean-up: cancels abandoned uploads, completes those that have all bytes, removes files without upload. */
export const cleanUpUploads = async (context: AppContext): Promise<void> => {
  const { files } = context.state.uploads
  // Listed before the rows are read, because a row always exists before its file.
  const names = await files.list()
  const open = await findOpenUploads(context.db)
  for (const upload of open) await unlessItFails(context, upload.id, () => cleanUpUpload(context, upload))
  const openIds = new Set(open.map(({ id }) => id))
  for (const name of names) if (!openIds.has(name)) await unlessItFails(context, name, () => files.remove(name))
}

/** An error of one upload, such as that of a bad sector, is left to the next run: it must not end the clean-up of the others. */
const unlessItFails = async ({ log }: AppContext, uploadId: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (err) {
    log.error({ err, uploadId }, 'an upload could not be cleaned up')
  }
}

const cleanUpUpload = async (context: AppContext, upload: UploadRow): Promise<void> => {
  const stored = await context.state.uploads.files.stat(upload.id)
  const lastByte = stored && stored.modified > upload.modified ? stored.modified : upload.modified
  if (context.now().getTime() - lastByte.getTime() > patienceDays * day) return giveUp(context, upload)
  if (upload.status === 'uploading' && (!stored || stored.size === upload.size)) await completeStored(context, upload)
}

const giveUp = async (context: AppContext, upload: UploadRow): Promise<void> => {
  await context.db.transaction(async (tx) => {
    if (!(await changeUpload(tx, upload.id, 'cancelled', context.now()))) return
    const change: MediumChange = {
      status: 'uploadFailed',
      statusErrors: [`The upload was given up because no data came for ${patienceDays} days. Upload the file again.`],
    }
    await changeMedium(context, tx, upload.mediumId, ['uploadPending', 'uploading'], change)
  })
  await discardUpload(context.state.uploads, upload.id)
}

/** Completes an upload whose server was killed after the last byte: a question for progress does that. */
const completeStored = async (context: AppContext, upload: UploadRow): Promise<void> => {
  const { sessionId, size } = upload
  const range = { kind: 'progress', total: size } as const
  const nothing = { contentLength: 0, sha256: null, body: Readable.from([]) }
  try {
    await putPart(context, upload, { sessionId, range, ...nothing })
  } catch (error) {
    // Another request is writing, the upload was cancelled, or its checksum was wrong: all of that is handled already.
    if (!(error instanceof ApiError)) throw error
  }
}
