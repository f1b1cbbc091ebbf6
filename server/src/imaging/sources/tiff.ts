import { open, stat } from 'node:fs/promises'
import sharp from 'sharp'
import { inSrgb, profileUse } from '../colour-profile.ts'
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
import type { BandPlane, ImageSource, SceneSource } from '../image-source.ts'
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
    const file = { path: async () => path, tiff, read, count: limitSharedSegments(tiff, fileBytes) }
    return {
      ...(await sourceOfLayout(async () => file, layout)),
      slidePictures: layout.slidePictures.map(({ kind, page }) => ({
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

/** Images of a layout, of one file or a set. @param fileOf opens a file of a set by its name */
export async function sourceOfLayout(
  fileOf: (name: string) => Promise<OpenTiff>,
  layout: TiffLayout,
): Promise<Omit<ImageSource, 'close'>> {
  const { scenes } = layout
  return {
    ...(await sceneSource(fileOf, layout)),
    ...(scenes && {
      scenes: {
        own: scenes.own,
        others: scenes.others.map((scene) => ({
          name: scene.name,
          open: async () => sceneSource(fileOf, await scene.layout()),
        })),
      },
    }),
  }
}

/** An open TIFF; `count` limits the bytes that segments share. */
export interface OpenTiff {
  /** Of the file, for libraries that open it themselves. */
  path: () => Promise<string>
  tiff: TiffFile
  read: RangeReader
  count: (page: TiffPage) => Promise<void>
}

async function sceneSource(fileOf: (name: string) => Promise<OpenTiff>, layout: TiffLayout): Promise<SceneSource> {
  const { base, baseFile = '', size } = layout
  const decoder = chooseDecoder(base, layout.paletteIsDisplay)
  const { channelsPerPage, samples, type } = decoder
  const hasProfile = base.directory.fields.has(Tag.IccProfile)
  const inks = base.photometric === Photometric.Separated && !hasProfile
  const turned = base.orientation >= 5
  const colourNote =
    hasProfile && samples === 3 ? await profileNoteOf((await fileOf(baseFile)).tiff, base, decoder) : null
  return {
    format: layout.format,
    unlabelledAxis: layout.unlabelledAxis,
    channelNames: layout.channelNames,
    pixelSizeUm:
      layout.pixelSizeUm && turned ? { x: layout.pixelSizeUm.y, y: layout.pixelSizeUm.x } : layout.pixelSizeUm,
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
      const place = layout.locate({ ...at, c: Math.floor(at.c / channelsPerPage) })
      const { page: index, planeOffset, file = baseFile } = place
      const { path, tiff, read, count } = await fileOf(file)
      const page = index === base.index && file === baseFile ? base : await readPage(tiff, index)
      if (!samePixels(page, base))
        throw damaged(`Page ${index + 1} of this TIFF differs in size or format from the others.`)
      await count(page)
      if (decoder.via === 'sharp' && planeOffset === 0) {
        const failOn = layout.tolerant ? 'none' : 'error'
        return {
          ...sharpPlane(await path(), { ...decoder, inks }, { page: index, failOn, unlimited: true }),
          storedTiles: layout.tolerant ? null : await storedTiles(tiff, read, page),
        }
      }
      if (planeOffset > 0 && page.compression !== Compression.None) {
        throw unsupported('The planes of this stack are compressed, which is not supported', 'save it uncompressed')
      }
      const wanted = { first: at.c % channelsPerPage, count: samples + (decoder.hasAlpha ? 1 : 0) }
      const stored = await bandPlane(tiff, read, page, wanted, planeOffset)
      const coloured = samples === 3 ? await inColour(stored, tiff, page, decoder) : stored
      const opaque = decoder.hasAlpha ? flattenOnWhite(coloured, samples, type) : coloured
      return applyOrientation(opaque, base, type, samples)
    },
  }
}

const profileOf = (tiff: TiffFile, page: TiffPage): Promise<Uint8Array | null> =>
  tiff.bytes(page.directory, Tag.IccProfile).catch(() => null)

/** RGB that is decoded here, with the colour profile of its page applied. */
async function inColour(plane: BandPlane, tiff: TiffFile, page: TiffPage, { hasAlpha, type }: Decoder) {
  const profile = await profileOf(tiff, page)
  if (!profile || profileUse(profile, type) !== 'convert') return plane
  return inSrgb(plane, page.width, hasAlpha ? 4 : 3, profile)
}

/** A sentence where the colours are not converted to sRGB, unless they are sRGB; null otherwise. */
async function profileNoteOf(tiff: TiffFile, page: TiffPage, { via, type }: Decoder): Promise<string | null> {
  if (type.bits === 16) return profileNote
  if (type.bits !== 8 || via === 'sharp') return null
  const profile = await profileOf(tiff, page)
  return profileUse(profile ?? Buffer.of(), type) === 'unknown' ? unappliedProfileNote : null
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
