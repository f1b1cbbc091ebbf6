import { ApiFailure, call, callWithHeaders } from '@lamella/shared/api'
import { createMedium, deleteMedium, type FileType, toPlainText, uploadReferenceHeader } from '@lamella/shared/contract'
import { withRetries } from './backoff.ts'
import { openSession, removeUpload, type UploadSession } from './protocol.ts'
import { Transfer } from './transfer.ts'
import { TransferError } from './transfer-error.ts'
import type { TransferOptions } from './transfer-options.ts'

/** What of a Z stack is shown first: the middle plane, or the maximum of all at each pixel. */
export type ZShown = 'middle' | 'max'

/** A file to be uploaded as an image of a project. */
export interface UploadRequest {
  file: File
  /** With it the upload can continue after a reload without a question; null or absent: the browser gave none. */
  handle?: FileSystemFileHandle | null
  /** The files of which `file` was made by `joinFiles`, in their order; absent: it is one file. */
  parts?: readonly { file: File; handle: FileSystemFileHandle | null }[] | undefined
  /** Small picture as a data URL; null or absent: none was made. */
  picture?: string | null
  /** Name of the image; may differ from that of the file. */
  name: string
  fileType: FileType
  /** Of a Z stack: what is shown first; absent: the middle plane. */
  zShown?: ZShown
  projectId: string
  /** Who uploads; absent: the upload does not outlive the page. */
  userId?: string
}

/** What is sent of it: its file as one. */
interface WantedUpload extends Omit<UploadRequest, 'parts'> {
  /** Of the item. */
  id: string
}

/** What the server knows of an upload. */
export interface AnnouncedUpload {
  mediumId: string | null
  /** Null: not opened yet. */
  session: UploadSession | null
}

const dimensionsOf: Record<FileType, { id: 'c' | 't' }[]> = {
  TwoDimensions: [],
  MultiChannel: [{ id: 'c' }],
  TimeSeries: [{ id: 't' }],
}

/** The calls of one item: first the medium, then the session, then the bytes (D3-4-10, D3-4-11). */
export class UploadTask {
  readonly #wanted: WantedUpload
  readonly #options: TransferOptions
  #reference: string | null = null
  #transfer: Transfer | null = null
  #removed: string | null = null
  mediumId: string | null
  session: UploadSession | null

  /** @param known - from before a reload */
  constructor(wanted: WantedUpload, options: TransferOptions, known?: AnnouncedUpload) {
    this.#wanted = wanted
    this.#options = options
    this.mediumId = known?.mediumId ?? null
    this.session = known?.session ?? null
  }

  /**
   * May be called again after an abort.
   * @param onSession - called when the session was opened, before the first byte
   * @throws ApiFailure (of the announcement), TransferError, or the AbortError of `signal`
   */
  async run(signal: AbortSignal, onSession: () => Promise<void>, onProgress: (bytes: number) => void): Promise<void> {
    if (!this.session) {
      if (!this.#reference) await this.#announce(signal)
      signal.throwIfAborted()
      await this.#open(signal)
      await onSession()
      signal.throwIfAborted()
    }
    const { session } = this
    if (session) this.#transfer ??= new Transfer(this.#wanted.file, session, this.#options)
    await this.#transfer?.run(signal, onProgress)
  }

  async #announce(signal: AbortSignal): Promise<void> {
    const { id, file, name, fileType, projectId, zShown } = this.#wanted
    const content = {
      name,
      type: 'ImageMedium' as const,
      dimensions: dimensionsOf[fileType],
      project: projectId,
      size: file.size,
      mimeType: 'image/*' as const,
      ...(zShown && { zShown }),
      // The name of a file may have characters that no text of the API may have.
      originalFilename: toPlainText(file.name) || name,
      // By it the server knows an announcement whose answer was lost.
      uploadId: id,
    }
    const announce = async () => {
      signal.throwIfAborted()
      return callWithHeaders(createMedium, { body: { data: content } }, { action: 'upload.create' })
    }
    const { body, headers } = await withRetries(announce, this.#options.maxRetries, signal)
    this.mediumId = body.data.id
    this.#reference = headers.get(uploadReferenceHeader)
    if (!this.#reference) throw new TransferError('ERR_2000', createMedium.success.status)
  }

  async #open(signal: AbortSignal): Promise<void> {
    const reference = this.#reference ?? ''
    const open = () => openSession(reference, signal, this.#options)
    this.session = await withRetries(open, this.#options.maxRetries, signal)
  }

  /** Ends what still works for it in this window. */
  close(): void {
    this.#transfer?.close()
  }

  /** Removes it from the server. If that fails, the server cleans up by itself later. */
  async remove(): Promise<void> {
    this.close()
    const known = this.session?.uploadId ?? this.mediumId
    if (known === this.#removed) return
    this.#removed = known
    try {
      if (this.session) await removeUpload(this.session.uploadId)
      else if (this.mediumId) await call(deleteMedium, { params: { mediumId: this.mediumId } })
    } catch (error) {
      if (!(error instanceof ApiFailure) && !(error instanceof TransferError)) throw error
    }
  }
}
