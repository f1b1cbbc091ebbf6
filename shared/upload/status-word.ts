import type { UploadItemStatus } from '@lamella/shared/events'

/** Display mapping of upload states (document 3 §2). */
export const statusWord = (status: UploadItemStatus): string => {
  if (status === 'added' || status === 'queue') return 'pending'
  return status === 'error' ? 'failed' : status
}
