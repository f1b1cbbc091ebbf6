import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { findProgram } from '../../platform/process/find-program.ts'
import type { SharpPlane } from '../image-source.ts'
import { damaged } from '../imaging-error.ts'
import { uint8 } from '../sample-type.ts'
import { sharpDefaults, sharpPlane } from './sharp-pixels.ts'

/** The program `vips` (Debian: libvips-tools): unlike the libvips in sharp it reads slides through OpenSlide. */
const vips = findProgram('vips')

/** Whether the program was found in the PATH at start. */
export const hasVipsProgram = vips !== null

/** An intermediate TIFF, of the given size in pixels. */
export interface ConvertedFile {
  width: number
  height: number
  plane: SharpPlane
  remove(): Promise<void>
}

/**
 * Converts the base level of a slide to an intermediate TIFF in the temporary folder of this process; unscanned
 * parts of slides are transparent there, and white in `plane`.
 *
 * @throws ImagingError `damaged` without the program; errors of the program otherwise
 */
export async function convertWithVips(path: string): Promise<ConvertedFile> {
  const converted = join(tmpdir(), 'converted.tif')
  // vips parses brackets in file names as options.
  if (vips === null || /[[\]]/.test(path + converted)) throw damaged('This file cannot be decoded.')
  const options = '[tile,bigtiff,compression=lzw,predictor=horizontal]'
  await promisify(execFile)(vips, ['copy', path, converted + options])
  const { width, height, hasAlpha } = await sharp(converted, sharpDefaults).metadata()
  return {
    width,
    height,
    plane: sharpPlane(converted, { samples: 3, type: uint8, hasAlpha }),
    remove: () => rm(converted, { force: true }),
  }
}
