import { factorOf, isRgb, type LinkedScene } from '../linked-scene.ts'
import { pictureLimits } from './request.ts'
import type { NamedChannel } from './shown.ts'

export const iiifContext = 'http://iiif.io/api/image/3/context.json'

const numbers = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 6, useGrouping: false })

/** What the pictures are, in words: they are for looking at, and their values are not those of the samples. */
const deliveredOf = ({ view, isLossy }: LinkedScene, channels: readonly NamedChannel[]): string => {
  const form = 'Pictures of 8 bit in sRGB, without a colour profile.'
  if (isRgb(view)) return `${form} The colours are as stored${isLossy ? ', of JPEG' : ''}.`
  const each = channels.map(
    ({ name, min, max, color }) => `${name} from ${numbers.format(min)} to ${numbers.format(max)} in ${color}`,
  )
  const composed =
    each.length > 0 ? `Composed of ${view.sampleFormat} samples: ${each.join('; ')}.` : 'No channel is shown.'
  return `${form} ${composed} The samples themselves are in the OME-Zarr of the image.`
}

/** Physical scale by the annex of IIIF, where the pixels are squares of known size. */
const physicalOf = ({ pixelSize }: LinkedScene): object[] =>
  pixelSize && pixelSize.x === pixelSize.y
    ? [
        {
          '@context': 'http://iiif.io/api/annex/services/physdim/1/context.json',
          profile: 'http://iiif.io/api/annex/services/physdim',
          physicalScale: pixelSize.x / 1000,
          physicalUnits: 'mm',
        },
      ]
    : []

/** `info.json` of IIIF Image API 3, level 2. @param id - address of the picture, without a slash at its end */
export const informationOf = (id: string, scene: LinkedScene, channels: readonly NamedChannel[]): object => {
  const { width, height, levels, tileSize } = scene.view
  const { maxWidth, maxHeight, maxArea } = pictureLimits
  const factors = levels.map((level) => factorOf(scene.view, level))
  const sizes = factors.map((factor) => ({ width: Math.ceil(width / factor), height: Math.ceil(height / factor) }))
  const service = physicalOf(scene)
  return {
    '@context': [{ delivered: 'urn:lamella:delivered' }, iiifContext],
    id,
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level2',
    width,
    height,
    ...pictureLimits,
    sizes: sizes.filter(
      (size) => size.width <= maxWidth && size.height <= maxHeight && size.width * size.height <= maxArea,
    ),
    tiles: [{ width: tileSize, height: tileSize, scaleFactors: factors.toReversed() }],
    preferredFormats: [scene.isLossy ? 'jpg' : 'png'],
    extraFormats: ['webp'],
    extraQualities: ['color', 'gray'],
    extraFeatures: ['mirroring', 'sizeUpscaling'],
    ...(service.length > 0 && { service }),
    delivered: deliveredOf(scene, channels),
  }
}
