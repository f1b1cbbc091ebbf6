import { inSrgb, profileUse } from '../colour-profile.ts'
import { fileMetadata } from '../file-metadata.ts'
import type { Axis, BandPlane, SceneSource } from '../image-source.ts'
import { damaged, unsupported } from '../imaging-error.ts'
import { pixelSize } from '../pixel-size.ts'
import type { RangeReader } from '../range-reader.ts'
import { allocateSamples, type Samples, type SampleType } from '../sample-type.ts'
import { unappliedProfileNote } from '../sources/sharp-pixels.ts'
import { type DataSet, type PixelData, readDicom } from './data-set.ts'
import { type FrameFormat, frameDecoder, isNative } from './decode-frame.ts'
import { frameGrid } from './frame-grid.ts'
import { encapsulatedFrames, nativeFrames } from './frames.ts'
import { Dicom } from './tags.ts'

/** Bytes that most headers have at most, and that any may have. */
const USUAL_HEADER = 1024 ** 2
const MAX_HEADER = 256 * 1024 ** 2
/** Samples of one frame, which is decoded as a whole. */
const MAX_FRAME_SAMPLES = 120_000_000

/** The header of a DICOM file. */
export interface DicomHeader {
  data: DataSet
  pixels: PixelData
  transferSyntax: string
}

/** @param fileBytes size of the file @throws ImagingError */
export async function readHeader(read: RangeReader, fileBytes: number): Promise<DicomHeader> {
  const whole = async (most: number) => readDicom(Buffer.from(await read(0, Math.min(fileBytes, most))))
  return whole(USUAL_HEADER).catch((error: unknown) => {
    if (fileBytes <= USUAL_HEADER) throw error
    return whole(MAX_HEADER)
  })
}

const types: Record<string, SampleType> = {
  '8 0': { bits: 8, format: 'uint' },
  '8 1': { bits: 8, format: 'int' },
  '16 0': { bits: 16, format: 'uint' },
  '16 1': { bits: 16, format: 'int' },
}

function formatOf(data: DataSet): FrameFormat {
  const [width, height] = [data.number(Dicom.Columns, 0), data.number(Dicom.Rows, 0)]
  const samples = data.number(Dicom.SamplesPerPixel, 1)
  const [bits, signed] = [data.number(Dicom.BitsAllocated, 0), data.number(Dicom.PixelRepresentation, 0)]
  const type = types[`${bits} ${signed}`]
  if (!type || (samples !== 1 && samples !== 3))
    throw unsupported(
      `This DICOM file has ${samples} samples of ${bits} bits, which is not supported`,
      'convert it to 8 or 16 bits',
    )
  if (width === 0 || height === 0) throw damaged('This DICOM file declares an image without pixels.')
  if (width * height * samples > MAX_FRAME_SAMPLES)
    throw unsupported(
      'This DICOM file has a frame that is too large to be decoded as a whole',
      'convert it to a tiled slide',
    )
  const planar = data.number(Dicom.PlanarConfiguration, 0) === 1
  return { width, height, samples, type, planar, photometric: data.text(Dicom.Photometric) }
}

/**
 * The image of a DICOM file: a slide of which frames are tiles, or frames of a camera.
 *
 * @throws ImagingError
 */
export async function dicomPicture(read: RangeReader, header: DicomHeader): Promise<SceneSource> {
  const { data, pixels, transferSyntax } = header
  const format = formatOf(data)
  const { samples, type } = format
  const decode = frameDecoder(transferSyntax, format)
  const grid = frameGrid(data, format)
  const frameBytes = (format.width * format.height * samples * type.bits) / 8
  if (isNative(transferSyntax) !== (pixels.length !== null))
    throw damaged('The pixels of this DICOM file are not stored as it says.')
  const frames = isNative(transferSyntax)
    ? nativeFrames(read, pixels, frameBytes, grid.count)
    : await encapsulatedFrames(read, pixels, grid.count, data.wideNumbers(Dicom.ExtendedOffsets))
  const metadata = metadataOf(data)
  const inverted = format.photometric === 'MONOCHROME1'
  const paths = data.items(Dicom.OpticalPaths)
  const profileAt = (c: number): Uint8Array | null =>
    samples === 3 ? ((grid.isSlide ? paths[c] : data)?.bytes(Dicom.IccProfile) ?? null) : null
  const useOf = (profile: Uint8Array | null) => (profile ? profileUse(profile, type) : 'none')
  return {
    format: grid.isSlide ? 'DICOM slide' : 'DICOM',
    mimeType: 'application/dicom',
    width: grid.width,
    height: grid.height,
    type,
    samples,
    size: grid.size,
    unlabelledAxis: !grid.isSlide && grid.size.t > 1 ? 't' : null,
    channelNames: paths.map(
      (path) => path.text(Dicom.OpticalPathDescription) || path.text(Dicom.OpticalPathIdentifier),
    ),
    pixelSizeUm: spacingOf(data),
    hasPyramid: false,
    ...(metadata && { metadata }),
    notes: [
      ...(inverted ? ['The file asks for small values to be white; its values are shown as they are.'] : []),
      ...(Array.from({ length: grid.size.c }, (_, c) => useOf(profileAt(c))).includes('unknown')
        ? [unappliedProfileNote]
        : []),
    ],
    async plane(at) {
      const stored = tiledPlane(at, format, grid, async (frame) => decode(await frames(frame)))
      const profile = profileAt(at.c)
      return profile && useOf(profile) === 'convert' ? inSrgb(stored, grid.width, 3, profile) : stored
    },
  }
}

/** Rows put together of the frames of one row of tiles, of which one row is kept. A tile that is not stored is white, or without light. */
function tiledPlane(
  at: Record<Axis, number>,
  { width: tileWidth, height: tileHeight, samples, type }: FrameFormat,
  { width, height, frameAt }: ReturnType<typeof frameGrid>,
  decode: (frame: number) => Promise<Samples>,
): BandPlane {
  const bandOf = async (row: number): Promise<Samples> => {
    const band = allocateSamples(type, width * tileHeight * samples)
    if (samples === 3) band.fill(255)
    for (let column = 0; column * tileWidth < width; column++) {
      const frame = frameAt(at, row, column)
      if (frame === null) continue
      const tile = await decode(frame)
      if (tile.length < tileWidth * tileHeight * samples) throw damaged('A frame of this DICOM file is cut off.')
      const left = column * tileWidth
      const across = Math.min(tileWidth, width - left)
      for (let y = 0; y < tileHeight; y++) {
        const from = y * tileWidth * samples
        band.set(tile.subarray(from, from + across * samples), (y * width + left) * samples)
      }
    }
    return band
  }
  let kept: { row: number; band: Promise<Samples> } | null = null
  return {
    via: 'bands',
    async rows(top, count) {
      const found = allocateSamples(type, width * count * samples)
      for (let y = top; y < top + count; ) {
        const row = Math.floor(y / tileHeight)
        if (kept?.row !== row) kept = { row, band: bandOf(row) }
        const until = Math.min(top + count, (row + 1) * tileHeight, height)
        const from = (y - row * tileHeight) * width * samples
        found.set((await kept.band).subarray(from, from + (until - y) * width * samples), (y - top) * width * samples)
        y = until
      }
      return found
    },
  }
}

const measures = (data: DataSet): DataSet | undefined =>
  data.first(Dicom.SharedGroups, Dicom.PixelMeasures) ?? data.first(Dicom.FrameGroups, Dicom.PixelMeasures)

/** DICOM states millimetres, between rows first. */
function spacingOf(data: DataSet) {
  const [y = Number.NaN, x = Number.NaN] = (measures(data) ?? data).decimals(Dicom.PixelSpacing)
  return pixelSize(x * 1000, y * 1000)
}

function metadataOf(data: DataSet) {
  const path = data.first(Dicom.OpticalPaths)
  const time = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?([+-]\d{4})?$/.exec(
    data.text(Dicom.AcquisitionDateTime),
  )
  const [, year, month, day, hour, minute, second, zone = ''] = time ?? []
  return fileMetadata({
    acquiredAt: time
      ? `${year}-${month}-${day}T${hour}:${minute}:${second}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`
      : null,
    instrument: [data.text(Dicom.Manufacturer), data.text(Dicom.ModelName)].filter(Boolean).join(' '),
    objective: {
      magnification: path?.decimals(Dicom.ObjectivePower)[0],
      numericalAperture: path?.decimals(Dicom.ObjectiveAperture)[0],
    },
    zStepUm: (measures(data)?.decimals(Dicom.SpacingBetweenSlices)[0] ?? Number.NaN) * 1000,
    channels: data.items(Dicom.OpticalPaths).map((one) => ({ name: one.text(Dicom.OpticalPathDescription) })),
  })
}
