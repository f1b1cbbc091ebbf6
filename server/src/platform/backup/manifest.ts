import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const file = z.object({ sha256: z.string(), bytes: z.number() })

/** Schema of `backup.json`, the table of contents of a backup. It is written last: a backup without it is not complete. */
export const manifest = z.object({
  format: z.literal(1),
  created: z.iso.datetime(),
  /** Hash of the newest migration of its tables. */
  migration: z.string(),
  /** Referenced tables first, so that they can be filled in this order. */
  tables: z.array(z.object({ name: z.string(), rows: z.number(), ...file.shape })),
  /** By key. */
  blobs: z.record(z.string(), file),
})
export type Manifest = z.infer<typeof manifest>

/** Path of the manifest in the folder of a backup. */
export const manifestFile = (folder: string) => join(folder, 'backup.json')
/** File of a table: one row per line, as JSON. */
export const tableFile = (folder: string, table: string) => join(folder, 'tables', `${table}.jsonl`)
/** Path of the blob store in the folder of a backup. */
export const blobFolder = (folder: string) => join(folder, 'blobs')

/** @throws Error in words when there is no complete backup */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => {
    throw new Error(`${folder} holds no complete backup: backup.json is missing.`)
  })
  const parsed = manifest.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${manifestFile(folder)} is not the manifest of a backup.`)
  return parsed.data
}
