import type { UploadItemStatus } from '@lamella/shared/events'

/** The word shown for the state of an upload (D3-2-97 to D3-2-99). */
export const statusWord = (status: UploadItemStatus): string => {
  if (status === 'added' || status === 'queue') return 'pending'
  return status === 'error' ? 'failed' : status
}
