import type { Archive } from '../archive/archive.ts'
import { colourOf, fileMetadata, inMicrometres, inSeconds } from '../file-metadata.ts'
import type { Axis, ImageSource, PlaneCoordinates, SceneSource } from '../image-source.ts'
import { damaged, unsupported } from '../imaging-error.ts'
import { pixelSize } from '../pixel-size.ts'
import { allocateSamples, type Samples } from '../sample-type.ts'
import { type ChunkedArray, openArray } from '../zarr/chunked-array.ts'
import { findImages, type ZarrImage } from '../zarr/multiscales.ts'

/**
 * Opens an OME-Zarr 0.4 or 0.5 in an archive: its images are scenes.
 *
 * @returns null: the archive is no Zarr
 * @throws ImagingError
 */
export async function openZarr(archive: Archive): Promise<Omit<ImageSource, 'close'> | null> {
  const images = await findImages(archive)
  if (!images) return null
  const [first, ...others] = images
  if (!first) return null
  const source = await sceneOf(archive, first)
  if (others.length === 0) return source
  const nameOf = ({ multiscale, folder }: ZarrImage) => folder.replace(/\/$/, '') || (multiscale.name ?? '')
  return {
    ...source,
    notes: [`The file holds ${images.length} images; analyses measure the first.`, ...source.notes],
    scenes: {
      own: nameOf(first),
      others: others.map((image) => ({ name: nameOf(image), open: () => sceneOf(archive, image) })),
    },
  }
}

const usual = ['t', 'c', 'z', 'y', 'x'] as const
type AxisName = (typeof usual)[number]

async function sceneOf(archive: Archive, image: ZarrImage): Promise<SceneSource> {
  const { folder, multiscale, omero, version } = image
  const [full, ...levels] = multiscale.datasets
  if (!full) throw damaged('An image of this OME-Zarr has no pixels.')
  const array = await openArray(archive, `${folder}${full.path}`.replace(/\/+$/, ''), version)
  const axes = axesOf(image, array)
  const sizeOf = (name: AxisName) => array.shape[axes.indexOf(name)] ?? 1
  const scaleOf = stepsOf(image, axes)
  const unit = (name: AxisName) => multiscale.axes?.find((axis) => axis.name.toLowerCase() === name)?.unit ?? ''
  const length = (name: AxisName) => inMicrometres(scaleOf(name), unit(name))
  const channels = omero?.channels ?? []
  const colours = channels.map(({ color }) => colourOfHex(color))
  const isPicture = sizeOf('c') === 3 && array.type.bits === 8 && colours.join() === '#ff0000,#00ff00,#0000ff'
  const [width, height] = [sizeOf('x'), sizeOf('y')]
  const rowsOf = (at: PlaneCoordinates) => {
    const others = axes.slice(0, -2).map((axis) => at[axis as Axis])
    return (top: number, count: number) => array.rows(others, top, count)
  }
  const metadata = fileMetadata({
    timeStepS: inSeconds(
      scaleOf('t'),
      unit('t').replace(/^(milli)?seconds?$/, (_, milli) => (milli ? 'ms' : 's')),
    ),
    zStepUm: length('z'),
    channels: isPicture ? [] : channels.map(({ label }, c) => ({ name: label, color: colours[c] })),
  })
  return {
    format: version === 2 ? 'OME-Zarr 0.4' : 'OME-Zarr 0.5',
    mimeType: 'application/zip',
    width,
    height,
    type: array.type,
    samples: isPicture ? 3 : 1,
    size: { c: isPicture ? 1 : sizeOf('c'), z: sizeOf('z'), t: sizeOf('t') },
    unlabelledAxis: null,
    channelNames: isPicture ? [] : channels.map(({ label }) => label ?? ''),
    pixelSizeUm: pixelSize(length('x'), length('y')),
    hasPyramid: levels.length > 0,
    ...(metadata && { metadata }),
    notes: [],
    plane: async (at) => ({
      via: 'bands',
      rows: isPicture ? await picture(at, rowsOf) : rowsOf(at),
    }),
  }
}

/** Names of the axes of the array, slowest first; images from before 0.3 have all five. */
function axesOf({ multiscale }: ZarrImage, array: ChunkedArray): AxisName[] {
  const names = multiscale.axes?.map(({ name }) => name.toLowerCase()) ?? usual.slice(-array.shape.length)
  const known = names.filter((name): name is AxisName => usual.some((one) => one === name))
  if (known.length !== array.shape.length || new Set(known).size < known.length || known.slice(-2).join('') !== 'yx')
    throw unsupported(
      `This OME-Zarr has the axes ${names.join(' ').slice(0, 100)}, which are not supported`,
      'write it with the axes t, c, z, y, x',
    )
  return known
}

/** Size of one element along an axis, in the unit of the axis; NaN: unknown. */
function stepsOf({ multiscale }: ZarrImage, axes: readonly AxisName[]) {
  const own = multiscale.datasets[0]?.coordinateTransformations ?? []
  const all = [...own, ...(multiscale.coordinateTransformations ?? [])].filter(({ type }) => type === 'scale')
  return (name: AxisName): number => {
    const at = axes.indexOf(name)
    if (all.length === 0 || at < 0) return Number.NaN
    return all.reduce((product, { scale }) => product * (scale?.[at] ?? Number.NaN), 1)
  }
}

/** Red, green and blue of three channels, interleaved. */
async function picture(at: PlaneCoordinates, rowsOf: (at: PlaneCoordinates) => ChunkRows): Promise<ChunkRows> {
  return async (top, count) => {
    let all: Samples | null = null
    for (const c of [0, 1, 2]) {
      const one = await rowsOf({ ...at, c })(top, count)
      all ??= allocateSamples({ bits: 8, format: 'uint' }, one.length * 3)
      for (let i = 0; i < one.length; i++) all[3 * i + c] = one[i] ?? 0
    }
    return all ?? new Uint8Array(0)
  }
}

type ChunkRows = (top: number, count: number) => Promise<Samples>

function colourOfHex(text: string | undefined): string | undefined {
  const [, red = '', green = '', blue = ''] =
    /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})?$/i.exec(text ?? '') ?? []
  return red === ''
    ? undefined
    : colourOf(...([red, green, blue].map((hex) => Number.parseInt(hex, 16)) as [number, number, number]))
}
