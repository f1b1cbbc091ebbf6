import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runChild } from '../../platform/process/run-child.ts'
import { type RenderMessage, type RenderOrder, renderMessageSchema } from './order.ts'

/** Path of the program that draws, run by `runChild`. */
export const renderProgram = join(import.meta.dirname, 'child.ts')

/** An order of the largest size needs 200 MB. The process is replaced when its processor time is used up. */
const limits = { memoryBytes: 1_000_000_000, cpuSeconds: 1800, diskBytes: 1_000_000 }
/** Bytes of an answer in base64: the largest picture as PNG has a third of it. */
const longestMessage = 64_000_000
/** ms for one order, and without an order until the process ends. */
const patience = 30_000
/** Orders that may wait. */
const mostWaiting = 200
/** Processes that may break over the same order. */
const attempts = 2

/** More is asked for than can be drawn in time. */
export class RendererBusy extends Error {
  override readonly name = 'RendererBusy'
}

/** The stored tiles could not be drawn. */
class NotDrawn extends Error {
  override readonly name = 'NotDrawn'
}

interface Waiting {
  id: number
  line: string
  tries: number
  resolve: (body: Buffer) => void
  reject: (error: Error) => void
}

/**
 * Draws pictures in a process of its own that sees no file, because tiles may be bytes of uploads (ADR 42). It is started by the
 * first order, draws one after the other, and ends when there was none for half a minute.
 */
export class PictureRenderer {
  readonly #waiting: Waiting[] = []
  readonly #ending = new AbortController()
  #send: ((line: string) => void) | null = null
  #finish: (() => void) | null = null
  #fail: (() => void) | null = null
  #current: Waiting | null = null
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | null = null
  #ids = 0

  /**
   * @returns the encoded picture, or the samples
   * @throws RendererBusy; NotDrawn, also when it is closed
   */
  render(order: RenderOrder): Promise<Buffer> {
    if (this.#waiting.length >= mostWaiting) return Promise.reject(new RendererBusy())
    const id = ++this.#ids
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    this.#waiting.push({ id, line: JSON.stringify({ id, order }), tries: 0, resolve, reject })
    this.#running ??= this.#run()
    this.#next()
    return promise
  }

  /** Ends the process; what waits is rejected. */
  async close(): Promise<void> {
    this.#ending.abort(new Error('The renderer is closed'))
    await this.#running
  }

  /** Starts processes as long as there is something to draw. */
  async #run(): Promise<void> {
    // Not before the caller has `#running`.
    await delay(0)
    while (this.#waiting.length > 0) {
      const broken = await this.#runProcess()
      const current = this.#current
      this.#current = null
      if (current && current.tries < attempts && !this.#ending.signal.aborted) this.#waiting.unshift(current)
      else current?.reject(new NotDrawn('The picture could not be drawn', { cause: broken }))
      if (this.#ending.signal.aborted || (broken && !current)) {
        for (const each of this.#waiting.splice(0))
          each.reject(new NotDrawn('The renderer has ended', { cause: broken }))
      }
    }
    this.#running = null
  }

  /** @returns why the process broke; undefined: it has ended as wanted */
  async #runProcess(): Promise<unknown> {
    const folder = await mkdtemp(join(tmpdir(), 'lamella-render-'))
    try {
      await runChild<RenderMessage, void>({
        program: renderProgram,
        folder,
        limits,
        input: () => '',
        schema: renderMessageSchema,
        longestMessage,
        signal: this.#ending.signal,
        onMessage: (message, { send, finish, fail }) => {
          if ('ready' in message) {
            this.#send = send
            this.#finish = () => finish(undefined)
            this.#fail = () => fail(new NotDrawn('It takes too long'))
          } else {
            this.#take(message)
          }
          this.#next()
        },
      })
      return undefined
    } catch (error) {
      return error
    } finally {
      clearTimeout(this.#timer)
      this.#send = null
      this.#finish = null
      this.#fail = null
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Hands the next order to the process when that is free, and otherwise lets it end after a while. */
  #next(): void {
    if (!this.#send || this.#current) return
    clearTimeout(this.#timer)
    const next = this.#waiting.shift()
    if (!next) {
      this.#timer = setTimeout(() => {
        // What is ordered from now on is for the next process.
        this.#send = null
        this.#finish?.()
      }, patience)
      this.#timer.unref()
      return
    }
    next.tries += 1
    this.#current = next
    this.#timer = setTimeout(() => this.#fail?.(), patience)
    this.#send(next.line)
  }

  #take(message: Exclude<RenderMessage, { ready: true }>): void {
    const current = this.#current
    if (current?.id !== message.id) return
    this.#current = null
    if ('body' in message) current.resolve(Buffer.from(message.body, 'base64'))
    else current.reject(new NotDrawn(message.refused))
  }
}
