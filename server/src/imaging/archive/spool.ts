import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileRangeReader, type RangeReader } from '../range-reader.ts'
import type { ArchiveMember } from './archive.ts'

/** Bytes copied at once. */
const PIECE = 8 * 1024 ** 2

/** Copies members of an archive to files, for libraries that read files only. */
export class Spool {
  readonly #folder: string
  readonly #paths = new Map<string, Promise<string>>()
  readonly #opened: FileHandle[] = []

  /** @param folder for the copies, which `close` removes */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Path of a copy, which is made at the first call. @throws ImagingError when the archive is damaged */
  path(member: ArchiveMember): Promise<string> {
    const path =
      this.#paths.get(member.name) ?? this.#copy(member, join(this.#folder, `member-${this.#paths.size}.tif`))
    this.#paths.set(member.name, path)
    return path
  }

  /** For reads at random: of the archive itself, or of a copy of a compressed member. */
  async reader(member: ArchiveMember): Promise<RangeReader> {
    if (!member.isPacked) return member.read
    const handle = await open(await this.path(member))
    this.#opened.push(handle)
    return fileRangeReader(handle)
  }

  async #copy(member: ArchiveMember, path: string): Promise<string> {
    const file = await open(path, 'w')
    try {
      const step = member.isPacked ? Math.max(1, member.size) : PIECE
      for (let at = 0; at < member.size; at += step) {
        const bytes = await member.read(at, Math.min(step, member.size - at))
        await file.write(bytes, 0, bytes.length, at)
      }
    } finally {
      await file.close()
    }
    return path
  }

  async close(): Promise<void> {
    for (const handle of this.#opened) await handle.close()
    for (const path of this.#paths.values()) await path.then((done) => rm(done, { force: true })).catch(() => undefined)
  }
}
