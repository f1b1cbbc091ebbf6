import type { FileType } from '@lamella/shared/contract'
import type { UploadSession } from './protocol.ts'
import type { ZShown } from './upload-task.ts'

/** What a browser keeps of a file, so that it can be found again. */
export interface FileRecord {
  fileName: string
  /** Bytes. */
  size: number
  /** Milliseconds since 1970. */
  lastModified: number
  /** Null: the browser gave none, so the user has to pick the file again. */
  handle: FileSystemFileHandle | null
}

/** What a browser keeps of an unfinished upload, so that it can continue after a reload. */
export interface UploadRecord extends FileRecord {
  /** Of the item. */
  id: string
  userId: string
  projectId: string
  /** Name of the future image. */
  name: string
  fileType: FileType
  /** Absent: the middle plane, or from before it could be chosen. */
  zShown?: ZShown
  /** The files that were joined into it, in their order (`joinFiles`); absent: it is one file. */
  parts?: FileRecord[]
  /** Small picture as a data URL; null: none was made. */
  picture: string | null
  /** Bytes of a part. */
  partSize: number
  mediumId: string | null
  /** Null: not opened yet. */
  session: UploadSession | null
}

const database = 'lamella-uploads'
const storeName = 'unfinished'

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Does something with the records. Without a database, as in private windows of some browsers, nothing is kept. */
const withRecords = async <T>(act: (records: IDBObjectStore) => IDBRequest<T>): Promise<T | null> => {
  try {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName, { keyPath: 'id' })
    const opened = await result(opening)
    try {
      return await result(act(opened.transaction(storeName, 'readwrite').objectStore(storeName)))
    } finally {
      opened.close()
    }
  } catch {
    return null
  }
}

/** The unfinished uploads of this browser, of all its windows. */
export const uploadRecords = {
  keep: async (record: UploadRecord): Promise<void> => void (await withRecords((records) => records.put(record))),
  forget: async (id: string): Promise<void> => void (await withRecords((records) => records.delete(id))),
  /** Null: finished or forgotten meanwhile. */
  find: async (id: string): Promise<UploadRecord | null> =>
    (await withRecords<UploadRecord | undefined>((records) => records.get(id))) ?? null,
  of: async (userId: string): Promise<UploadRecord[]> =>
    ((await withRecords<UploadRecord[]>((records) => records.getAll())) ?? []).filter(
      (record) => record.userId === userId,
    ),
}
