import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hasCode } from '../error-code.ts'
import { BlobMissing, type BlobStore, checkKey, type OpenBlob } from './blobs.ts'
import { moveDurably, syncFile } from './durable-files.ts'
import { removeOlder } from './remove-older.ts'

const readFully = async (handle: FileHandle, offset: number, length: number): Promise<Uint8Array> => {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, offset + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return bytes.subarray(0, done)
}

/** An open blob whose handle is closed after the last read under way. */
const openBlob = (handle: FileHandle, size: number): OpenBlob => {
  const reads = new Set<Promise<unknown>>()
  return {
    size,
    read(offset, length) {
      const read = readFully(handle, offset, length)
      const ended = read.catch(() => undefined).finally(() => reads.delete(ended))
      reads.add(ended)
      return read
    },
    async close() {
      await Promise.all(reads)
      await handle.close()
    },
  }
}

/**
 * A blob store of files under a folder. Unfinished ones are in its subfolder `.partial`, on the same file system.
 *
 * @param isAlone - no other process uses the folder: unfinished blobs of killed processes are removed
 */
export const openFileBlobs = async (folder: string, isAlone: boolean): Promise<BlobStore> => {
  const partial = join(folder, '.partial')
  if (isAlone) await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true, mode: 0o700 })

  const pathOf = (key: string): string => join(folder, checkKey(key))
  const temporary = (): string => join(partial, randomUUID())
  const openFor = async (key: string): Promise<FileHandle> => {
    try {
      const handle = await open(pathOf(key), 'r')
      if ((await handle.stat()).isFile()) return handle
      await handle.close()
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error
    }
    throw new BlobMissing(key)
  }
  /** Keys of all files under a prefix, in no particular order. */
  async function* keysUnder(prefix: string): AsyncGenerator<string> {
    const entries = await readdir(pathOf(prefix), { withFileTypes: true }).catch((error) => {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
      throw error
    })
    for (const entry of entries) {
      if (entry.isDirectory()) yield* keysUnder(`${prefix}${entry.name}/`)
      else yield `${prefix}${entry.name}`
    }
  }

  const blobs: BlobStore = {
    async write(key, content) {
      const target = pathOf(key)
      const draft = temporary()
      try {
        const handle = await open(draft, 'wx', 0o600)
        const source = content instanceof Readable ? content : Readable.from([content])
        await pipeline(source, handle.createWriteStream({ flush: true }))
        const { size } = await stat(draft)
        await moveDurably(draft, target)
        return { size }
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async adopt(key, file) {
      const target = pathOf(key)
      try {
        await syncFile(file)
        await moveDurably(file, target)
      } catch (error) {
        if (!hasCode(error, 'EXDEV')) throw error
        await blobs.write(key, (await open(file, 'r')).createReadStream())
        await rm(file)
      }
    },
    async read(key, range) {
      const handle = await openFor(key)
      return handle.createReadStream(range ?? {})
    },
    async readRange(key, offset, length) {
      const handle = await openFor(key)
      try {
        const bytes = await readFully(handle, offset, length)
        if (bytes.length < length) throw new RangeError(`${key} ends before byte ${offset + length}`)
        return bytes
      } finally {
        await handle.close()
      }
    },
    async open(key) {
      const handle = await openFor(key)
      return openBlob(handle, (await handle.stat()).size)
    },
    async stat(key) {
      const found = await stat(pathOf(key)).catch((error) => {
        if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null
        throw error
      })
      return found?.isFile() ? { size: found.size, written: found.mtime } : null
    },
    list(prefix) {
      if (!prefix.endsWith('/')) throw new Error(`The prefix "${prefix}" must end with /`)
      return keysUnder(prefix)
    },
    async remove(keyOrPrefix) {
      const path = pathOf(keyOrPrefix)
      if (!keyOrPrefix.endsWith('/')) return rm(path, { force: true })
      // Renamed first: all blobs vanish at once, however long the removal of the files takes.
      const doomed = temporary()
      try {
        await rename(path, doomed)
      } catch (error) {
        if (hasCode(error, 'ENOENT', 'ENOTDIR')) return
        throw error
      }
      await rm(doomed, { recursive: true, force: true })
    },
    removeUnfinished: (before) => removeOlder(partial, before),
    async withFile(key, use) {
      const handle = await openFor(key)
      await handle.close()
      return use(pathOf(key))
    },
  }
  return blobs
}
