/**
 * Reads one label mask: the task is a line of JSON on standard input, which stays open as long as the parent lives. Objects are written to a file
 * of the folder, messages to standard output, a line of JSON each.
 */
import '../../platform/process/child-setup.ts'
import '../decoder-setup.ts'
import { createInterface } from 'node:readline'
import { toImagingError } from '../decoder-errors.ts'
import { type MaskTask, writeMaskObjects } from './write-mask-objects.ts'

const say = (message: object) => new Promise((resolve) => process.stdout.write(`${JSON.stringify(message)}\n`, resolve))

const run = async (line: string): Promise<void> => {
  try {
    // Written by `readLabelMask` of the same version, so it is not validated.
    const task: MaskTask = JSON.parse(line)
    await writeMaskObjects(task)
    await say({ done: true })
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
