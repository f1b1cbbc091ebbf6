import { randomFillSync } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger } from 'pino'
import { freeBytesAt } from './disk-free.ts'

const mebibyte = 1024 ** 2
const checkMilliseconds = 5_000

/** Where and how large the reserve is; by default 64 MiB, four segments of WAL. */
export interface ReserveOptions {
  /** The file that reserves the space; on the file system of the database. */
  file: string
  log: Logger
  /** Free bytes on that file system. */
  freeBytes?: () => Promise<number>
  /** Bytes of the reserve. */
  size?: number
}

/** A reserve that is checked until `stop`. */
export interface DiskReserve {
  /** Releases the reserve when the disk is full, allocates it again when there is enough space. Called every five seconds. */
  check(): Promise<void>
  stop(): Promise<void>
}

/** Random bytes, which no file system can compress. */
const fill = async (file: string, size: number): Promise<void> => {
  const handle = await open(file, 'w', 0o600)
  try {
    const block = Buffer.alloc(mebibyte)
    for (let done = 0; done < size; done += block.length) {
      await handle.write(randomFillSync(block).subarray(0, Math.min(block.length, size - done)))
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Reserves disk space for the database. Uploads stop before the disk is full (disk-space.ts); when something else
 * fills it, the released reserve lets PostgreSQL write its log or start again until an operator has freed space.
 */
export const keepDiskReserve = ({
  file,
  log,
  freeBytes = () => freeBytesAt(dirname(file)),
  size = 64 * mebibyte,
}: ReserveOptions): DiskReserve => {
  const check = async (): Promise<void> => {
    const free = await freeBytes()
    const held = await stat(file).then(
      (found) => found.size,
      () => 0,
    )
    if (held > 0 && free < size / 2) {
      await rm(file, { force: true })
      log.error({ freeBytes: free }, 'the disk is full: the reserve was given to the database. Make room.')
    } else if (held < size && free > size * 8) {
      await fill(file, size)
    }
  }
  const tryCheck = () => check().catch((err) => log.warn({ err }, 'the disk reserve cannot be kept'))
  let checking: Promise<void> = tryCheck()
  const timer = setInterval(() => {
    checking = checking.then(tryCheck)
  }, checkMilliseconds)
  return {
    check,
    async stop() {
      clearInterval(timer)
      await checking
    },
  }
}
