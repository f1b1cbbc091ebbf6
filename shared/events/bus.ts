import type { ServerEvent } from '@lamella/shared/contract'
import { filter, map, type Observable, Subject } from 'rxjs'
import type { UploadSnapshot } from './upload-events.ts'

export interface Toast {
  kind: 'success' | 'info' | 'warning' | 'error'
  title: string
  detail: string
  /** Stays until closed; errors always do. */
  sticky?: boolean
  /** A toast with the same key replaces the earlier one; `limits` adds the upgrade link (document 1 §2.6). */
  key?: string
}

/** Everything that travels between shell and remotes: name of the event → its content. */
export interface BusEvents {
  'session/started': { userId: string }
  /**
   * `logout-elsewhere`: in another tab; `expired`: the token was refused; `unreadable`: what is stored is broken. The token is kept for another attempt with
   * `http-error`, which carries the status of the refresh, and `unavailable`: the session could not be taken up.
   */
  'session/ended': {
    reason: 'logout' | 'logout-elsewhere' | 'expired' | 'unreadable' | 'http-error' | 'unavailable'
    status?: number
  }
  'toast/show': Toast
  'toast/clear': undefined
  /** Processing overlay (document 1 §2.6); empty text hides it. `[B]` and `[n]` prefixes as specified. */
  'processing/show': { text: string }
  /** Shows the guided tour of the dashboard (document 1 §2.6); below 1000 px a dialog says why not. */
  'tour/start': { tour: 'dashboard' }
  'upload/changed': UploadSnapshot
  /** The organisation has no room for more images (ERR_5007) or bytes (ERR_5008): the queue was cancelled. */
  'upload/limit': { code: 'ERR_5007' | 'ERR_5008' }
  /** The server says that something changed. */
  'server/changed': ServerEvent
}

type Envelope = { [T in keyof BusEvents]: { type: T; content: BusEvents[T] } }[keyof BusEvents]

const subject = new Subject<Envelope>()

/** The one bus of the page: a singleton which only the shell provides. Subscriptions belong to whoever made them. */
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
