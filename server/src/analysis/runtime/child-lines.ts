import { createInterface } from 'node:readline'

/** What a child of `runWork` can do with its parent. */
export interface Parent {
  /** Fulfilled when the line is written. */
  report(message: object): Promise<void>
  /** The next line that the parent writes. */
  nextLine(): Promise<unknown>
}

/**
 * The work of a child process: one order, then it ends. When standard input closes, the parent is gone and so is the reason
 * to go on.
 * @param isForUser - whether the message of an error says to a user what to do
 */
export const serveParent = <Order>(
  work: (order: Order, parent: Parent) => Promise<void>,
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
      await work((await parent.nextLine()) as Order, parent)
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
