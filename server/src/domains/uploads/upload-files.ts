import { closeSync, constants, fdatasync, fstatSync, ftruncate, openSync, writev } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasCode } from '../../platform/error-code.ts'
import { makeDurableFolder, syncFolder } from '../../platform/storage/durable-files.ts'

const writePieces = promisify(writev)
const synchronise = promisify(fdatasync)
const shorten = promisify(ftruncate)

/**
 * The bytes of unfinished uploads, one file per upload, named by its id. The number of stored bytes is the length of the file and is
 * stored nowhere else.
 */
export class UploadFiles {
  readonly folder: string

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'uploads')
  }

  path(uploadId: string): string {
    return join(this.folder, uploadId)
  }

  /** Null: there is no file (yet). */
  async stat(uploadId: string): Promise<{ size: number; modified: Date } | null> {
    try {
      const { size, mtime } = await stat(this.path(uploadId))
      return { size, modified: mtime }
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null
      throw error
    }
  }

  /** Null: there is no file (yet). */
  open(uploadId: string): UploadFile | null {
    return UploadFile.open(this.path(uploadId))
  }

  /** Creates an empty file that survives a power failure, and opens it. */
  async create(uploadId: string): Promise<UploadFile> {
    await makeDurableFolder(this.folder)
    await (await open(this.path(uploadId), 'a', 0o600)).close()
    await syncFolder(this.folder)
    const file = this.open(uploadId)
    if (!file) throw new Error(`The file of upload ${uploadId} was removed while it was made`)
    return file
  }

  async remove(uploadId: string): Promise<void> {
    await rm(this.path(uploadId), { force: true })
  }

  async list(): Promise<string[]> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    return readdir(this.folder)
  }
}

/**
 * The file of an upload, open for appending. Opening, size and closing are synchronous: the kernel answers from memory, which is faster
 * than a thread, and a part waits for each of these calls.
 */
export class UploadFile {
  readonly #descriptor: number

  private constructor(descriptor: number) {
    this.#descriptor = descriptor
  }

  /** Null: there is no such file. */
  static open(path: string): UploadFile | null {
    try {
      return new UploadFile(openSync(path, constants.O_WRONLY | constants.O_APPEND))
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null
      throw error
    }
  }

  get size(): number {
    return fstatSync(this.#descriptor).size
  }

  async append(pieces: Uint8Array[]): Promise<void> {
    const total = pieces.reduce((sum, { length }) => sum + length, 0)
    const { bytesWritten } = await writePieces(this.#descriptor, pieces)
    // A disk that becomes full first takes a part of the bytes.
    if (bytesWritten < total) await this.append([Buffer.concat(pieces).subarray(bytesWritten)])
  }

  /** Makes the appended bytes durable. */
  sync(): Promise<void> {
    return synchronise(this.#descriptor)
  }

  truncate(size: number): Promise<void> {
    return shorten(this.#descriptor, size)
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}
