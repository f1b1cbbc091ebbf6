import { basename } from 'node:path'
import type { ImagingJob } from '../src/imaging/job.ts'
import { defaultLimits } from '../src/imaging/limits.ts'
import { type Decoded, FuzzWorker } from './fuzz-worker.ts'

/** What the decoder made of a file: an image, or null and the sentence of its refusal. */
export interface DecodedFile {
  image: Decoded | null
  sentence: string
}

/**
 * A process that decodes files as those of uploads are.
 *
 * @param outputDir for what is written; it is emptied after each file
 */
export function createDecoder(outputDir: string) {
  const worker = new FuzzWorker(defaultLimits.memoryBytes)
  return {
    /** @throws Error when a file crashes the decoder, keeps it busy over 60 s, or takes more memory than it may have */
    async decode(file: Pick<ImagingJob, 'source' | 'kind' | 'originalName'>): Promise<DecodedFile> {
      const { outcome, detail, image = null } = await worker.run({ ...file, outputDir, limits: defaultLimits })
      if (['crashed', 'ended', 'hang', 'memory'].includes(outcome))
        throw new Error(`${basename(file.source)}: ${outcome} ${detail}`)
      return { image, sentence: detail }
    },
    stop: () => worker.stop(),
  }
}
