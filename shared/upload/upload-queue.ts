import { ApiFailure, connection } from '@lamella/shared/api'
import { bus, type UploadItem, type UploadOutcome, type UploadSnapshot } from '@lamella/shared/events'
import { FileLocks } from './file-locks.ts'
import { totalsOf } from './totals.ts'
import { TransferError } from './transfer-error.ts'
import { type TransferOptions, transferDefaults } from './transfer-options.ts'
import { newEntry, type UploadEntry } from './upload-entry.ts'
import { uploadRecords } from './upload-records.ts'
import { UploadRestorer } from './upload-restorer.ts'
import { holdsPlace, isOver, nextStatus, type UploadEvent } from './upload-state.ts'
import type { UploadRequest } from './upload-task.ts'

const nothing: UploadSnapshot = { items: [], totals: totalsOf([]), outcome: null }
/** The item neither moves nor has an end to estimate. */
const still = { speed: null, timeRemaining: null }
const takenElsewhere = 'This file is already being uploaded in another window.'

/**
 * The upload queue of the page: two files at once, the others wait. A singleton that outlives all screens, which listen
 * to `upload/changed`. The list is cleared when all items are complete or cancelled (D3-4-18). What is unfinished is
 * kept in the browser, and `restore` continues it after a reload.
 */
export class UploadQueue {
  readonly #options: TransferOptions
  readonly #locks = new FileLocks()
  readonly #restorer: UploadRestorer
  #entries: UploadEntry[] = []
  #snapshot = nothing
  #outcome: UploadOutcome | null = null
  #cancelledAll = false

  /** @param options - that differ from those of the transfer layer */
  constructor(options: Partial<TransferOptions> = {}) {
    this.#options = { ...transferDefaults, ...options }
    this.#restorer = new UploadRestorer(this.#options, this.#locks, {
      entries: () => this.#entries,
      insert: (entry) => this.#entries.push(entry),
      changed: () => this.#startNext(),
    })
    bus.on('session/ended').subscribe(({ reason }) => {
      // With these two reasons the token is kept, and the session may continue.
      if (reason !== 'http-error' && reason !== 'unavailable') this.#abandon(reason)
    })
    connection.onRecovery(() => this.#recover())
  }

  /** The same object until something changes, as `useSyncExternalStore` needs it. */
  readonly snapshot = (): UploadSnapshot => this.#snapshot

  /** @returns ends the subscription */
  readonly subscribe = (changed: () => void): (() => void) => {
    const subscription = bus.on('upload/changed').subscribe(changed)
    return () => subscription.unsubscribe()
  }

  /** Whether leaving the page would stop uploads. */
  hasActive(): boolean {
    return this.#entries.some(({ item }) => !isOver(item.status) && item.waitsFor === null)
  }

  /** @param partSize - bytes; no part is larger than the queue's own (contradiction 26) */
  add(requests: readonly UploadRequest[], partSize: number = this.#options.chunkSize): void {
    const options = { ...this.#options, chunkSize: Math.min(partSize, this.#options.chunkSize || partSize) }
    this.#cancelledAll = false
    this.#outcome = null
    for (const wanted of requests) {
      const entry = newEntry(wanted, options)
      this.#entries.push(entry)
      if (entry.record) void uploadRecords.keep(entry.record)
    }
    this.#startNext()
  }

  /** Continues the user's uploads from before a reload, as far as no other window does and their files are at hand. */
  restore(userId: string): Promise<void> {
    return this.#restorer.restore(userId)
  }

  /** Gives files to restored uploads that wait for them. @returns the number of uploads that have theirs now */
  provide(files: readonly { file: File; handle: FileSystemFileHandle | null }[]): number {
    return this.#restorer.provide(files)
  }

  /** Lets the browser ask whether files of restored uploads may be read; to be called by a click. */
  allow(): Promise<void> {
    return this.#restorer.allow()
  }

  /** Stops sending; the item keeps its place. Does nothing unless it is being sent. */
  pause(id: string): void {
    const entry = this.#find(id)
    if (entry && this.#apply(entry, 'pause', still)) entry.controller.abort()
  }

  /** Continues a paused item at the server's offset. */
  resume(id: string): void {
    const entry = this.#find(id)
    if (entry && this.#apply(entry, 'resume')) this.#run(entry)
  }

  /** Cancels an item that is not finished, and removes it from the server. */
  async cancel(id: string): Promise<void> {
    const entry = this.#find(id)
    if (!entry || !this.#apply(entry, 'cancel', { ...still, waitsFor: null })) return
    entry.controller.abort()
    await this.#restorer.taskOf(entry)?.remove()
    this.#release(entry)
    this.#settle()
  }

  pauseAll(): void {
    for (const { item } of this.#entries) this.pause(item.id)
  }

  resumeAll(): void {
    for (const { item } of this.#entries) this.resume(item.id)
  }

  async cancelAll(): Promise<void> {
    this.#cancelledAll = this.#entries.length > 0
    // Waiting ones first, so that none of them takes a place that becomes free.
    const waitingFirst = this.#entries.toSorted(
      (a, b) => Number(a.item.status !== 'added') - Number(b.item.status !== 'added'),
    )
    await Promise.all(waitingFirst.map(({ item }) => this.cancel(item.id)))
  }

  /** Removes complete, failed and cancelled items from the list. */
  clear(): void {
    this.#entries = this.#entries.filter(({ item }) => !isOver(item.status))
    this.#publish()
  }

  #find(id: string): UploadEntry | undefined {
    return this.#entries.find(({ item }) => item.id === id)
  }

  /**
   * Stops and removes all items: the next user of the tab must not see them. What the server has of them is listed
   * there as detached uploads (D3-2-123); after a log-out the browser forgets them too.
   */
  #abandon(reason: string): void {
    this.#restorer.stop()
    if (this.#entries.length === 0) return
    const stopped = this.#entries.filter(({ item }) => !isOver(item.status)).length
    const abandoned = this.#entries
    this.#entries = []
    for (const entry of abandoned) {
      entry.controller.abort()
      entry.task?.close()
      entry.unlock?.()
      if (entry.record && reason.startsWith('logout')) void uploadRecords.forget(entry.record.id)
    }
    this.#publish()
    // The user chose to log out, so no toast is needed.
    if (stopped === 0 || reason === 'logout') return
    const uploads = stopped === 1 ? '1 upload was' : `${stopped} uploads were`
    bus.emit('toast/show', {
      kind: 'warning',
      title: 'Upload images',
      detail: `${uploads} stopped because your session ended.`,
      sticky: true,
    })
  }

  /** Uploads that failed for want of an answer continue when the server is back, if it knows them for sure. */
  #recover(): void {
    for (const entry of this.#entries) {
      if (entry.unanswered && entry.task?.mediumId) this.#apply(entry, 'recover', { error: null })
    }
    this.#startNext()
  }

  #startNext(): void {
    for (const entry of this.#entries) {
      const active = this.#entries.filter(({ item }) => holdsPlace(item.status)).length
      if (active >= this.#options.concurrency) break
      if (entry.task && this.#apply(entry, 'start')) this.#run(entry)
    }
    this.#publish()
  }

  /** Runs after what is left of the run before: a medium that is being announced cannot be called back. */
  #run(entry: UploadEntry): void {
    const controller = new AbortController()
    entry.controller = controller
    entry.meter.reset()
    entry.running = entry.running.then(() => this.#transfer(entry, controller.signal))
  }

  async #transfer(entry: UploadEntry, signal: AbortSignal): Promise<void> {
    const { task } = entry
    if (signal.aborted || !task) return
    try {
      entry.unanswered = false
      entry.unlock ??= await this.#locks.take(entry.file, { wait: false })
      if (!entry.unlock) throw new Error(takenElsewhere)
      await task.run(
        signal,
        () => this.#opened(entry),
        (bytes) => this.#progressed(entry, bytes),
      )
      this.#apply(entry, 'completed', { ...still, progress: 100, doneBytes: entry.item.size })
    } catch (error) {
      if (!signal.aborted) this.#failed(entry, error)
    }
    if (entry.item.status === 'cancelled') await task.remove()
    if (isOver(entry.item.status)) this.#release(entry)
    this.#settle()
  }

  async #opened(entry: UploadEntry): Promise<void> {
    const { task, record, item } = entry
    this.#set(entry, { uploadSessionId: task?.session?.sessionId ?? null })
    if (!record || !task || isOver(item.status)) return
    entry.record = { ...record, mediumId: task.mediumId, session: task.session }
    await uploadRecords.keep(entry.record)
  }

  #progressed(entry: UploadEntry, bytes: number): void {
    const { size } = entry.item
    entry.meter.record(bytes)
    const speed = entry.meter.bytesPerSecond
    this.#apply(entry, 'sending', {
      doneBytes: bytes,
      progress: size === 0 ? 100 : (bytes / size) * 100,
      speed,
      timeRemaining: speed ? (size - bytes) / speed : null,
    })
  }

  #failed(entry: UploadEntry, error: unknown): void {
    const answered = error instanceof ApiFailure || error instanceof TransferError
    const isLost = answered && error.status === 404
    entry.unanswered = answered && error.status === null
    const message = error instanceof Error ? error.message : 'Unexpected server error'
    if (!this.#apply(entry, isLost ? 'lost' : 'failed', { ...still, error: message })) return
    if (error instanceof ApiFailure && (error.code === 'ERR_5007' || error.code === 'ERR_5008')) {
      // A limit of the organisation is reached: no waiting upload could succeed (D3-8-17).
      for (const other of this.#entries) {
        if (other.item.status === 'added' && this.#apply(other, 'cancel', { waitsFor: null })) this.#release(other)
      }
      bus.emit('upload/limit', { code: error.code })
    } else if (!isLost) {
      const detail = `Upload failed for ${entry.item.name}`
      bus.emit('toast/show', { kind: 'error', title: 'Upload images', detail })
    }
  }

  /** Frees what an ended item holds. One that may recover stays known to the browser. */
  #release(entry: UploadEntry): void {
    entry.unlock?.()
    entry.unlock = null
    if (entry.unanswered) return
    entry.task?.close()
    if (entry.record) void uploadRecords.forget(entry.record.id)
  }

  #settle(): void {
    const statuses = this.#entries.map(({ item }) => item.status)
    if (statuses.length > 0 && statuses.every((status) => status === 'complete' || status === 'cancelled')) {
      const complete = statuses.filter((status) => status === 'complete').length
      // Subscribers get the final state once before the list is cleared.
      this.#publish()
      this.#entries = []
      this.#outcome = { complete, cancelled: statuses.length - complete, cancelledAll: this.#cancelledAll }
      if (complete > 0) {
        bus.emit('toast/show', { kind: 'success', title: 'Upload images', detail: 'Image uploads have completed.' })
      }
    }
    this.#startNext()
  }

  /** @returns false: the event means nothing in the present status, and nothing was changed */
  #apply(entry: UploadEntry, event: UploadEvent, changes: Partial<UploadItem> = {}): boolean {
    const status = nextStatus(entry.item.status, event)
    if (status) this.#set(entry, { ...changes, status })
    return status !== null
  }

  #set(entry: UploadEntry, changes: Partial<UploadItem>): void {
    const { mediumId, session } = entry.task ?? { mediumId: entry.item.mediumId, session: null }
    const uploadId = session?.uploadId ?? entry.item.uploadId
    entry.item = { ...entry.item, ...changes, mediumId, uploadId }
    this.#publish()
  }

  #publish(): void {
    const items = this.#entries.map(({ item }) => item)
    this.#snapshot = { items, totals: totalsOf(items), outcome: items.length > 0 ? null : this.#outcome }
    bus.emit('upload/changed', this.#snapshot)
  }
}
