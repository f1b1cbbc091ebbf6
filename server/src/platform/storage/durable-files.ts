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

export const syncFile = (file: string): Promise<void> => sync(file, 'r+')

/** Makes entries of a folder durable. Windows cannot, and does not need to. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform !== 'win32') await sync(folder, 'r')
}

/** Makes a folder so that it survives a power cut, with those above it. */
export const makeDurableFolder = async (folder: string): Promise<void> => {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = resolve(folder); ; made = dirname(made)) {
    await syncFolder(dirname(made))
    if (made === resolve(first)) return
  }
}

/** Gives a file, whose bytes are durable already, its final name: from then on it is there whole, or not at all. */
export const moveDurably = async (from: string, to: string): Promise<void> => {
  await makeDurableFolder(dirname(to))
  await rename(from, to)
  await syncFolder(dirname(to))
}
