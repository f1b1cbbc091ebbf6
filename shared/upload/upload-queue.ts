import { bus, type UploadSnapshot } from '@lamella/shared/events'
import { FileLocks } from './file-locks.ts'
import { type TransferOptions, transferDefaults } from './transfer-options.ts'
import { newEntry } from './upload-entry.ts'
import { still, UploadList } from './upload-list.ts'
import { uploadRecords } from './upload-records.ts'
import { UploadRestorer } from './upload-restorer.ts'
import { UploadRunner } from './upload-runner.ts'
import { isOver } from './upload-state.ts'
import type { UploadRequest } from './upload-task.ts'

/**
 * The upload queue of the page: two files at once, the others wait. A singleton that outlives all screens, which listen
 * to `upload/changed`. The list is cleared when all items are complete or cancelled (D3-4-18). What is unfinished is
 * kept in the browser, and `restore` continues it after a reload.
 */
export class UploadQueue {
  readonly #options: TransferOptions
  readonly #list = new UploadList()
  readonly #runner: UploadRunner
  readonly #restorer: UploadRestorer

  constructor(options: TransferOptions = transferDefaults) {
    const locks = new FileLocks()
    this.#options = options
    this.#runner = new UploadRunner(this.#list, locks, options)
    this.#restorer = new UploadRestorer(options, locks, {
      entries: () => this.#list.entries,
      insert: (entry) => this.#list.insert(entry),
      changed: () => this.#runner.startNext(),
    })
    bus.on('session/ended').subscribe(({ reason }) => {
      // With these two reasons the token is kept, and the session may continue.
      if (reason !== 'http-error' && reason !== 'unavailable') this.#abandon(reason)
    })
  }

  /** The same object until something changes, as `useSyncExternalStore` needs it. */
  readonly snapshot = (): UploadSnapshot => this.#list.snapshot

  /** @returns ends the subscription */
  readonly subscribe = (changed: () => void): (() => void) => {
    const subscription = bus.on('upload/changed').subscribe(changed)
    return () => subscription.unsubscribe()
  }

  /** Whether leaving the page would stop uploads. */
  hasActive(): boolean {
    return this.#list.entries.some(({ item }) => !isOver(item.status) && item.waitsFor === null)
  }

  /** @param partSize - bytes; no part is larger than the queue's own (contradiction 26) */
  add(requests: readonly UploadRequest[], partSize: number = this.#options.chunkSize): void {
    const options = { ...this.#options, chunkSize: Math.min(partSize, this.#options.chunkSize || partSize) }
    this.#list.begin()
    for (const wanted of requests) {
      const entry = newEntry(wanted, options)
      this.#list.insert(entry)
      // Also of one that waits: otherwise a window that is opened now takes it for left behind.
      entry.running = this.#runner.lock(entry)
    }
    this.#runner.startNext()
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
    const entry = this.#list.find(id)
    if (entry && this.#list.apply(entry, 'pause', still)) entry.controller.abort()
  }

  /** Continues a paused item at the server's offset. */
  resume(id: string): void {
    const entry = this.#list.find(id)
    if (entry && this.#list.apply(entry, 'resume')) this.#runner.run(entry)
  }

  /** Cancels an item that is not finished, and removes it from the server. */
  async cancel(id: string): Promise<void> {
    const entry = this.#list.find(id)
    if (!entry || !this.#list.apply(entry, 'cancel', { ...still, waitsFor: null })) return
    entry.controller.abort()
    await this.#restorer.taskOf(entry)?.remove()
    this.#runner.release(entry)
    this.#runner.settle()
  }

  pauseAll(): void {
    for (const { item } of this.#list.entries) this.pause(item.id)
  }

  resumeAll(): void {
    for (const { item } of this.#list.entries) this.resume(item.id)
  }

  async cancelAll(): Promise<void> {
    this.#list.cancelledAll = this.#list.entries.length > 0
    // Waiting ones first, so that none of them takes a place that becomes free.
    const waitingFirst = this.#list.entries.toSorted(
      (a, b) => Number(a.item.status !== 'added') - Number(b.item.status !== 'added'),
    )
    await Promise.all(waitingFirst.map(({ item }) => this.cancel(item.id)))
  }

  /** Removes complete, failed and cancelled items from the list. */
  clear(): void {
    for (const entry of this.#list.remove(({ item }) => isOver(item.status))) {
      entry.failedForNow = false
      this.#runner.release(entry)
    }
    this.#list.publish()
  }

  /**
   * Stops and removes all items: the next user of the tab must not see them. What the server has of them is listed
   * there as detached uploads (D3-2-123). The browser forgets them only when the user has logged out here: another
   * window may just have logged the same user in anew.
   */
  #abandon(reason: string): void {
    this.#restorer.stop()
    const abandoned = this.#list.remove()
    if (abandoned.length === 0) return
    const stopped = abandoned.filter(({ item }) => !isOver(item.status)).length
    for (const entry of abandoned) {
      entry.controller.abort()
      entry.task?.close()
      entry.unlock?.()
      if (entry.record && reason === 'logout') void uploadRecords.forget(entry.record.id)
    }
    this.#list.publish()
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
}
