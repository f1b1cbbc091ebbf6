import type { ImageStatus } from '@lamella/shared/contract'
import { crashed, decoderVersion, noSpace } from '../../imaging/index.ts'
import { TooManyAttempts } from '../../platform/queue/job-attempts.ts'

/** Sentences on failures of processing that do not come from the file alone. */
export const failureTexts = {
  serverError: 'The image could not be processed because of an error of the server.',
  tookTooLong: 'Processing this image took longer than one image may take.',
  noRoomForPictures:
    'Your organization has no storage left for what is made of this image to show it; delete other images, then process it again.',
} as const

const mayPass: readonly string[] = [
  ...Object.values(failureTexts),
  noSpace().message,
  crashed(undefined).message,
  new TooManyAttempts().message,
]

interface FailedMedium {
  status: ImageStatus
  statusErrors: readonly string[]
  /** Null: failed before decoders had versions. */
  failedDecoder: number | null
}

/**
 * Whether processing a failed medium again can end otherwise: not where its file is the reason, unless an earlier decoder has failed, which read
 * fewer files. The reason is known by its sentence, so that it holds for media that failed earlier, too. Undefined unless processing has failed.
 */
export const canProcessAgain = ({ status, statusErrors, failedDecoder }: FailedMedium): boolean | undefined =>
  status === 'processingFailed'
    ? statusErrors.length === 0 ||
      (failedDecoder ?? 0) < decoderVersion ||
      statusErrors.some((text) => mayPass.includes(text))
    : undefined
