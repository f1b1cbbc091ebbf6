/**
 * The decoding process (ADR 4): one file per process. The job is one JSON line on standard input, which stays open: when it closes, the
 * parent has ended and the process exits. Messages are written to standard output, one JSON line each.
 */
import '../platform/process/child-setup.ts'
import './decoder-setup.ts'
import { createInterface } from 'node:readline'
import { toImagingError } from './decoder-errors.ts'
import { type ImagingJob, runImagingJob } from './job.ts'

const say = (message: object) => new Promise((resolve) => process.stdout.write(`${JSON.stringify(message)}\n`, resolve))

async function run(line: string): Promise<void> {
  try {
    // The input was written by `processImage` of the same version, so it is not validated.
    const job: ImagingJob = JSON.parse(line)
    const done = await runImagingJob(job, {
      onProgress: (progress) => void say({ progress }),
      onPreview: (jpeg) => void say({ preview: jpeg.toString('base64') }),
    })
    await say({ done })
  } catch (error) {
    const { reason, message, cause } = toImagingError(error)
    if (cause instanceof Error) console.error(cause.stack)
    await say({ error: { reason, message } })
  }
  process.exit(0)
}

const lines = createInterface({ input: process.stdin })
lines.once('line', run)
lines.once('close', () => process.exit(1))
