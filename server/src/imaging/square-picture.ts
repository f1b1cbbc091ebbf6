import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startChild } from '../platform/process/child-process.ts'

const program = join(import.meta.dirname, 'square-picture/child.ts')
const limits = { memoryBytes: 500_000_000, cpuSeconds: 10 }
const patienceMs = 20_000

/** It is none that the child process can read. */
export class NoPicture extends Error {
  override readonly name = 'NoPicture'
}

/**
 * Cuts a PNG, JPEG or WebP to a square of 256 pixels and encodes it anew as WebP, in a process of its own with limits of memory and
 * time: a file made to harm reaches no more than that.
 * @throws NoPicture
 */
export const squarePicture = async (file: Uint8Array): Promise<Buffer> => {
  const child = startChild(program, limits, tmpdir())
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  try {
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('close', resolve)
      child.once('error', reject)
    })
    // A child that ends early does not read on.
    child.stdin.on('error', () => undefined)
    child.stdin.end(file)
    const [picture, reason, code] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended])
    if (code !== 0 || picture.length === 0) throw new NoPicture(reason.toString('utf8', 0, 1000))
    return picture
  } finally {
    clearTimeout(timer)
  }
}
