import sharp, { type Sharp, type SharpOptions } from 'sharp'
import type { SharpPlane } from '../image-source.ts'
import type { SampleType } from '../sample-type.ts'

/**
 * A plane that sharp decodes as a stream: orientation applied, alpha flattened on white, converted to sRGB or grey.
 * Colour profiles are not applied to grey images: they would change measured intensities.
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

/** sharp's own pixel limit is off: sizes are checked before decoding (`checkSize`), and the process has system limits. */
export const sharpDefaults: SharpOptions = { failOn: 'error', limitInputPixels: false }
