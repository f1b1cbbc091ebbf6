import { ApiFailure } from '@lamella/shared/api'
import { chunkSize } from '@lamella/shared/contract'
import { bus, type UploadItem, type UploadItemStatus, type UploadSnapshot } from '@lamella/shared/events'
import { SpeedMeter } from './speed.ts'
import { totalsOf } from './totals.ts'
import { TransferError } from './transfer-error.ts'
import { type UploadRequest, UploadTask } from './upload-task.ts'

/** Concurrent uploads (D3-9-01). */
const concurrency = 2
/** States that hold one of the two places (D3-4-08). */
const activeStatuses: readonly UploadItemStatus[] = ['uploading', 'queue', 'restarting', 'paused']
const finalStatuses: readonly UploadItemStatus[] = ['complete', 'cancelled']

interface Entry {
  item: UploadItem
  task: UploadTask
  meter: SpeedMeter
  controller: AbortController
}

const isActive = ({ item }: Entry): boolean => item.status === 'added' || activeStatuses.includes(item.status)

/**
 * The upload queue of the page: two files at once, the others wait. A singleton that outlives all screens, which listen
 * to `upload/changed`. The list is cleared when all items are complete or cancelled (D3-4-18).
 */
export class UploadQueue {
  #entries: Entry[] = []
  #snapshot: UploadSnapshot = { items: [], totals: totalsOf([]) }

  constructor() {
    bus.on('session/ended').subscribe(({ reason }) => {
      // With these two reasons the token is kept, and the session may continue.
      if (reason !== 'http-error' && reason !== 'unavailable') this.#abandon(reason === 'logout')
    })
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
    return this.#entries.some(isActive)
  }

  /** @param partSize - bytes; at most 8 MiB are used (contradiction 26) */
  add(requests: readonly UploadRequest[], partSize: number = chunkSize): void {
    for (const wanted of requests) {
      this.#entries.push({
        item: {
          id: crypto.randomUUID(),
          uploadId: null,
          mediumId: null,
          projectId: wanted.projectId,
          name: wanted.name,
          fileType: wanted.fileType,
          size: wanted.file.size,
          doneBytes: 0,
          progress: 0,
          speed: null,
          timeRemaining: null,
          status: 'added',
          error: null,
        },
        task: new UploadTask(wanted, Math.min(partSize, chunkSize)),
        meter: new SpeedMeter(),
        controller: new AbortController(),
      })
    }
    this.#startNext()
  }

  /** Stops sending; the item keeps its place. Does nothing unless it is uploading. */
  pause(id: string): void {
    const entry = this.#entries.find(({ item }) => item.id === id)
    if (entry?.item.status !== 'uploading') return
    this.#set(entry, { status: 'paused', speed: null, timeRemaining: null })
    entry.controller.abort()
  }

  /** Continues a paused item at the server's offset. */
  resume(id: string): void {
    const entry = this.#entries.find(({ item }) => item.id === id)
    if (entry?.item.status !== 'paused') return
    this.#set(entry, { status: 'restarting' })
    void this.#run(entry)
  }

  /** Cancels an item that is not finished, and removes it from the server. */
  async cancel(id: string): Promise<void> {
    const entry = this.#entries.find(({ item }) => item.id === id)
    if (!entry || [...finalStatuses, 'error'].includes(entry.item.status)) return
    this.#set(entry, { status: 'cancelled', speed: null, timeRemaining: null })
    entry.controller.abort()
    await entry.task.remove()
    this.#settle()
  }

  pauseAll(): void {
    for (const { item } of this.#entries) this.pause(item.id)
  }

  resumeAll(): void {
    for (const { item } of this.#entries) this.resume(item.id)
  }

  async cancelAll(): Promise<void> {
    // Waiting ones first, so that none of them takes a slot that becomes free.
    const waitingFirst = this.#entries.toSorted(
      (a, b) => Number(a.item.status !== 'added') - Number(b.item.status !== 'added'),
    )
    await Promise.all(waitingFirst.map(({ item }) => this.cancel(item.id)))
  }

  /** Removes complete, failed and cancelled items from the list. */
  clear(): void {
    this.#entries = this.#entries.filter(({ item }) => ![...finalStatuses, 'error'].includes(item.status))
    this.#publish()
  }

  /**
   * Stops and removes all items: the next user of the tab must not see them. What the server has of them is listed
   * there as detached uploads (D3-2-123).
   * @param expected - the user chose to log out, so no toast is needed
   */
  #abandon(expected: boolean): void {
    if (this.#entries.length === 0) return
    const stopped = this.#entries.filter(isActive).length
    const abandoned = this.#entries
    this.#entries = []
    for (const { controller } of abandoned) controller.abort()
    this.#publish()
    if (stopped === 0 || expected) return
    const uploads = stopped === 1 ? '1 upload was' : `${stopped} uploads were`
    bus.emit('toast/show', {
      kind: 'warning',
      title: 'Upload images',
      detail: `${uploads} stopped because your session ended.`,
      sticky: true,
    })
  }

  #startNext(): void {
    for (const entry of this.#entries) {
      const active = this.#entries.filter(({ item }) => activeStatuses.includes(item.status)).length
      if (active >= concurrency) break
      if (entry.item.status !== 'added') continue
      this.#set(entry, { status: 'queue' })
      void this.#run(entry)
    }
    this.#publish()
  }

  async #run(entry: Entry): Promise<void> {
    const controller = new AbortController()
    entry.controller = controller
    entry.meter.reset()
    try {
      await entry.task.run(controller.signal, (bytes) => this.#progressed(entry, bytes))
      this.#set(entry, {
        status: 'complete',
        progress: 100,
        doneBytes: entry.item.size,
        speed: null,
        timeRemaining: null,
      })
    } catch (error) {
      if (!controller.signal.aborted) this.#failed(entry, error)
    }
    if (controller.signal.aborted && entry.item.status === 'cancelled') await entry.task.remove()
    this.#settle()
  }

  #progressed(entry: Entry, bytes: number): void {
    if (entry.item.status === 'cancelled' || entry.item.status === 'paused') return
    const { size } = entry.item
    entry.meter.record(bytes)
    const speed = entry.meter.bytesPerSecond
    this.#set(entry, {
      status: 'uploading',
      doneBytes: bytes,
      progress: size === 0 ? 100 : (bytes / size) * 100,
      speed,
      timeRemaining: speed ? (size - bytes) / speed : null,
    })
  }

  #failed(entry: Entry, error: unknown): void {
    const status = error instanceof ApiFailure || error instanceof TransferError ? error.status : null
    const message = error instanceof Error ? error.message : 'Unexpected server error'
    this.#set(entry, {
      status: status === 404 ? 'cancelled' : 'error',
      error: message,
      speed: null,
      timeRemaining: null,
    })
    if (error instanceof ApiFailure && (error.code === 'ERR_5007' || error.code === 'ERR_5008')) {
      // A limit of the organisation is reached: no waiting upload could succeed (D3-8-17).
      for (const other of this.#entries) if (other.item.status === 'added') this.#set(other, { status: 'cancelled' })
      bus.emit('upload/limit', { code: error.code })
    } else if (status !== 404) {
      bus.emit('toast/show', { kind: 'error', title: 'Upload images', detail: `Upload failed for ${entry.item.name}` })
    }
  }

  #settle(): void {
    const over = this.#entries.length > 0 && this.#entries.every(({ item }) => finalStatuses.includes(item.status))
    if (over) {
      const completed = this.#entries.some(({ item }) => item.status === 'complete')
      // Subscribers get the final state once before the list is cleared.
      this.#publish()
      this.#entries = []
      if (completed) {
        bus.emit('toast/show', { kind: 'success', title: 'Upload images', detail: 'Image uploads have completed.' })
      }
    }
    this.#startNext()
  }

  #set(entry: Entry, changes: Partial<UploadItem>): void {
    const { mediumId, uploadId } = entry.task
    entry.item = { ...entry.item, ...changes, mediumId, uploadId }
    this.#publish()
  }

  #publish(): void {
    const items = this.#entries.map(({ item }) => item)
    this.#snapshot = { items, totals: totalsOf(items) }
    bus.emit('upload/changed', this.#snapshot)
  }
}
