import type { MediumItem } from '@lamella/shared/contract'

/** Whether a failed image's file is stored: then deletion loses it. */
export const hasFile = ({ status }: MediumItem): boolean => status === 'processingFailed'

/** Whether processing again can succeed; an older server does not know, and then it is offered. */
export const canRetry = (item: MediumItem): boolean => hasFile(item) && item.canProcessAgain !== false

/** Why an image failed: the server's errors, or else a text by status. */
export const failureReason = ({ status, statusErrors }: MediumItem): string => {
  if (statusErrors.length > 0) return statusErrors.join(' ')
  if (status === 'uploadCancelled') return 'The upload was cancelled. Upload the file again.'
  if (status === 'uploadFailed') return 'The upload failed. Upload the file again.'
  return 'The image could not be processed.'
}
