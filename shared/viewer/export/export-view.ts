import type { ImageMap } from '../canvas/image-map.ts'
import type { ViewPictureOptions } from './view-picture.ts'

/** Formats of an exported view: both have the scale bar in the picture, TIFF the size of its pixels too. */
export type ViewFormat = 'png' | 'tif'

/**
 * The view as it is on the screen, with its layers and a scale bar, in the pixels of the screen.
 * @throws Error when tiles are missing: a picture with holes would look like a finding
 */
export const viewPicture = async (map: ImageMap, options: ViewPictureOptions, format: ViewFormat): Promise<Blob> => {
  const [{ drawView, pixelsOf, pngOf }, { encodeTiff }] = await Promise.all([
    import('./view-picture.ts'),
    import('./tiff.ts'),
  ])
  const { canvas, pixelSize } = await drawView(map, options)
  if (format === 'png') return pngOf(canvas)
  const { width, height, data } = pixelsOf(canvas)
  return encodeTiff({ width, height, rgba: data, pixelSize })
}

/** Name of an exported file: that of the image with another ending. */
export const exportName = (name: string, ending: string): string =>
  `${name.replace(/(\.ome)?\.[a-z0-9]{1,5}$/i, '') || 'image'}.${ending}`
