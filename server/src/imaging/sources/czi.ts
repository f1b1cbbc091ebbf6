import { open } from 'node:fs/promises'
import { readDirectory, type SubBlock } from '../czi/directory.ts'
import { type CziMetadata, readMetadata } from '../czi/metadata.ts'
import { boundingBox, mosaicPlane } from '../czi/mosaic.ts'
import { cziPixel } from '../czi/pixel-type.ts'
import { readExactly, SEGMENT_HEADER_BYTES, safeInteger } from '../czi/segments.ts'
import { refuseCompression } from '../czi/sub-block-pixels.ts'
import type { Axis, ImageSource, SceneSource } from '../image-source.ts'
import { damaged } from '../imaging-error.ts'
import { fileRangeReader, type RangeReader } from '../range-reader.ts'

const FILE_HEADER_BYTES = 80

/**
 * Opens a Zeiss CZI: the sub-blocks of full resolution of its scenes.
 *
 * @throws ImagingError
 */
export async function openCzi(path: string): Promise<ImageSource> {
  const handle = await open(path)
  try {
    return { ...(await readCzi(fileRangeReader(handle))), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function readCzi(read: RangeReader): Promise<Omit<ImageSource, 'close'>> {
  const header = await readExactly(read, SEGMENT_HEADER_BYTES, FILE_HEADER_BYTES)
  const directoryPosition = safeInteger(header, 52)
  if (directoryPosition === 0) throw damaged('This CZI was not completed when it was written.')
  const all = await readDirectory(read, directoryPosition)
  const metadata = await readMetadata(read, safeInteger(header, 60))
  const [first = 0, ...others] = indices(
    all.filter(({ reduced }) => !reduced),
    'S',
  )
  const nameOf = (scene: number) => metadata.sceneNames.get(scene) ?? ''
  const source = sceneSource(read, all, metadata, first)
  if (others.length === 0) return source
  return {
    ...source,
    notes: [`The file has ${1 + others.length} scenes; analyses measure the first.`, ...source.notes],
    scenes: {
      own: nameOf(first),
      others: others.map((scene) => ({
        name: nameOf(scene),
        open: async () => sceneSource(read, all, metadata, scene),
      })),
    },
  }
}

function sceneSource(read: RangeReader, all: readonly SubBlock[], metadata: CziMetadata, scene: number): SceneSource {
  const { blocks, notes } = blocksOf(all, scene)
  const [first] = blocks
  if (!first) throw damaged('This CZI holds no image.')
  for (const { compression } of blocks) refuseCompression(compression)
  // Sub-blocks that share bytes would let a small file become a large image.
  if (new Set(blocks.map(({ position }) => position)).size < blocks.length)
    throw damaged('Parts of this CZI lie in the same place of the file.')
  const pixel = cziPixel(first.pixelType)
  const box = boundingBox(blocks)
  const axes = { c: indices(blocks, 'C'), z: indices(blocks, 'Z'), t: indices(blocks, 'T') }
  const microscope = metadata.microscope(axes.c, scene)
  return {
    format: 'Zeiss CZI',
    mimeType: 'image/czi',
    width: box.width,
    height: box.height,
    type: pixel.type,
    samples: pixel.samples,
    size: { c: axes.c.length, z: axes.z.length, t: axes.t.length },
    unlabelledAxis: null,
    channelNames: axes.c.map((channel) => metadata.channelNames[channel] ?? ''),
    pixelSizeUm: metadata.pixelSizeUm,
    hasPyramid: all.some(({ reduced }) => reduced),
    ...(microscope && { metadata: microscope }),
    notes,
    async plane(at) {
      const wanted = (axis: Axis, name: string, block: SubBlock) =>
        (block.at[name] ?? 0) === (axes[axis][at[axis]] ?? 0)
      const here = blocks.filter(
        (block) => wanted('c', 'C', block) && wanted('z', 'Z', block) && wanted('t', 'T', block),
      )
      return mosaicPlane(read, here, box, pixel)
    },
  }
}

const indices = (blocks: readonly SubBlock[], axis: string) =>
  [...new Set(blocks.map(({ at }) => at[axis] ?? 0))].sort((a, b) => a - b)

/** Axes that identify planes and scenes, and M, which only orders the tiles of a mosaic. */
const kept = ['C', 'Z', 'T', 'M', 'S']

/** Of one scene: full resolution, one pixel format, and the first index on every axis that cannot be shown: views, phases, … */
function blocksOf(all: readonly SubBlock[], scene: number): { blocks: SubBlock[]; notes: string[] } {
  let blocks = all.filter(({ reduced, at }) => !reduced && (at.S ?? 0) === scene)
  const notes: string[] = []
  const others = new Set(blocks.flatMap(({ at }) => Object.keys(at)).filter((axis) => !kept.includes(axis)))
  for (const axis of others) {
    const [lowest] = indices(blocks, axis)
    blocks = blocks.filter(({ at }) => (at[axis] ?? 0) === lowest)
  }
  const format = blocks.toSorted((a, b) => (a.at.C ?? 0) - (b.at.C ?? 0))[0]?.pixelType
  const alike = blocks.filter(({ pixelType }) => pixelType === format)
  if (alike.length < blocks.length) notes.push('Channels of another pixel format are left out.')
  return { blocks: alike.toSorted((a, b) => (a.at.M ?? 0) - (b.at.M ?? 0)), notes }
}
