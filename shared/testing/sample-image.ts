import type { Image, ImageView } from '@lamella/shared/contract'

const idOf = (kind: string): string => `019aa000-0000-7000-8000-${kind}00000000001`

/** An available RGB image of 1000 × 800 px with 0.5 µm per pixel. */
export const sampleImage = (changes: Partial<Image> = {}): Image => ({
  id: idOf('c'),
  type: 'Image',
  project: idOf('b'),
  imageMedium: idOf('d'),
  name: 'field.tif',
  imageType: 'TwoDimensions',
  status: 'available',
  statusErrors: [],
  notes: [],
  owner: idOf('e'),
  created: '2026-11-20T09:00:00.000Z',
  modified: '2026-11-20T12:00:00.000Z',
  size: 2 * 1024 ** 2,
  mimeType: 'TIFF',
  format: 'TIFF',
  width: 1000,
  height: 800,
  depth: 8,
  pixelSize: { x: 0.5, y: 0.5 },
  dimensions: [],
  isMultichannelImage: false,
  isTimeSeries: false,
  mcChannelLength: 0,
  timeSeriesLength: 0,
  isPyramid: false,
  annotationCount: 0,
  roiCount: 0,
  thumbnailUrl: null,
  downloadUrl: '/download',
  ...changes,
})

/** The view of `sampleImage`: one level of JPEG tiles. */
export const sampleView = (changes: Partial<ImageView> = {}): ImageView => ({
  width: 1000,
  height: 800,
  tileSize: 256,
  levels: [{ width: 1000, height: 800 }],
  encoding: 'jpeg',
  sampleFormat: 'uint8',
  samplesPerPixel: 3,
  byteOrder: 'little',
  channels: [],
  timePoints: 1,
  ...changes,
})

type Channel = ImageView['channels'][number]

/** A channel of 12 bit with an auto contrast from 100 to 900. */
export const sampleChannel = (changes: Partial<Channel> = {}): Channel => ({
  index: 0,
  name: 'DAPI',
  color: '#0000FF',
  range: { min: 0, max: 4095 },
  auto: { min: 100, max: 900 },
  histogram: [1, 2, 3, 4],
  ...changes,
})

/** The view of an image with raw 16-bit samples in two channels, blue and green. */
export const sampleChannelsView = (changes: Partial<ImageView> = {}): ImageView =>
  sampleView({
    encoding: 'raw',
    sampleFormat: 'uint16',
    samplesPerPixel: 1,
    channels: [sampleChannel(), sampleChannel({ index: 1, name: 'FITC', color: '#00FF00' })],
    ...changes,
  })
