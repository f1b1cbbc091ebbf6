import type { Readable } from 'node:stream'

/**
 * Storage of bytes by key; files so far, tested by blobs.contract.ts. Keys are segments of `[A-Za-z0-9._-]` without leading dot,
 * separated by `/`. When `write` or `adopt` has returned, the blob is durable; a blob is visible as a whole or not at all.
 */
export interface BlobStore {
  write(key: string, content: Uint8Array | Readable): Promise<{ size: number }>
  /** Takes over a local file by moving it where possible. The source is gone afterwards. */
  adopt(key: string, file: string): Promise<void>
  /** @param range - bytes, both ends included, as in HTTP. @throws BlobMissing */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Exactly `length` bytes from `offset` on. @throws BlobMissing; RangeError past the end */
  readRange(key: string, offset: number, length: number): Promise<Uint8Array>
  /** For many small reads of one blob (tiles): kept open until it is closed. @throws BlobMissing */
  open(key: string): Promise<OpenBlob>
  /** Size in bytes, and when it was written; null: there is no such blob. */
  stat(key: string): Promise<{ size: number; written: Date } | null>
  /** Keys under a prefix that ends with `/`. */
  list(prefix: string): AsyncIterable<string>
  /** Removes one blob, or all under a prefix that ends with `/`. Missing blobs are ignored. */
  remove(keyOrPrefix: string): Promise<void>
  /** Removes the remains of unfinished writes and removals that were last changed before a moment. */
  removeUnfinished(before: Date): Promise<void>
  /** Runs with the blob as a readable local file (itself, or a temporary copy). */
  withFile<T>(key: string, use: (file: string) => Promise<T>): Promise<T>
}

/** A blob that is open for reading. */
export interface OpenBlob {
  /** Bytes. */
  size: number
  /** Bytes from `offset` on: fewer than `length` only at the end of the blob. */
  read(offset: number, length: number): Promise<Uint8Array>
  /** Waits for reads under way. */
  close(): Promise<void>
}

/** There is no blob with this key. */
export class BlobMissing extends Error {
  constructor(key: string) {
    super(`There is no blob ${key}`)
    this.name = 'BlobMissing'
  }
}

const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** @returns the key @throws Error for a key that could lead outside of the store or name a hidden file */
export const checkKey = (key: string): string => {
  const parts = key.endsWith('/') ? key.slice(0, -1).split('/') : key.split('/')
  if (!parts.every((part) => segment.test(part))) throw new Error(`"${key}" is not a blob key`)
  return key
}

/** Prefixes of all keys: a backup contains what is under them. */
export const blobRoots = [
  'media/',
  'results/',
  'checkpoints/',
  'bundles/',
  'imports/',
  'exports/',
  'releases/',
] as const

/** All keys in use. Each begins with one of `blobRoots`. */
export const blobKeys = {
  medium: (mediumId: string) => `media/${mediumId}/`,
  original: (mediumId: string) => `media/${mediumId}/original`,
  /** What is shown while it is processed. */
  preview: (mediumId: string) => `media/${mediumId}/preview.jpg`,
  /** Of a picture that was drawn here: what it shows, by which analyses can be judged. */
  truth: (mediumId: string) => `media/${mediumId}/truth.json`,
  /** All files of the decoder's output. */
  pictures: (mediumId: string) => `media/${mediumId}/pictures/`,
  /** One file of the decoder's output: a plane or the thumbnail. */
  picture: (mediumId: string, file: string) => `media/${mediumId}/pictures/${file}`,
  /** All blobs of a result. */
  result: (resultId: string) => `results/${resultId}/`,
  resultObjects: (resultId: string) => `results/${resultId}/objects.lmo`,
  /** Objects as earlier servers stored them, one JSON list; kept after the conversion for servers of that version. */
  jsonObjects: (resultId: string) => `results/${resultId}/objects.json`,
  /** All checkpoints of a job, one blob per work unit. */
  checkpoints: (jobId: string) => `checkpoints/${jobId}/`,
  checkpoint: (jobId: string, unit: string) => `checkpoints/${jobId}/${unit}.json`,
  bundle: (bundleId: string) => `bundles/${bundleId}/file`,
  /** A file of annotations until it is imported. */
  annotationFile: (importId: string) => `imports/${importId}/file`,
  /** A file that was made of annotations. */
  annotationExport: (exportId: string) => `exports/${exportId}/file`,
  release: (app: string, version: string) => `releases/${app}/${version}/`,
}
