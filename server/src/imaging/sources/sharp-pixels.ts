import sharp, { type Sharp, type SharpOptions } from 'sharp'
import type { SharpPlane } from '../image-source.ts'
import type { SampleType } from '../sample-type.ts'

/** What sharp decodes: `inks` are cyan, magenta, yellow and black without a colour profile. */
interface SharpPixels {
  samples: 1 | 3
  type: SampleType
  hasAlpha: boolean
  inks?: boolean
}

/**
 * A plane that sharp decodes as a stream: orientation applied, alpha flattened on white, converted to sRGB or grey.
 * Colour profiles are not applied to grey and 16-bit images: they would change measured intensities. Inks without profile are converted by
 * the default of libvips (relative colorimetric), not by that of sharp (perceptual), which is darker.
 */
export function sharpPlane(path: string, pixels: SharpPixels, options: SharpOptions = {}): SharpPlane {
  const { inks = false, hasAlpha } = pixels
  const deep = pixels.type.bits === 16
  const grey = pixels.samples === 1
  const space = grey ? (deep ? 'grey16' : 'b-w') : deep ? 'rgb16' : 'srgb'
  return {
    via: 'sharp',
    open(): Sharp {
      const image = sharp(path, { ...sharpDefaults, ignoreIcc: grey || deep, ...options }).autoOrient()
      const opaque = hasAlpha ? image.flatten({ background: 'white' }) : image
      // Flattening inks on white needs them in RGB.
      const converted = inks && !hasAlpha ? opaque.pipelineColourspace('cmyk') : opaque
      return converted.toColourspace(space)
    },
  }
}

/** For users, where a profile was not applied to RGB of 16 bits. */
export const profileNote =
  'The colour profile of the file is not applied: its 16-bit samples are kept and shown as they are.'

/** For users, where a profile was not applied to RGB of 8 bits that is decoded here. */
export const unappliedProfileNote = 'The colour profile of the file is not applied: its colours are shown as sRGB.'

/** sharp's own pixel limit is off: sizes are checked before decoding (`checkSize`), and the process has system limits. */
export const sharpDefaults: SharpOptions = { failOn: 'error', limitInputPixels: false }
