import { closeSync, constants, fdatasync, fstatSync, ftruncate, openSync, writev } from 'node:fs'
import { promisify } from 'node:util'
import { hasCode } from '../../platform/error-code.ts'

const append = promisify(writev)
const synchronise = promisify(fdatasync)
const truncate = promisify(ftruncate)

/**
 * The file of an upload, open for appending. What it is asked for without waiting (open, size, close) the kernel has in
 * memory: a thread would take longer to answer, and a part waits for each of these.
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
    const { bytesWritten } = await append(this.#descriptor, pieces)
    // A disk that fills up takes a part of them first.
    if (bytesWritten < total) await this.append([Buffer.concat(pieces).subarray(bytesWritten)])
  }

  /** What was appended survives a power cut from now on. */
  sync(): Promise<void> {
    return synchronise(this.#descriptor)
  }

  truncate(size: number): Promise<void> {
    return truncate(this.#descriptor, size)
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}
