import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Trained by `npm run train`; README.md beside them is their card. The first one for fluorescence is what the second was trained on from. */
const FILES = {
  fluorescence: 'fluorescence.onnx',
  'fluorescence-2': 'fluorescence-2.onnx',
  stained: 'stained.onnx',
} as const
export type BaseModelName = keyof typeof FILES

export interface BaseModel {
  name: BaseModelName
  /** ONNX. */
  bytes: Uint8Array
  /** Of the bytes, hexadecimal: for the provenance of results. */
  sha256: string
}

/** One of the networks that come with the portal. */
export async function readBaseModel(name: BaseModelName): Promise<BaseModel> {
  const bytes = await readFile(join(import.meta.dirname, FILES[name]))
  return { name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}
