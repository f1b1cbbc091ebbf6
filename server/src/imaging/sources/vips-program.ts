import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../find-program.ts'
import { damaged } from '../imaging-error.ts'

/** Debian's `vips`: unlike sharp's library it reads JPEG 2000, and slides through OpenSlide. */
const vips = findProgram('vips')

export const hasVipsProgram = vips !== null

/**
 * An 8-bit RGB picture as an intermediate TIFF in the temporary folder of this process; the base level of a slide.
 *
 * @returns its path, to be removed with `removeConverted`
 */
export async function convertWithVips(path: string): Promise<string> {
  const converted = join(tmpdir(), 'converted.tif')
  // Brackets in names are options to vips.
  if (vips === null || /[[\]]/.test(path + converted)) throw damaged('This file cannot be decoded.')
  const options = '[tile,bigtiff,compression=lzw,predictor=horizontal]'
  await promisify(execFile)(vips, ['flatten', path, converted + options, '--background', '255'])
  return converted
}

export const removeConverted = (path: string) => rm(path, { force: true })
