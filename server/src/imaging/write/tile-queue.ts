import type { Samples } from '../sample-type.ts'
import type { BigTiffWriter, WrittenLevel } from './big-tiff.ts'
import type { TileEncoding } from './tile-encodings.ts'

/** Bytes of decoded tiles that may wait for an encoder while the next ones are decoded and reduced. */
const WAITING_BYTES = 16 * 1024 * 1024

/** Encodes rows of tiles beside the work of its caller, and appends them in the order in which they were added: the same file on every run. */
export class TileQueue {
  readonly #writer: BigTiffWriter
  #last: Promise<void> = Promise.resolve()
  #bytes = 0

  constructor(writer: BigTiffWriter) {
    this.#writer = writer
  }

  /**
   * Returns while tiles are being encoded, unless they are more than `WAITING_BYTES`.
   * @param row tiles that are not changed any more
   * @throws Error of an encoder or of the file system, also for rows before
   */
  async add(level: WrittenLevel, row: readonly Samples[], encoding: TileEncoding): Promise<void> {
    const bytes = row.reduce((sum, tile) => sum + tile.byteLength, 0)
    const stored = Promise.all(row.map((tile) => encoding.encode(tile)))
    // Awaited behind the rows before: one of them may fail first.
    stored.catch(() => undefined)
    const before = this.#last
    this.#bytes += bytes
    this.#last = (async () => {
      await before
      for (const tile of await stored) {
        level.offsets.push(await this.#writer.append(tile))
        level.lengths.push(tile.length)
      }
      this.#bytes -= bytes
    })()
    // Awaited by a later call, or by `done`.
    this.#last.catch(() => undefined)
    if (this.#bytes > WAITING_BYTES) await this.#last
  }

  /** Until all tiles are in the file. @throws as `add` */
  async done(): Promise<void> {
    await this.#last
  }

  /** Until nothing is written any more, whether it succeeded or not. */
  settled(): Promise<void> {
    return this.#last.catch(() => undefined)
  }
}
