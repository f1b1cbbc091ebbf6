import sharp, { type Sharp, type SharpOptions } from 'sharp'
import type { SharpPlane } from '../image-source.ts'
import type { SampleType } from '../sample-type.ts'

/**
 * A plane that sharp decodes as it streams: turned upright, laid on white, converted to sRGB or to grey.
 * Grey values are left as they are: a profile would change what was measured.
 */
export function sharpPlane(
  path: string,
  pixels: { samples: 1 | 3; type: SampleType; hasAlpha: boolean },
  options: SharpOptions = {},
): SharpPlane {
  const deep = pixels.type.bits === 16
  const grey = pixels.samples === 1
  const space = grey ? (deep ? 'grey16' : 'b-w') : deep ? 'rgb16' : 'srgb'
  return {
    via: 'sharp',
    open(): Sharp {
      const image = sharp(path, { ...sharpDefaults, ignoreIcc: grey, ...options }).autoOrient()
      const opaque = pixels.hasAlpha ? image.flatten({ background: 'white' }) : image
      return opaque.toColourspace(space)
    },
  }
}

/** Sizes are checked before anything is decoded, and the process is limited by the system. */
export const sharpDefaults: SharpOptions = { failOn: 'error', limitInputPixels: false }
