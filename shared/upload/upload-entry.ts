import type { UploadItem } from '@lamella/shared/events'
import { SpeedMeter } from './speed.ts'
import type { TransferOptions } from './transfer-options.ts'
import type { FileRecord, UploadRecord } from './upload-records.ts'
import { type UploadRequest, UploadTask } from './upload-task.ts'

/** An upload of the queue. */
export interface UploadEntry {
  item: UploadItem
  /** Null: the file is not at hand; the user has to give it. */
  task: UploadTask | null
  /** What is kept of it in the browser; null: nothing. */
  record: UploadRecord | null
  readonly options: TransferOptions
  /** Names the file for `FileLocks`. */
  readonly file: string
  /** Lets other windows upload the same file; null: not locked. */
  unlock: (() => void) | null
  readonly meter: SpeedMeter
  controller: AbortController
  /** The present run, and those before it. */
  running: Promise<unknown>
  /** It failed, but may succeed later; true until more of it has arrived. */
  failedForNow: boolean
}

type FileFacts = Pick<UploadRecord, 'fileName' | 'size' | 'lastModified'>
type ImageFacts = Pick<UploadRecord, 'projectId' | 'name' | 'fileType' | 'picture'>

/** The name of a file for `FileLocks`: the same file may go to two projects at the same time. */
export const lockKey = ({
  projectId,
  fileType,
  fileName,
  size,
  lastModified,
}: FileFacts & Omit<ImageFacts, 'picture'>): string => [projectId, fileType, size, lastModified, fileName].join(' ')

const entryOf = (
  id: string,
  facts: FileFacts & ImageFacts,
  options: TransferOptions,
): Omit<UploadEntry, 'task' | 'record'> => ({
  item: {
    id,
    uploadId: null,
    uploadSessionId: null,
    mediumId: null,
    projectId: facts.projectId,
    name: facts.name,
    editedName: facts.name === facts.fileName ? null : facts.name,
    fileType: facts.fileType,
    size: facts.size,
    doneBytes: 0,
    progress: 0,
    speed: null,
    timeRemaining: null,
    status: 'added',
    error: null,
    picture: facts.picture,
    waitsFor: null,
  },
  options,
  file: lockKey(facts),
  unlock: null,
  meter: new SpeedMeter(),
  controller: new AbortController(),
  running: Promise.resolve(),
  failedForNow: false,
})

const factsOf = ({ name, size, lastModified }: File, handle: FileSystemFileHandle | null): FileRecord => ({
  fileName: name,
  size,
  lastModified,
  handle,
})

/** Whether the browser may read all files of an upload again, once it is permitted. */
export const hasHandles = ({ handle, parts }: UploadRecord): boolean =>
  parts ? parts.every((part) => part.handle !== null) : handle !== null

/** A new upload. */
export const newEntry = (wanted: UploadRequest, options: TransferOptions): UploadEntry => {
  const { file, handle = null, picture = null, name, fileType, projectId, userId, zShown, parts } = wanted
  const { name: fileName, size, lastModified } = file
  const facts = { fileName, size, lastModified, name, fileType, projectId, picture }
  const id = crypto.randomUUID()
  const kept = { id, handle, partSize: options.chunkSize, mediumId: null, session: null, ...(zShown && { zShown }) }
  const joined = parts && { parts: parts.map(({ file: part, handle: own }) => factsOf(part, own)) }
  return {
    ...entryOf(id, facts, options),
    task: new UploadTask({ ...wanted, id }, options),
    record: userId === undefined ? null : { ...facts, ...kept, ...joined, userId },
  }
}

/** An upload from before a reload, which still needs its file. @param doneBytes - that the server has */
export const restoredEntry = (record: UploadRecord, options: TransferOptions, doneBytes: number): UploadEntry => {
  const { id, size, mediumId, session, partSize } = record
  const entry = entryOf(id, record, { ...options, chunkSize: partSize })
  const item: UploadItem = {
    ...entry.item,
    mediumId,
    uploadId: session?.uploadId ?? null,
    uploadSessionId: session?.sessionId ?? null,
    doneBytes,
    progress: size === 0 ? 0 : (doneBytes / size) * 100,
    waitsFor: hasHandles(record) ? 'permission' : 'file',
  }
  return { ...entry, item, task: null, record }
}

/** Whether a file is, as far as can be seen without reading it, the one that was uploaded before the reload. */
export const isFileOf = ({ fileName, size, lastModified }: FileFacts, file: File): boolean =>
  file.name === fileName && file.size === size && file.lastModified === lastModified
