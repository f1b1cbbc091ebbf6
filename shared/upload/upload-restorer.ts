import { callAllPages } from '@lamella/shared/api'
import { listUploads } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import type { FileLocks } from './file-locks.ts'
import { readHandle } from './read-handle.ts'
import type { TransferOptions } from './transfer-options.ts'
import { hasHandles, isFileOf, lockKey, restoredEntry, type UploadEntry } from './upload-entry.ts'
import { type UploadRecord, uploadRecords } from './upload-records.ts'
import { UploadTask } from './upload-task.ts'

/** The list of the queue. */
interface List {
  entries: () => readonly UploadEntry[]
  insert: (entry: UploadEntry) => void
  /** To be called after entries were inserted or changed. */
  changed: () => void
}

/** A file with its handle, where the browser gives one. */
interface GivenFile {
  file: File
  handle: FileSystemFileHandle | null
}

/** The file of an upload among others, of a set all of its files in their order; null: not all are among them. */
const chosenOf = (record: UploadRecord, files: readonly GivenFile[]): GivenFile[] | null => {
  const found = (record.parts ?? [record]).map((part) => files.find(({ file }) => isFileOf(part, file)))
  return found.every((file) => file !== undefined) ? found : null
}

/** Bytes of the user's unfinished uploads by id; null: the server does not say. */
const storedBytes = async (): Promise<Map<string, number> | null> => {
  try {
    const open = await callAllPages(listUploads, {}, { action: 'uploads.restore' })
    return new Map(open.map(({ id, bytesWritten }) => [id, bytesWritten]))
  } catch {
    return null
  }
}

/** The item goes on waiting for its files. */
const tellNotJoined = ({ fileName }: UploadRecord): void =>
  bus.emit('toast/show', {
    kind: 'error',
    title: 'Upload images',
    detail: `The files of ${fileName} could not be put together. Choose them again.`,
  })

/** Brings uploads back that a reload or another window has left behind, and gives them their files. */
export class UploadRestorer {
  readonly #options: TransferOptions
  readonly #locks: FileLocks
  readonly #list: List
  /** Whose uploads are restored; null: nobody is logged in. */
  #userId: string | null = null

  constructor(options: TransferOptions, locks: FileLocks, list: List) {
    this.#options = options
    this.#locks = locks
    this.#list = list
  }

  async restore(userId: string): Promise<void> {
    this.#userId = userId
    const records = await uploadRecords.of(userId)
    if (records.length === 0) return
    const stored = await storedBytes()
    for (const record of records) {
      const { session } = record
      if (stored && session && !stored.has(session.uploadId) && !this.#isListed(record.id)) {
        // It has ended meanwhile, or was cancelled elsewhere.
        void this.#forgetEnded(record)
      } else void this.#bringBack(record, (session && stored?.get(session.uploadId)) ?? 0)
    }
  }

  /** Nothing more is brought back: the session has ended. */
  stop(): void {
    this.#userId = null
  }

  provide(files: readonly GivenFile[]): number {
    let given = 0
    for (const entry of this.#waiting()) {
      const { record } = entry
      const found = record && chosenOf(record, files)
      if (!found) continue
      given += 1
      void this.#giveAll(entry, record, found)
    }
    this.#list.changed()
    return given
  }

  async allow(): Promise<void> {
    for (const entry of this.#waiting()) await this.#readHandle(entry, true)
    this.#list.changed()
  }

  /** The task of an entry; one that still waits for its file gets one that can be removed from the server. */
  taskOf({ task, record, options }: UploadEntry): UploadTask | null {
    if (task || !record) return task
    return new UploadTask({ ...record, file: new File([], record.fileName) }, options, record)
  }

  #isListed(id: string): boolean {
    return this.#list.entries().some(({ item }) => item.id === id)
  }

  #waiting(): UploadEntry[] {
    return this.#list.entries().filter(({ item }) => item.waitsFor !== null)
  }

  async #forgetEnded(record: UploadRecord): Promise<void> {
    // Another window may just be finishing it.
    const unlock = await this.#locks.take(lockKey(record), { wait: false })
    if (unlock) await uploadRecords.forget(record.id)
    unlock?.()
  }

  async #bringBack({ id, userId, ...facts }: UploadRecord, doneBytes: number): Promise<void> {
    if (this.#isListed(id)) return
    // Until no other window uploads it: then that one was closed, or has finished it.
    const unlock = await this.#locks.take(lockKey(facts), { wait: true })
    const record = await uploadRecords.find(id)
    if (!record || this.#isListed(id) || this.#userId !== userId) return unlock?.()
    const entry = { ...restoredEntry(record, this.#options, doneBytes), unlock }
    this.#list.insert(entry)
    await this.#readHandle(entry, false)
    this.#list.changed()
  }

  async #readHandle(entry: UploadEntry, ask: boolean): Promise<void> {
    const { record } = entry
    if (!record || !hasHandles(record) || entry.item.waitsFor !== 'permission') return
    const files: GivenFile[] = []
    for (const { handle } of record.parts ?? [record]) {
      const file = handle && (await readHandle(handle, ask))
      if (file) files.push({ file, handle })
      // Without an answer to the question it is put again; a file that is gone has to be picked.
      else if (!ask) return
    }
    const found = chosenOf(record, files)
    if (found) await this.#giveAll(entry, record, found)
    else if (entry.item.waitsFor) entry.item = { ...entry.item, waitsFor: 'file' }
  }

  /** One file at once; several become one first, by a module that few sessions need. */
  async #giveAll(entry: UploadEntry, record: UploadRecord, found: readonly GivenFile[]): Promise<void> {
    const [first] = found
    if (!first) return
    if (!record.parts) return this.#give(entry, record, first)
    const joining = await import('./joined-file.ts').catch(() => null)
    if (!joining) return tellNotJoined(record)
    const files = found.map(({ file }) => file)
    this.#give(entry, record, { file: joining.joinFiles(record.fileName, files), handle: null })
    this.#list.changed()
  }

  #give(entry: UploadEntry, record: UploadRecord, { file, handle }: GivenFile): void {
    // Cancelled, or given by another way, meanwhile.
    if (entry.item.waitsFor === null) return
    entry.record = { ...record, handle: handle ?? record.handle }
    entry.task = new UploadTask({ ...record, file }, entry.options, record)
    entry.item = { ...entry.item, waitsFor: null }
    void uploadRecords.keep(entry.record)
  }
}
