import type { FileHash } from './blob-hash.ts'
import type { HashAnswer, HashCall } from './hash-worker.ts'

/** The hash in this thread, loaded when it is needed: most browsers use the worker. */
class PageHash implements FileHash {
  readonly #hash: Promise<FileHash>

  constructor(file: Blob) {
    this.#hash = import('./blob-hash.ts').then(({ BlobHash }) => new BlobHash(file))
  }

  async advanceTo(end: number): Promise<void> {
    await (await this.#hash).advanceTo(end)
  }

  async digest(): Promise<string> {
    return (await this.#hash).digest()
  }

  close(): void {
    this.#hash.then((hash) => hash.close()).catch(() => undefined)
  }
}

type Waiting = Pick<PromiseWithResolvers<string | null>, 'resolve' | 'reject'>

/** The hash in a worker; in this thread when the worker's script cannot be loaded. */
class WorkerHash implements FileHash {
  readonly #file: Blob
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting & { end: number | null }>()
  #calls = 0
  #here: FileHash | null = null

  constructor(file: Blob, worker: Worker) {
    this.#file = file
    this.#worker = worker
    worker.onmessage = ({ data }: MessageEvent<HashAnswer>) => this.#answered(data)
    worker.onerror = () => this.#continueHere()
    worker.postMessage({ file } satisfies HashCall)
  }

  async advanceTo(end: number): Promise<void> {
    await this.#ask(end)
  }

  async digest(): Promise<string> {
    return (await this.#ask(null)) ?? ''
  }

  close(): void {
    this.#worker.terminate()
    this.#here?.close()
  }

  #ask(end: number | null): Promise<string | null> {
    if (this.#here) return askHere(this.#here, end)
    const { promise, resolve, reject } = Promise.withResolvers<string | null>()
    const id = this.#calls++
    this.#waiting.set(id, { resolve, reject, end })
    this.#worker.postMessage({ id, end } satisfies HashCall)
    return promise
  }

  #answered({ id, digest, error }: HashAnswer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error === null) waiting?.resolve(digest)
    else waiting?.reject(new Error(error))
  }

  #continueHere(): void {
    const here = new PageHash(this.#file)
    this.#here = here
    for (const { end, resolve, reject } of this.#waiting.values()) askHere(here, end).then(resolve, reject)
    this.#waiting.clear()
  }
}

const askHere = async (hash: FileHash, end: number | null): Promise<string | null> => {
  if (end === null) return hash.digest()
  await hash.advanceTo(end)
  return null
}

/** SHA-256 of a file: in a worker, so that the page stays quick, where the browser has one. */
export const hashOf = (file: Blob): FileHash => {
  if (typeof Worker === 'undefined') return new PageHash(file)
  return new WorkerHash(file, new Worker(new URL('./hash-worker.ts', import.meta.url)))
}
