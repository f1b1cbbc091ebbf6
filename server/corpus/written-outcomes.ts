import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDecoder } from './decode-file.ts'
import type { Decoded } from './fuzz-worker.ts'
import { type WrittenSample, writtenSamples } from './written-samples.ts'

/**
 * Decodes the images that every clone has, in a process of their own.
 *
 * @param folder for the files; an empty one
 * @throws Error when one is refused
 */
export async function decodeWritten(folder: string): Promise<(WrittenSample & { image: Decoded })[]> {
  const decoder = createDecoder(join(folder, 'out'))
  try {
    const outcomes: (WrittenSample & { image: Decoded })[] = []
    for (const sample of await writtenSamples()) {
      const source = join(folder, sample.name)
      await writeFile(source, sample.bytes)
      const { image, sentence } = await decoder.decode({ source, kind: sample.kind, originalName: sample.name })
      if (!image) throw new Error(`${sample.name}: ${sentence}`)
      outcomes.push({ ...sample, image })
    }
    return outcomes
  } finally {
    decoder.stop()
  }
}
