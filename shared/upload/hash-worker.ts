import { BlobHash } from './blob-hash.ts'

/** A call of `WorkerHash`; the first message has the file. */
export type HashCall = { file: Blob } | { id: number; end: number | null }
/** Its answer: the digest of a call without `end`, or why the file could not be read. */
export interface HashAnswer {
  id: number
  digest: string | null
  error: string | null
}

let hash: BlobHash | null = null

self.onmessage = async ({ data }: MessageEvent<HashCall>): Promise<void> => {
  if ('file' in data) {
    hash = new BlobHash(data.file)
    return
  }
  const { id, end } = data
  const answer: HashAnswer = { id, digest: null, error: null }
  try {
    if (end === null) answer.digest = (await hash?.digest()) ?? null
    else await hash?.advanceTo(end)
  } catch (error) {
    answer.error = error instanceof Error ? error.message : String(error)
  }
  self.postMessage(answer)
}
