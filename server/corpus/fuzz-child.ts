/**
 * Decodes damaged files one after the other, as the decoding process of the server decodes one. Jobs are lines on standard input, an answer is one line
 * on standard output.
 */
import '../src/platform/process/child-setup.ts'
import '../src/imaging/decoder-setup.ts'
import { mkdir, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { toImagingError } from '../src/imaging/decoder-errors.ts'
import { runImagingJob } from '../src/imaging/job.ts'

const outcomeOf = async (line: string): Promise<object> => {
  const job = JSON.parse(line)
  await mkdir(job.outputDir, { recursive: true })
  try {
    const {
      channels,
      planes: _,
      further,
      ...image
    } = await runImagingJob(job, {
      onProgress: () => undefined,
      onPreview: () => undefined,
    })
    const summary = { ...image, channels: channels.length, scenes: 1 + further.scenes.length }
    return { outcome: 'read', image: summary }
  } catch (error) {
    const { reason, message, cause } = toImagingError(error)
    return { outcome: reason, message, ...(cause instanceof Error && { cause: cause.stack }) }
  } finally {
    await rm(job.outputDir, { recursive: true, force: true })
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await outcomeOf(line))}\n`)
}
