import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

const sync = async (path: string, flags: string): Promise<void> => {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the bytes of a file durable. */
export const syncFile = (file: string): Promise<void> => sync(file, 'r+')

/** Makes the entries of a folder durable. Not possible and not needed on Windows. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform !== 'win32') await sync(folder, 'r')
}

/** Creates a folder and its missing parents so that they survive a power failure. */
export const makeDurableFolder = async (folder: string): Promise<void> => {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = resolve(folder); ; made = dirname(made)) {
    await syncFolder(dirname(made))
    if (made === resolve(first)) return
  }
}

/** Gives a file, whose bytes are durable already, its final name: atomically, and durable on return. */
export const moveDurably = async (from: string, to: string): Promise<void> => {
  await makeDurableFolder(dirname(to))
  await rename(from, to)
  await syncFolder(dirname(to))
}
