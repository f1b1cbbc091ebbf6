import { open, stat } from 'node:fs/promises'
import { aperio } from '../conventions/aperio.ts'
import { hamamatsu } from '../conventions/hamamatsu.ts'
import { imageJ } from '../conventions/imagej.ts'
import type { Convention, TiffLayout } from '../conventions/layout.ts'
import { leica } from '../conventions/leica.ts'
import { metaSeries } from '../conventions/meta-series.ts'
import { metaMorph } from '../conventions/metamorph.ts'
import { ome } from '../conventions/ome.ts'
import { perkinElmer } from '../conventions/perkin-elmer.ts'
import { plain } from '../conventions/plain.ts'
import type { ImageSource } from '../image-source.ts'
import { damaged, unsupported } from '../imaging-error.ts'
import { fileRangeReader } from '../range-reader.ts'
import { applyOrientation } from '../tiff/apply-orientation.ts'
import { bandPlane } from '../tiff/band-reader.ts'
import { chooseDecoder } from '../tiff/choose-decoder.ts'
import { flattenOnWhite } from '../tiff/flatten-on-white.ts'
import { readPage, samePixels } from '../tiff/page.ts'
import { limitSharedSegments } from '../tiff/shared-segments.ts'
import { storedTiles } from '../tiff/stored-tiles.ts'
import { Compression, Photometric, Tag } from '../tiff/tags.ts'
import { TiffFile } from '../tiff/tiff-file.ts'
import { profileNote, sharpPlane } from './sharp-pixels.ts'

/** Tried in this order; the last accepts any TIFF. */
const conventions: Convention[] = [ome, aperio, leica, perkinElmer, hamamatsu, metaMorph, metaSeries, imageJ, plain]

/**
 * Opens a TIFF or BigTIFF by the first convention that it follows.
 *
 * @throws ImagingError
 */
export async function openTiff(path: string): Promise<ImageSource> {
  const handle = await open(path)
  try {
    const read = fileRangeReader(handle)
    const tiff = await TiffFile.open(read)
    const fileBytes = (await stat(path)).size
    const layout = await recognise(tiff, fileBytes)
    const count = limitSharedSegments(tiff, fileBytes)
    const { base, size } = layout
    const decoder = chooseDecoder(base, layout.paletteIsDisplay)
    const { channelsPerPage, samples, type } = decoder
    const hasProfile = base.directory.fields.has(Tag.IccProfile)
    const inks = base.photometric === Photometric.Separated && !hasProfile
    const turned = base.orientation >= 5
    return {
      ...layout,
      mimeType: 'image/tiff',
      width: turned ? base.height : base.width,
      height: turned ? base.width : base.height,
      type,
      samples,
      fewColours: base.photometric === Photometric.Palette && samples === 3,
      size: { ...size, c: size.c * channelsPerPage },
      notes: hasProfile && samples === 3 && type.bits === 16 ? [...layout.notes, profileNote] : layout.notes,
      async plane(at) {
        const { page: index, planeOffset } = layout.locate({ ...at, c: Math.floor(at.c / channelsPerPage) })
        const page = index === base.index ? base : await readPage(tiff, index)
        if (!samePixels(page, base))
          throw damaged(`Page ${index + 1} of this TIFF differs in size or format from the others.`)
        await count(page)
        if (decoder.via === 'sharp' && planeOffset === 0) {
          const failOn = layout.tolerant ? 'none' : 'error'
          return {
            ...sharpPlane(path, { ...decoder, inks }, { page: index, failOn, unlimited: true }),
            storedTiles: layout.tolerant ? null : await storedTiles(tiff, read, page),
          }
        }
        if (planeOffset > 0 && page.compression !== Compression.None) {
          throw unsupported('The planes of this stack are compressed, which is not supported', 'save it uncompressed')
        }
        const wanted = { first: at.c % channelsPerPage, count: samples + (decoder.hasAlpha ? 1 : 0) }
        const stored = await bandPlane(tiff, read, page, wanted, planeOffset)
        return applyOrientation(decoder.hasAlpha ? flattenOnWhite(stored, samples, type) : stored, base, type, samples)
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function recognise(tiff: TiffFile, fileBytes: number): Promise<TiffLayout> {
  const [first] = tiff.directories
  // The pixels can be read without the description.
  const description = first ? await tiff.text(first, Tag.ImageDescription).catch(() => null) : null
  for (const convention of conventions) {
    const layout = await convention({ tiff, fileBytes, description: description ?? '' })
    if (layout) return layout
  }
  throw damaged('This TIFF holds no image.')
}
