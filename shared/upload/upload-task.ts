import { ApiFailure, call, callWithHeaders } from '@lamella/shared/api'
import { createMedium, deleteMedium, type FileType, toPlainText, uploadReferenceHeader } from '@lamella/shared/contract'
import { withRetries } from './backoff.ts'
import { openSession, removeUpload } from './protocol.ts'
import { Transfer } from './transfer.ts'
import { isRetriable, TransferError } from './transfer-error.ts'

/** A file to be uploaded as an image of a project. */
export interface UploadRequest {
  file: File
  /** Name of the image; may differ from that of the file. */
  name: string
  fileType: FileType
  projectId: string
}

const dimensionsOf: Record<FileType, { id: 'c' | 't' }[]> = {
  TwoDimensions: [],
  MultiChannel: [{ id: 'c' }],
  TimeSeries: [{ id: 't' }],
}

/** The calls of one item: first the medium, then the session, then the bytes (D3-4-10, D3-4-11). */
export class UploadTask {
  readonly #wanted: UploadRequest
  readonly #partSize: number
  #reference: string | null = null
  #transfer: Transfer | null = null
  #removed: string | null = null
  mediumId: string | null = null
  uploadId: string | null = null

  constructor(wanted: UploadRequest, partSize: number) {
    this.#wanted = wanted
    this.#partSize = partSize
  }

  /**
   * May be called again after an abort.
   * @throws ApiFailure (medium refused), TransferError, or the AbortError of `signal`
   */
  async run(signal: AbortSignal, onProgress: (bytes: number) => void): Promise<void> {
    if (!this.#reference) await this.#announce()
    signal.throwIfAborted()
    if (!this.#transfer) await this.#open(signal)
    await this.#transfer?.run(signal, onProgress)
  }

  async #announce(): Promise<void> {
    const { file, name, fileType, projectId } = this.#wanted
    const content = {
      name,
      type: 'ImageMedium' as const,
      dimensions: dimensionsOf[fileType],
      project: projectId,
      size: file.size,
      mimeType: 'image/*' as const,
      // The name of a file may have characters that no text of the API may have.
      originalFilename: toPlainText(file.name) || name,
    }
    const { body, headers } = await callWithHeaders(
      createMedium,
      { body: { data: content } },
      { action: 'upload.create' },
    )
    this.mediumId = body.data.id
    this.#reference = headers.get(uploadReferenceHeader)
    if (!this.#reference) throw new TransferError('ERR_2000', null)
  }

  async #open(signal: AbortSignal): Promise<void> {
    const reference = this.#reference ?? ''
    const session = await withRetries(() => openSession(reference, signal), isRetriable, signal)
    this.uploadId = session.uploadId
    this.#transfer = new Transfer(this.#wanted.file, session, this.#partSize)
  }

  /** Removes it from the server. If that fails, the server cleans up by itself later. */
  async remove(): Promise<void> {
    const known = this.uploadId ?? this.mediumId
    if (known === this.#removed) return
    this.#removed = known
    try {
      if (this.uploadId) await removeUpload(this.uploadId)
      else if (this.mediumId) await call(deleteMedium, { params: { mediumId: this.mediumId } })
    } catch (error) {
      if (!(error instanceof ApiFailure) && !(error instanceof TransferError)) throw error
    }
  }
}
