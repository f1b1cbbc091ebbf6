import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import type { ImagingJob } from '../src/imaging/job.ts'

const decodedSchema = z.object({
  format: z.string(),
  width: z.number(),
  height: z.number(),
  sampleFormat: z.string(),
  bitDepth: z.number(),
  photometric: z.string(),
  channels: z.number(),
  timePoints: z.number(),
  zPlanes: z.number(),
  scenes: z.number(),
  hasPyramid: z.boolean(),
})
export type Decoded = z.infer<typeof decodedSchema>

const answerSchema = z.object({
  outcome: z.string(),
  message: z.optional(z.string()),
  cause: z.optional(z.string()),
  image: z.optional(decodedSchema),
})

/** `read`, the reason of a refusal, or what went wrong: `crashed` (an error of the program), `ended`, `hang`, `memory`. */
interface Outcome {
  outcome: string
  /** The sentence of a refusal, or what went wrong. */
  detail: string
  /** Of a file that was read. */
  image?: Decoded | undefined
}

const HANG_MS = 60_000
const WATCH_MS = 100
const PAGE_BYTES = 4096
/** What a decoder leaves behind in a process must not count for the next file. */
const FILES_PER_PROCESS = 100

/** A process that decodes files, started anew after a while and after each that it does not survive. */
export class FuzzWorker {
  readonly #memoryBytes: number
  #child: ChildProcess | null = null
  #files = 0

  constructor(memoryBytes: number) {
    this.#memoryBytes = memoryBytes
  }

  stop(): void {
    this.#child?.kill('SIGKILL')
    this.#child = null
    this.#files = 0
  }

  async run(job: ImagingJob): Promise<Outcome> {
    if (this.#files++ >= FILES_PER_PROCESS) this.stop()
    const child = this.#child ?? this.#start()
    const outcome = await this.#answer(child, job)
    if (['ended', 'hang', 'memory'].includes(outcome.outcome)) this.stop()
    return outcome
  }

  #start(): ChildProcess {
    this.#files = 1
    this.#child = spawn(process.execPath, [join(import.meta.dirname, 'fuzz-child.ts')], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    // A process that has ended is noticed by its end.
    this.#child.stdin?.on('error', () => undefined)
    return this.#child
  }

  #answer(child: ChildProcess, job: ImagingJob): Promise<Outcome> {
    const { stdin, stdout, pid } = child
    if (!stdin || !stdout) throw new Error('a process without pipes')
    return new Promise((resolve) => {
      const lines = createInterface({ input: stdout })
      const started = performance.now()
      const finish = (outcome: Outcome) => {
        clearInterval(watch)
        child.off('exit', ended)
        lines.close()
        resolve(outcome)
      }
      const ended = (code: number | null, signal: string | null) =>
        finish({ outcome: 'ended', detail: `code ${code}, signal ${signal}` })
      const watch = setInterval(() => {
        const bytes = residentBytes(pid)
        if (bytes > this.#memoryBytes) finish({ outcome: 'memory', detail: `${Math.round(bytes / 1e6)} MB` })
        else if (performance.now() - started > HANG_MS) finish({ outcome: 'hang', detail: 'over 60 s' })
      }, WATCH_MS)
      child.once('exit', ended)
      lines.once('line', (line) => {
        const { outcome, message, cause, image } = answerSchema.parse(JSON.parse(line))
        finish({ outcome, detail: (outcome === 'crashed' && cause) || message || '', image })
      })
      stdin.write(`${JSON.stringify(job)}\n`)
    })
  }
}

/** 0 after the process has ended. */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES
  } catch {
    return 0
  }
}
