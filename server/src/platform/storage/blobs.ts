import type { Readable } from 'node:stream'

/**
 * Where bytes live: files now, S3 with the same contract test. Keys are `/`-separated, of `[A-Za-z0-9._-]` segments that do
 * not start with a dot. What a write or adopt has answered is durable; nobody ever sees half a blob.
 */
export interface BlobStore {
  write(key: string, content: Uint8Array | Readable): Promise<{ size: number }>
  /** Takes over a finished file of this machine: moves it where it can. The source is gone afterwards. */
  adopt(key: string, file: string): Promise<void>
  /** Both ends of the range are included, as in HTTP. @throws BlobMissing */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Exactly `length` bytes from `offset` on. @throws BlobMissing, RangeError past the end. */
  readRange(key: string, offset: number, length: number): Promise<Uint8Array>
  /** For many small reads of one blob (tiles): kept open until it is closed. @throws BlobMissing */
  open(key: string): Promise<OpenBlob>
  /** Null: there is none. */
  stat(key: string): Promise<{ size: number } | null>
  /** Keys under a prefix that ends with `/`. */
  list(prefix: string): AsyncIterable<string>
  /** Removes one blob, or all under a prefix that ends with `/`. Missing ones are fine. */
  remove(keyOrPrefix: string): Promise<void>
  /** Frees what killed processes left of writes and removals that were last at work before a moment. */
  removeUnfinished(before: Date): Promise<void>
  /** Runs with the blob as a readable local file (itself, or a temporary copy). */
  withFile<T>(key: string, use: (file: string) => Promise<T>): Promise<T>
}

export interface OpenBlob {
  /** Fewer bytes than asked for come back only at the end. */
  read(offset: number, length: number): Promise<Uint8Array>
  /** Reads under way end first. */
  close(): Promise<void>
}

export class BlobMissing extends Error {
  constructor(key: string) {
    super(`There is no blob ${key}`)
    this.name = 'BlobMissing'
  }
}

const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** @throws Error for a key that could leave the store or name a hidden file. */
export const checkKey = (key: string): string => {
  const parts = key.endsWith('/') ? key.slice(0, -1).split('/') : key.split('/')
  if (!parts.every((part) => segment.test(part))) throw new Error(`"${key}" is not a blob key`)
  return key
}

/** First parts of all keys: a backup takes what is under them. */
export const blobRoots = ['media/', 'results/', 'checkpoints/', 'bundles/', 'releases/'] as const

/** The keys in use, in one place. Each begins with one of `blobRoots`. */
export const blobKeys = {
  medium: (mediumId: string) => `media/${mediumId}/`,
  original: (mediumId: string) => `media/${mediumId}/original`,
  /** All files of the decoder's output. */
  pictures: (mediumId: string) => `media/${mediumId}/pictures/`,
  /** File of the decoder's output: a plane or the thumbnail. */
  picture: (mediumId: string, file: string) => `media/${mediumId}/pictures/${file}`,
  /** All that a result has. */
  result: (resultId: string) => `results/${resultId}/`,
  resultObjects: (resultId: string) => `results/${resultId}/objects.lmo`,
  /** As servers before the columns wrote them, one JSON list; read once, then kept for such servers. */
  jsonObjects: (resultId: string) => `results/${resultId}/objects.json`,
  /** All checkpoints of a job, one blob per work unit. */
  checkpoints: (jobId: string) => `checkpoints/${jobId}/`,
  checkpoint: (jobId: string, unit: string) => `checkpoints/${jobId}/${unit}.json`,
  bundle: (bundleId: string) => `bundles/${bundleId}/file`,
  release: (app: string, version: string) => `releases/${app}/${version}/`,
}
