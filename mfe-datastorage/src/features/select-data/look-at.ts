import type { FileLook } from './file-header.ts'
import type { LookAnswer, LookCall } from './look-worker.ts'

type Waiting = Map<number, { file: File; done: (look: FileLook | null) => void }>

const lookHere = async (file: File): Promise<FileLook | null> => {
  const { lookIntoFile } = await import('./look-into-file.ts')
  return lookIntoFile(file, file.name).catch(() => null)
}

const waiting: Waiting = new Map()
let calls = 0
/** Null: not started yet. False: the browser has none, or could not load it. */
let worker: Worker | null | false = null

const started = (): Worker | false => {
  if (worker !== null) return worker
  if (typeof Worker === 'undefined') return false
  const created = new Worker(new URL('./look-worker.ts', import.meta.url))
  created.onmessage = ({ data: { id, look } }: MessageEvent<LookAnswer>) => {
    waiting.get(id)?.done(look)
    waiting.delete(id)
  }
  created.onerror = () => {
    worker = false
    for (const { file, done } of waiting.values()) void lookHere(file).then(done)
    waiting.clear()
  }
  worker = created
  return created
}

/**
 * Looks into a file in a worker: what its header says, and a small picture of it.
 *
 * @returns null: the file cannot be read
 */
export const lookAt = (file: File): Promise<FileLook | null> => {
  const looker = started()
  if (!looker) return lookHere(file)
  return new Promise((done) => {
    const id = calls++
    waiting.set(id, { file, done })
    looker.postMessage({ id, file } satisfies LookCall)
  })
}
