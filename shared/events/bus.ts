import type { ServerEvent } from '@lamella/shared/contract'
import { filter, map, type Observable, Subject } from 'rxjs'
import type { TourStepData } from './tour-events.ts'
import type { UploadSnapshot } from './upload-events.ts'

/** A message in the corner of the page, shown by the shell. */
export interface Toast {
  kind: 'success' | 'info' | 'warning' | 'error'
  title: string
  detail: string
  /** Stays until closed; errors always do. */
  sticky?: boolean
  /** A toast with the same key replaces the earlier one; `limits` adds the upgrade link (D1-2.6-56, D1-2.6-57). */
  key?: string
}

/** Events between shell and remotes: name → content. */
export interface BusEvents {
  'session/started': { userId: string }
  /**
   * `logout-elsewhere`: in another tab; `expired`: the token was refused; `unreadable`: the stored token cannot be
   * parsed. With `http-error` (failed refresh, with its status) and `unavailable` (the session could not be restored)
   * the token is kept for another attempt.
   */
  'session/ended': {
    reason: 'logout' | 'logout-elsewhere' | 'expired' | 'unreadable' | 'http-error' | 'unavailable'
    status?: number
  }
  'toast/show': Toast
  'toast/clear': undefined
  /** Processing overlay; its text may begin with `[B]` or `[n]`, empty hides it (D1-2.6-50 to D1-2.6-52). */
  'processing/show': { text: string }
  /** Shows the guided tour of the dashboard, or below 1000 px a dialog (D1-2.6-44, D2-2-83). */
  'tour/start': { tour: 'dashboard' }
  /**
   * A sample project was created, and this is its tour: shown by the shell after 3 s if the guided tour of the dashboard
   * led to it (D2-4-17), else not at all. A shell that does not know the event shows nothing.
   */
  'tour/sample-created': { steps: readonly TourStepData[] }
  'upload/changed': UploadSnapshot
  /** The limit of images (ERR_5007) or storage (ERR_5008) is reached: waiting uploads were cancelled. */
  'upload/limit': { code: 'ERR_5007' | 'ERR_5008' }
  /** An event of the server's stream. */
  'server/changed': ServerEvent
}

type Envelope = { [T in keyof BusEvents]: { type: T; content: BusEvents[T] } }[keyof BusEvents]

const subject = new Subject<Envelope>()

/** The one bus of the page, a singleton provided by the shell. A subscriber has to end its own subscription. */
export const bus = {
  emit<T extends keyof BusEvents>(type: T, ...[content]: BusEvents[T] extends undefined ? [] : [BusEvents[T]]): void {
    subject.next({ type, content } as Envelope)
  },
  on<T extends keyof BusEvents>(type: T): Observable<BusEvents[T]> {
    return subject.pipe(
      filter((event): event is Extract<Envelope, { type: T }> => event.type === type),
      map((event) => event.content as BusEvents[T]),
    )
  },
}
