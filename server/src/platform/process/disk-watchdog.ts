import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../error-code.ts'
import { freeBytesAt, reservedDiskBytes } from '../storage/disk-free.ts'

const intervalMs = 200

/**
 * Calls `exceeded` once: with `output` when the files in the folder take more than `limit` bytes, with `space` when less than
 * `reservedDiskBytes` are left on its disk.
 * @returns stop watching
 */
export const watchDisk = (folder: string, limit: number, exceeded: (reason: 'output' | 'space') => void) => {
  let stopped = false
  const stop = (): void => {
    stopped = true
    clearTimeout(timer)
  }
  const check = async (): Promise<void> => {
    const [used, free] = await Promise.all([bytesIn(folder), freeBytesAt(folder)])
    const reason = used > limit ? 'output' : free < reservedDiskBytes ? 'space' : null
    if (stopped) return
    if (reason === null) timer = setTimeout(tryCheck, intervalMs)
    else {
      stop()
      exceeded(reason)
    }
  }
  // A folder that cannot be read was removed with its child.
  const tryCheck = () => void check().catch(stop)
  let timer = setTimeout(tryCheck, 0)
  return stop
}

/** Bytes of all files under a folder: per file its length or its blocks on the disk, whichever is more. Files may vanish meanwhile. */
export const bytesIn = async (folder: string): Promise<number> => {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const found = await lstat(join(entry.parentPath, entry.name)).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null
      throw error
    })
    bytes += Math.max(found?.size ?? 0, (found?.blocks ?? 0) * 512)
  }
  return bytes
}
