import type { ImageView } from '@lamella/shared/contract'
import { factorOf, isRgb, type LinkedScene } from '../linked-scene.ts'

/** Order of the dimensions of all arrays. */
const axes = ['t', 'c', 'z', 'y', 'x'] as const

/** Red, green and blue of an RGB image, which has one entry in its view. */
const bands = [
  { name: 'Red', color: 'FF0000' },
  { name: 'Green', color: '00FF00' },
  { name: 'Blue', color: '0000FF' },
]

/** Levels of an image, the largest first, as OME-Zarr counts them. */
export const levelsOf = ({ levels }: ImageView): ImageView['levels'] => levels.toReversed()

/** Channels, and how many of them are in one chunk: red, green and blue are stored together. */
export const channelsOf = (view: ImageView): { count: number; perChunk: number } =>
  isRgb(view) ? { count: 3, perChunk: 3 } : { count: view.channels.length, perChunk: 1 }

/** Metadata of an array: one level. @returns null: there is no such level */
export const arrayMetadata = ({ view }: LinkedScene, index: number): object | null => {
  const level = levelsOf(view)[index]
  if (!level) return null
  const { tileSize, timePoints, zCount = 1, sampleFormat } = view
  const { count, perChunk } = channelsOf(view)
  return {
    zarr_format: 3,
    node_type: 'array',
    shape: [timePoints, count, zCount, level.height, level.width],
    data_type: sampleFormat,
    chunk_grid: { name: 'regular', configuration: { chunk_shape: [1, perChunk, 1, tileSize, tileSize] } },
    chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
    fill_value: sampleFormat.startsWith('float') ? 'NaN' : 0,
    codecs: [
      { name: 'bytes', configuration: { endian: 'little' } },
      { name: 'gzip', configuration: { level: 3 } },
    ],
    attributes: {},
    dimension_names: axes,
  }
}

/** An axis has a unit only where its step is known. */
const axesOf = ({ pixelSize, zStepUm, timeStepS }: LinkedScene): object[] => {
  const inSpace = pixelSize && { unit: 'micrometer' }
  return [
    { name: 't', type: 'time', ...(timeStepS && { unit: 'second' }) },
    { name: 'c', type: 'channel' },
    { name: 'z', type: 'space', ...(zStepUm && { unit: 'micrometer' }) },
    { name: 'y', type: 'space', ...inSpace },
    { name: 'x', type: 'space', ...inSpace },
  ]
}

/** A pixel of a level is the mean of several, so that its centre is not that of the first of them. */
const transformationsOf = (scene: LinkedScene, level: ImageView['levels'][number]): object[] => {
  const { pixelSize, zStepUm = 1, timeStepS = 1, view } = scene
  const { x, y } = pixelSize ?? { x: 1, y: 1 }
  const factor = factorOf(view, level)
  const shift = (factor - 1) / 2
  return [
    { type: 'scale', scale: [timeStepS, 1, zStepUm, y * factor, x * factor] },
    { type: 'translation', translation: [0, 0, 0, y * shift, x * shift] },
  ]
}

const withoutHash = (color: string): string => color.slice(1).toUpperCase()

const channelMetadata = ({ view, applied }: LinkedScene): object[] => {
  if (isRgb(view)) {
    const window = { min: 0, max: 255, start: 0, end: 255 }
    return bands.map(({ name, color }) => ({ label: name, color, active: true, window }))
  }
  return view.channels.map(({ index, name, color, range, auto }) => {
    const setting = applied?.find((each) => each.index === index)
    const { min: start, max: end } = setting ?? auto
    return {
      label: setting?.name ?? name,
      color: withoutHash(setting?.color ?? color ?? '#FFFFFF'),
      active: setting?.visible ?? true,
      window: { ...range, start, end },
    }
  })
}

/** Metadata of the group: OME-Zarr 0.5 with its levels, units and channels. */
export const groupMetadata = (scene: LinkedScene): object => ({
  zarr_format: 3,
  node_type: 'group',
  attributes: {
    ome: {
      version: '0.5',
      multiscales: [
        {
          name: scene.name,
          axes: axesOf(scene),
          datasets: levelsOf(scene.view).map((level, index) => ({
            path: `${index}`,
            coordinateTransformations: transformationsOf(scene, level),
          })),
          type: 'mean',
          metadata: { description: 'Each level has the means of 2 × 2 pixels of the one before.' },
        },
      ],
      omero: {
        name: scene.name,
        channels: channelMetadata(scene),
        rdefs: { defaultT: 0, defaultZ: Math.floor(((scene.view.zCount ?? 1) - 1) / 2), model: 'color' },
      },
    },
    lamella: {
      samples: scene.isLossy
        ? 'As the server stores them: 8-bit RGB, of JPEG. They may differ from those of the original file.'
        : 'Those of the original file.',
    },
  },
})
