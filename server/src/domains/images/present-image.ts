import type { FileType, Image } from '@lamella/shared/contract'
import type { ImageDescription } from '../../imaging/index.ts'
import { thumbnailUrlOf } from '../../platform/http/thumbnail-url.ts'
import { canProcessAgain } from '../media/index.ts'
import { presentPixelSize } from './pixel-size.ts'
import type { ImageRow, ListedImage } from './repository.ts'

/** Names of the API (D3-3-19); all other types are Unknown. */
const mimeTypes: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/bmp': 'BMP',
  'image/tiff': 'TIFF',
}

/** An image without what is counted of it. */
type PresentedImage = Omit<Image, 'annotationCount' | 'roiCount'>

/** An image as lists show it: its dimensions have sizes, but no samples per channel or time point. */
export const presentListed = ({ image, medium }: ListedImage): PresentedImage => {
  const { summary: description, channelCount } = medium
  const dimensions = description ? dimensionsOf(medium.fileType, channelCount ?? 0, description.timePoints) : []
  const lengthOf = (id: 'c' | 't') => dimensions.find((dimension) => dimension.id === id)?.size ?? 0
  return {
    id: image.id,
    type: 'Image',
    project: image.projectId,
    imageMedium: medium.id,
    name: image.name,
    imageType: medium.fileType,
    status: medium.status,
    statusErrors: medium.statusErrors,
    canProcessAgain: canProcessAgain(medium),
    notes: description?.notes ?? [],
    owner: medium.ownerId,
    created: image.created.toISOString(),
    modified: new Date(Math.max(image.modified.getTime(), medium.modified.getTime())).toISOString(),
    size: medium.size,
    mimeType: mimeTypes[description?.mimeType ?? ''] ?? 'Unknown',
    format: description?.format ?? extensionOf(medium.originalFilename),
    width: description?.width ?? null,
    height: description?.height ?? null,
    depth: description?.bitDepth ?? null,
    ...presentPixelSize(image.givenPixelSize, description?.pixelSizeUm ?? null),
    dimensions,
    isMultichannelImage: medium.fileType === 'MultiChannel',
    isTimeSeries: medium.fileType === 'TimeSeries',
    mcChannelLength: lengthOf('c'),
    timeSeriesLength: lengthOf('t'),
    isPyramid: description?.hasPyramid ?? false,
    thumbnailUrl: addressOfThumbnail({ image, medium }),
    downloadUrl: `/api/v1/images/${image.id}/download`,
  }
}

/** The preview has an address of its own, so that what is remembered under it is not taken for the thumbnail. */
const addressOfThumbnail = ({ image, medium: { status, summary, hasPreview } }: ListedImage): string | null => {
  const address = thumbnailUrlOf(image.id)
  if (summary) return image.zShown === 'max' ? `${address}&dim%5Bz%5D=max` : address
  return status === 'processing' && hasPreview ? `${address}&preview=true` : null
}

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toUpperCase()

/** A single image, with the samples of its dimensions (D3-3-22). */
export const presentImage = ({ image, medium }: ImageRow): PresentedImage => {
  const listed = presentListed({ image, medium })
  const { description } = medium
  const dimensions = description
    ? listed.dimensions.map((dimension) => ({ ...dimension, samples: samplesOf(dimension.id, description) }))
    : []
  return { ...listed, ...(description && { metadata: medium.further?.metadata ?? null }), dimensions }
}

/**
 * The dimensions (D3-3-21). A 2D image has none, even if its colour samples are stored in separate planes; a time series has channels where
 * there are several.
 */
const dimensionsOf = (fileType: FileType, channels: number, timePoints: number): Image['dimensions'] => {
  const ofChannels = { id: 'c' as const, size: channels, samples: [] }
  const ofTime = { id: 't' as const, size: timePoints, samples: [] }
  if (fileType === 'MultiChannel') return [{ ...ofChannels, index: 0 }]
  if (fileType !== 'TimeSeries') return []
  return channels > 1
    ? [
        { ...ofChannels, index: 0 },
        { ...ofTime, index: 1 },
      ]
    : [{ ...ofTime, index: 0 }]
}

const samplesOf = (
  id: 'c' | 't',
  { channels, timePoints }: ImageDescription,
): Image['dimensions'][number]['samples'] =>
  id === 'c'
    ? channels.map(({ index, name, color, auto }) => ({
        id: `c${index}`,
        index,
        properties: { name },
        colorLookup: color,
        active: true,
        intensityRange: auto,
      }))
    : Array.from({ length: timePoints }, (_, index) => ({
        id: `t${index}`,
        index,
        properties: {},
        colorLookup: null,
        active: index === 0,
        intensityRange: null,
      }))
