import { createInterface } from 'node:readline'

/** The parent process as seen by a child of `runWork`; messages are JSON lines. */
export interface Parent {
  /** Resolves when the line is written. */
  report(message: object): Promise<void>
  /** The next line that the parent writes. */
  nextLine(): Promise<unknown>
}

/**
 * Main loop of a child process: reads one task, works on it, reports `done` or `error`, and exits. When standard input closes the parent has
 * ended, and the process exits with 1.
 *
 * @param isForUser whether the message of an error is meant for the user
 */
export const serveParent = <Task>(
  work: (task: Task, parent: Parent) => Promise<void>,
  isForUser: (error: unknown) => boolean,
): void => {
  const lines: unknown[] = []
  let wake: (() => void) | null = null
  const parent: Parent = {
    report: (message) => new Promise((done) => process.stdout.write(`${JSON.stringify(message)}\n`, () => done())),
    async nextLine() {
      if (lines.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return lines.shift()
    },
  }
  const run = async () => {
    try {
      await work((await parent.nextLine()) as Task, parent)
      await parent.report({ done: true })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      await parent.report({ error: { message, forUser: isForUser(error) } })
    }
    process.exit(0)
  }
  const input = createInterface({ input: process.stdin })
  input.on('line', (line) => {
    lines.push(JSON.parse(line))
    wake?.()
  })
  input.once('close', () => process.exit(1))
  void run()
}
