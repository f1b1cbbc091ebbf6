import { bus, type UploadItem, type UploadOutcome, type UploadSnapshot } from '@lamella/shared/events'
import { totalsOf } from './totals.ts'
import type { UploadEntry } from './upload-entry.ts'
import { nextStatus, type UploadEvent } from './upload-state.ts'

/** The item neither moves nor has an end to estimate. */
export const still = { speed: null, timeRemaining: null }

/** The uploads of the queue in their order, and what the screens see of them: each change is told by `upload/changed`. */
export class UploadList {
  #entries: UploadEntry[] = []
  #snapshot: UploadSnapshot = { items: [], totals: totalsOf([]), outcome: null }
  /** How the last list ended; shown while the list is empty. */
  #outcome: UploadOutcome | null = null
  /** The user has cancelled all that remained. */
  cancelledAll = false

  get entries(): readonly UploadEntry[] {
    return this.#entries
  }

  get snapshot(): UploadSnapshot {
    return this.#snapshot
  }

  find(id: string): UploadEntry | undefined {
    return this.#entries.find(({ item }) => item.id === id)
  }

  /** To be called before new items are inserted. */
  begin(): void {
    this.cancelledAll = false
    this.#outcome = null
  }

  insert(entry: UploadEntry): void {
    this.#entries.push(entry)
  }

  /** @returns what was removed */
  remove(isUnwanted: (entry: UploadEntry) => boolean = () => true): UploadEntry[] {
    const removed = this.#entries.filter(isUnwanted)
    this.#entries = this.#entries.filter((entry) => !removed.includes(entry))
    return removed
  }

  /** Clears the list when all items are complete or cancelled (D3-4-18). */
  clearEnded(): void {
    const statuses = this.#entries.map(({ item }) => item.status)
    const complete = statuses.filter((status) => status === 'complete').length
    const cancelled = statuses.filter((status) => status === 'cancelled').length
    if (statuses.length === 0 || complete + cancelled < statuses.length) return
    // Subscribers get the final state once before the list is cleared.
    this.publish()
    this.#entries = []
    this.#outcome = { complete, cancelled, cancelledAll: this.cancelledAll }
    if (complete === 0) return
    bus.emit('toast/show', { kind: 'success', title: 'Upload images', detail: 'Image uploads have completed.' })
  }

  /** @returns false: the event means nothing in the present status, and nothing was changed */
  apply(entry: UploadEntry, event: UploadEvent, changes: Partial<UploadItem> = {}): boolean {
    const status = nextStatus(entry.item.status, event)
    if (status) this.set(entry, { ...changes, status })
    return status !== null
  }

  set(entry: UploadEntry, changes: Partial<UploadItem>): void {
    const { mediumId, session } = entry.task ?? { mediumId: entry.item.mediumId, session: null }
    const uploadId = session?.uploadId ?? entry.item.uploadId
    entry.item = { ...entry.item, ...changes, mediumId, uploadId }
    this.publish()
  }

  publish(): void {
    const items = this.#entries.map(({ item }) => item)
    this.#snapshot = { items, totals: totalsOf(items), outcome: items.length > 0 ? null : this.#outcome }
    bus.emit('upload/changed', this.#snapshot)
  }
}
