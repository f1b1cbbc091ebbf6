import type { Status } from '@lamella/shared/blocks'
import type { ImageStatus } from '@lamella/shared/contract'

/** Badge per image status. */
const looks: Record<ImageStatus, { status: Status; label: string }> = {
  uploadPending: { status: 'queued', label: 'Upload pending' },
  uploading: { status: 'uploading', label: 'Uploading' },
  uploadFinished: { status: 'processing', label: 'Uploaded' },
  uploadCancelled: { status: 'cancelled', label: 'Upload cancelled' },
  uploadFailed: { status: 'failed', label: 'Upload failed' },
  processing: { status: 'processing', label: 'Processing' },
  processingFailed: { status: 'failed', label: 'Failed' },
  available: { status: 'available', label: 'Available' },
  unknown: { status: 'unknown', label: 'Unknown' },
}

/** Badge and label of an image status. */
export const statusOf = (status: ImageStatus): { status: Status; label: string } => looks[status]
