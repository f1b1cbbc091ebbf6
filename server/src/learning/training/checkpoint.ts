import { open, readFile, rename } from 'node:fs/promises'
import type { Optimum } from './adam.ts'

const MAGIC = 0x314b434c
const VECTORS = 4

/**
 * Writes a checkpoint that is there as a whole or not at all: it replaces the last one when it is on the disk.
 * @param run what the training is of: a checkpoint of another run is not taken
 */
export async function writeCheckpoint(path: string, run: string, optimum: Optimum): Promise<void> {
  const { step, parameters, mean, square, average } = optimum
  const name = new TextEncoder().encode(run)
  const head = new DataView(new ArrayBuffer(16))
  for (const [i, value] of [MAGIC, name.length, step, parameters.length].entries()) head.setUint32(4 * i, value, true)
  const file = await open(`${path}.new`, 'w')
  try {
    const parts = [parameters, mean, square, average].map(
      (vector) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
    )
    for (const part of [new Uint8Array(head.buffer), name, ...parts]) await file.writeFile(part)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}

/** @returns null when there is none, or it is of another run, or damaged: then training begins anew */
export async function readCheckpoint(path: string, run: string): Promise<Optimum | null> {
  const bytes = await readFile(path).catch(() => null)
  if (!bytes || bytes.length < 16) return null
  const head = new DataView(bytes.buffer, bytes.byteOffset, 16)
  const [magic, nameLength, step, count] = [0, 4, 8, 12].map((at) => head.getUint32(at, true))
  if (magic !== MAGIC || nameLength === undefined || step === undefined || count === undefined) return null
  if (bytes.length !== 16 + nameLength + VECTORS * 4 * count) return null
  if (bytes.toString('utf8', 16, 16 + nameLength) !== run) return null
  const vector = (index: number) => {
    const from = 16 + nameLength + index * 4 * count
    return new Float32Array(Uint8Array.from(bytes.subarray(from, from + 4 * count)).buffer)
  }
  return { step, parameters: vector(0), mean: vector(1), square: vector(2), average: vector(3) }
}
