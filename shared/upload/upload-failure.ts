import { ApiFailure } from '@lamella/shared/api'
import type { BusEvents } from '@lamella/shared/events'
import { mayPass, TransferError } from './transfer-error.ts'

/** What the failure of an upload means. */
interface UploadFailure {
  /** `lost`: the server says that there is no such upload. */
  event: 'lost' | 'failed'
  /** The upload may succeed later, so nothing of it is given up. */
  passes: boolean
  message: string
  /** The limit of the organisation that is reached; null: none. */
  limit: BusEvents['upload/limit']['code'] | null
}

const limitOf = (error: unknown): UploadFailure['limit'] =>
  error instanceof ApiFailure && (error.code === 'ERR_5007' || error.code === 'ERR_5008') ? error.code : null

/** @param error - by which the run of an upload has ended */
export const failureOf = (error: unknown): UploadFailure => {
  const passes = mayPass(error)
  const isAnswer = error instanceof ApiFailure || error instanceof TransferError
  return {
    event: isAnswer && !passes && error.status === 404 ? 'lost' : 'failed',
    passes,
    message: error instanceof Error ? error.message : 'Unexpected server error',
    limit: limitOf(error),
  }
}
