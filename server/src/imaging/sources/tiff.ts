import { open, stat } from 'node:fs/promises'
import sharp from 'sharp'
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
import type { ImageSource, SceneSource } from '../image-source.ts'
import { damaged, unsupported } from '../imaging-error.ts'
import { fileRangeReader, type RangeReader } from '../range-reader.ts'
import { applyOrientation } from '../tiff/apply-orientation.ts'
import { bandPlane } from '../tiff/band-reader.ts'
import { chooseDecoder, type Decoder } from '../tiff/choose-decoder.ts'
import { flattenOnWhite } from '../tiff/flatten-on-white.ts'
import { readPage, samePixels, type TiffPage } from '../tiff/page.ts'
import { limitSharedSegments } from '../tiff/shared-segments.ts'
import { storedTiles } from '../tiff/stored-tiles.ts'
import { Compression, Photometric, Tag } from '../tiff/tags.ts'
import { TiffFile } from '../tiff/tiff-file.ts'
import { profileNote, sharpPlane, unappliedProfileNote } from './sharp-pixels.ts'

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
    const file = { path, tiff, read, count }
    const { scenes, slidePictures } = layout
    return {
      ...(await sceneSource(file, layout)),
      ...(scenes && {
        scenes: {
          own: scenes.own,
          others: scenes.others.map((scene) => ({
            name: scene.name,
            open: async () => sceneSource(file, await scene.layout()),
          })),
        },
      }),
      slidePictures: slidePictures.map(({ kind, page }) => ({
        kind,
        open: async () => sharp(path, { page, failOn: 'none', limitInputPixels: SLIDE_PICTURE_PIXELS }).autoOrient(),
      })),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Pixels of the label or macro picture of a slide; real ones have some million. */
const SLIDE_PICTURE_PIXELS = 100_000_000

/** An open TIFF; `count` limits the bytes that segments share. */
interface OpenTiff {
  path: string
  tiff: TiffFile
  read: RangeReader
  count: (page: TiffPage) => Promise<void>
}

async function sceneSource({ path, tiff, read, count }: OpenTiff, layout: TiffLayout): Promise<SceneSource> {
  const { base, size } = layout
  const decoder = chooseDecoder(base, layout.paletteIsDisplay)
  const { channelsPerPage, samples, type } = decoder
  const hasProfile = base.directory.fields.has(Tag.IccProfile)
  const inks = base.photometric === Photometric.Separated && !hasProfile
  const turned = base.orientation >= 5
  const colourNote = hasProfile && samples === 3 ? await profileNoteOf(tiff, base, decoder) : null
  return {
    format: layout.format,
    unlabelledAxis: layout.unlabelledAxis,
    channelNames: layout.channelNames,
    pixelSizeUm: layout.pixelSizeUm,
    hasPyramid: layout.hasPyramid,
    ...(layout.metadata && { metadata: layout.metadata }),
    mimeType: 'image/tiff',
    width: turned ? base.height : base.width,
    height: turned ? base.width : base.height,
    type,
    samples,
    fewColours: base.photometric === Photometric.Palette && samples === 3,
    size: { ...size, c: size.c * channelsPerPage },
    notes: colourNote === null ? layout.notes : [...layout.notes, colourNote],
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
  }
}

/** A sentence where libvips does not convert the colours to sRGB, unless they are sRGB; null otherwise. */
async function profileNoteOf(tiff: TiffFile, page: TiffPage, { via, type }: Decoder): Promise<string | null> {
  if (type.bits === 16) return profileNote
  if (type.bits !== 8 || via === 'sharp') return null
  const profile = await tiff.bytes(page.directory, Tag.IccProfile).catch(() => null)
  // Names are Latin-1 in profiles of version 2, UTF-16 in those of version 4.
  const names = Buffer.from(profile ?? [])
    .toString('latin1')
    .replaceAll('\0', '')
  return /sRGB|IEC ?61966-2[.-]1/i.test(names) ? null : unappliedProfileNote
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
