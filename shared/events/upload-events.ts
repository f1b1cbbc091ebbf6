import type { FileType } from '@lamella/shared/contract'

/** States of an upload in the client (D3-3-05). */
export type UploadItemStatus =
  | 'added'
  | 'queue'
  | 'uploading'
  | 'paused'
  | 'restarting'
  | 'complete'
  | 'cancelled'
  | 'error'

/** One file on its way, as every screen sees it. */
export interface UploadItem {
  id: string
  /** The server's upload; null until its session exists. */
  uploadId: string | null
  /** Null until its session exists. */
  uploadSessionId: string | null
  mediumId: string | null
  projectId: string
  /** Name of the future image. */
  name: string
  /** Name that the user gave; null: that of the file. */
  editedName: string | null
  fileType: FileType
  /** Bytes. */
  size: number
  doneBytes: number
  /** 0 to 100. */
  progress: number
  /** Bytes per second; null while it is not uploading. */
  speed: number | null
  /** Seconds; null while it is not uploading. */
  timeRemaining: number | null
  status: UploadItemStatus
  /** Why it failed, in words. */
  error: string | null
  /** Address of a small picture of it; null: none is known. */
  picture: string | null
  /** What the user has to give before it can continue after a reload; null: nothing. */
  waitsFor: 'file' | 'permission' | null
}

/** Sums over all items (D3-3-07): bytes, percent (0 to 100), seconds, bytes per second, number of failed items. */
export interface UploadTotals {
  totalBytes: number
  doneBytes: number
  progress: number
  timeRemaining: number
  speed: number
  failures: number
}

/** How many uploads of a list are complete and cancelled; `cancelledAll`: the user has cancelled all that remained. */
export interface UploadOutcome {
  complete: number
  cancelled: number
  cancelledAll: boolean
}

/** State of the upload queue; a new object at each change. */
export interface UploadSnapshot {
  items: readonly UploadItem[]
  totals: UploadTotals
  /** How the last list ended, while the list is empty; null: nothing has ended yet. */
  outcome: UploadOutcome | null
}
