import type { UploadItemStatus } from '@lamella/shared/events'

/**
 * What happens to an item: it gets a place (`start`), its bytes move (`sending`), the user acts (`pause`, `resume`,
 * `cancel`), it ends (`completed`, `lost`: the server does not know it, `failed`), or it is tried again after a failure
 * that may pass (`recover`).
 */
export type UploadEvent =
  | 'start'
  | 'sending'
  | 'pause'
  | 'resume'
  | 'cancel'
  | 'completed'
  | 'lost'
  | 'failed'
  | 'recover'

type Row = Partial<Record<UploadItemStatus, UploadItemStatus>>

const whileRunning = (next: UploadItemStatus): Row => ({ queue: next, uploading: next, restarting: next })

/** Next status by event and present status (D3-4-06 to D3-4-25). */
const transitions: Readonly<Record<UploadEvent, Row>> = {
  start: { added: 'queue' },
  sending: whileRunning('uploading'),
  pause: whileRunning('paused'),
  resume: { paused: 'restarting' },
  cancel: { ...whileRunning('cancelled'), added: 'cancelled', paused: 'cancelled' },
  completed: whileRunning('complete'),
  lost: whileRunning('cancelled'),
  failed: whileRunning('error'),
  recover: { error: 'added' },
}

/** Status after an event; null: the event means nothing in this status. */
export const nextStatus = (status: UploadItemStatus, event: UploadEvent): UploadItemStatus | null =>
  transitions[event][status] ?? null

/** Whether an item holds one of the places of the queue (D3-4-08). */
export const holdsPlace = (status: UploadItemStatus): boolean =>
  status === 'queue' || status === 'uploading' || status === 'restarting' || status === 'paused'

/** Whether nothing is left to do for an item. */
export const isOver = (status: UploadItemStatus): boolean =>
  status === 'complete' || status === 'cancelled' || status === 'error'
