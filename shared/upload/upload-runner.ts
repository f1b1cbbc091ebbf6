import { connection } from '@lamella/shared/api'
import { type BusEvents, bus } from '@lamella/shared/events'
import type { FileLocks } from './file-locks.ts'
import type { TransferOptions } from './transfer-options.ts'
import type { UploadEntry } from './upload-entry.ts'
import { failureOf } from './upload-failure.ts'
import { still, type UploadList } from './upload-list.ts'
import { uploadRecords } from './upload-records.ts'
import { holdsPlace, isOver } from './upload-state.ts'

const takenElsewhere = 'This file is already being uploaded in another window.'

/** Gives the places of the queue to what waits, runs it to its end, and tries again later what failed for now. */
export class UploadRunner {
  readonly #list: UploadList
  readonly #locks: FileLocks
  readonly #options: TransferOptions
  /** Tries again what failed for now; null: nothing waits for that. */
  #recovery: ReturnType<typeof setTimeout> | null = null

  constructor(list: UploadList, locks: FileLocks, options: TransferOptions) {
    this.#list = list
    this.#locks = locks
    this.#options = options
    connection.onRecovery(() => this.#recover())
  }

  /** Starts what waits for a place. While the server is away it waits on, instead of failing one after the other. */
  startNext(): void {
    for (const entry of this.#list.entries) {
      const active = this.#list.entries.filter(({ item }) => holdsPlace(item.status)).length
      if (active >= this.#options.concurrency || connection.snapshot().down) break
      if (entry.task && this.#list.apply(entry, 'start')) this.run(entry)
    }
    this.#list.publish()
  }

  /** Runs after what is left of the run before: a medium that is being announced cannot be called back. */
  run(entry: UploadEntry): void {
    const controller = new AbortController()
    entry.controller = controller
    entry.meter.reset()
    entry.running = entry.running.then(() => this.#transfer(entry, controller.signal))
  }

  /**
   * Takes the file from other windows. Only with the lock the browser keeps a record: to another window, a record without
   * one is what a closed window has left behind.
   * @returns false: another window has the file, or the upload was stopped meanwhile
   */
  async lock(entry: UploadEntry): Promise<boolean> {
    if (entry.unlock) return true
    const unlock = await this.#locks.take(entry.file, { wait: false })
    if (!unlock || entry.controller.signal.aborted) {
      unlock?.()
      return false
    }
    entry.unlock = unlock
    if (entry.record) await uploadRecords.keep(entry.record)
    return true
  }

  /**
   * Frees what an ended item holds. One that failed for now keeps all of it. A record that this window could not lock may
   * be that of another one, which goes on with it.
   */
  release(entry: UploadEntry): void {
    if (entry.failedForNow && entry.item.status === 'error') return
    entry.task?.close()
    if (!entry.unlock) return
    entry.unlock()
    entry.unlock = null
    if (entry.record) void uploadRecords.forget(entry.record.id)
  }

  /** To be called after an item has ended. */
  settle(): void {
    this.#list.clearEnded()
    this.startNext()
  }

  /** Uploads that failed for now continue. */
  #recover(): void {
    for (const entry of this.#list.entries) {
      if (entry.failedForNow) this.#list.apply(entry, 'recover', { error: null })
    }
    this.startNext()
  }

  /** While the server is known to be away, its return is what they wait for. */
  #recoverLater(): void {
    this.#recovery ??= setTimeout(() => {
      this.#recovery = null
      if (!connection.snapshot().down) this.#recover()
    }, this.#options.recoverAfter)
  }

  async #transfer(entry: UploadEntry, signal: AbortSignal): Promise<void> {
    const { task } = entry
    if (signal.aborted || !task) return
    try {
      if (!(await this.lock(entry))) throw new Error(takenElsewhere)
      await task.run(
        signal,
        () => this.#opened(entry),
        (bytes) => this.#progressed(entry, bytes),
      )
      this.#list.apply(entry, 'completed', { ...still, progress: 100, doneBytes: entry.item.size })
    } catch (error) {
      if (!signal.aborted) this.#failed(entry, error)
    }
    // Cancelled while it was announced. One that the server calls unknown is cancelled too, but nothing is there to remove.
    if (signal.aborted && entry.item.status === 'cancelled') await task.remove()
    if (isOver(entry.item.status)) this.release(entry)
    this.settle()
  }

  async #opened(entry: UploadEntry): Promise<void> {
    const { task, record, item } = entry
    this.#list.set(entry, { uploadSessionId: task?.session?.sessionId ?? null })
    if (!record || !task || isOver(item.status)) return
    entry.record = { ...record, mediumId: task.mediumId, session: task.session }
    await uploadRecords.keep(entry.record)
  }

  #progressed(entry: UploadEntry, bytes: number): void {
    const { size, doneBytes } = entry.item
    // The next failure is a new one.
    if (bytes > doneBytes) entry.failedForNow = false
    entry.meter.record(bytes)
    const speed = entry.meter.bytesPerSecond
    this.#list.apply(entry, 'sending', {
      doneBytes: bytes,
      progress: size === 0 ? 100 : (bytes / size) * 100,
      speed,
      timeRemaining: speed ? (size - bytes) / speed : null,
    })
  }

  #failed(entry: UploadEntry, error: unknown): void {
    const { event, passes, message, limit } = failureOf(error)
    const isTold = entry.failedForNow
    entry.failedForNow = passes
    if (!this.#list.apply(entry, event, { ...still, error: message })) return
    if (passes) this.#recoverLater()
    if (limit) this.#stopAtLimit(limit)
    else if (event === 'failed' && !isTold) {
      const detail = `Upload failed for ${entry.item.name}`
      bus.emit('toast/show', { kind: 'error', title: 'Upload images', detail })
    }
  }

  /** A limit of the organisation is reached: no waiting upload could succeed (D3-8-17). */
  #stopAtLimit(code: BusEvents['upload/limit']['code']): void {
    for (const other of this.#list.entries) {
      if (other.item.status !== 'added') continue
      this.#list.apply(other, 'cancel', { waitsFor: null })
      other.controller.abort()
      this.release(other)
    }
    bus.emit('upload/limit', { code })
  }
}
