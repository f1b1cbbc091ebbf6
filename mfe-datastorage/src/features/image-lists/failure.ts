import type { MediumItem } from '@lamella/shared/contract'

/** Only of these the file is stored: it can be processed again, and is lost when the image is deleted. */
export const hasFile = ({ status }: MediumItem): boolean => status === 'processingFailed'

/** Why it failed, in words; the server knows more than the state except where a user cancelled. */
export const failureReason = ({ status, statusErrors }: MediumItem): string => {
  if (statusErrors.length > 0) return statusErrors.join(' ')
  if (status === 'uploadCancelled') return 'The upload was cancelled. Upload the file again.'
  if (status === 'uploadFailed') return 'The upload failed. Upload the file again.'
  return 'The image could not be processed.'
}
