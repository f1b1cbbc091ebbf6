import { open, readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Field } from './field.ts'

/** One group of fields that training draws from with a given share. */
export interface Pool {
  share: number
  fields: readonly Field[]
}

const header = z.array(
  z.object({
    share: z.number(),
    fields: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(['fluorescence', 'stained', 'smear', 'h-dab', 'h-e']),
        width: z.int().positive(),
        height: z.int().positive(),
        levels: z.array(z.object({ low: z.number(), high: z.number() })),
      }),
    ),
  }),
)

/** Writes the data of a training as one file: a line of JSON, then per field its planes (8 bits) and labels (16 bits). */
export async function writeDataset(path: string, pools: readonly Pool[]): Promise<void> {
  const described = pools.map(({ share, fields }) => ({
    share,
    fields: fields.map(({ name, kind, width, height, levels }) => ({ name, kind, width, height, levels })),
  }))
  const file = await open(path, 'w')
  try {
    await file.writeFile(`${JSON.stringify(described)}\n`)
    for (const { planes, labels } of pools.flatMap(({ fields }) => fields)) {
      for (const plane of planes) await file.writeFile(plane)
      await file.writeFile(new Uint8Array(labels.buffer, labels.byteOffset, labels.byteLength))
    }
  } finally {
    await file.close()
  }
}

/** @throws ZodError or RangeError for a file that is none, or not whole */
export async function readDataset(path: string): Promise<Pool[]> {
  const bytes = await readFile(path)
  const end = bytes.indexOf(10)
  const pools = header.parse(JSON.parse(bytes.toString('utf8', 0, end)))
  let at = end + 1
  const take = (length: number) => {
    if (at + length > bytes.length) throw new RangeError('the data set is not whole')
    at += length
    return bytes.subarray(at - length, at)
  }
  return pools.map(({ share, fields }) => ({
    share,
    fields: fields.map((field) => {
      const pixels = field.width * field.height
      const planes = field.levels.map(() => new Uint8Array(take(pixels)))
      return { ...field, planes, labels: new Uint16Array(Uint8Array.from(take(2 * pixels)).buffer) }
    }),
  }))
}
