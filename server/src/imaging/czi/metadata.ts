import type { FileMetadata } from '../description.ts'
import { type PixelSize, pixelSize } from '../pixel-size.ts'
import type { RangeReader } from '../range-reader.ts'
import { parseXml, type XmlElement } from '../xml.ts'
import { cziMicroscope } from './microscope.ts'
import { readExactly, SEGMENT_HEADER_BYTES, segmentSize } from './segments.ts'

/** The part of a CZI's XML metadata that is used. */
export interface CziMetadata {
  /** By channel index; may be shorter than the number of channels. */
  channelNames: string[]
  pixelSizeUm: PixelSize
  /** @param channels indices @param scene index */
  microscope(channels: readonly number[], scene: number): FileMetadata | null
  /** By index of the scene. */
  sceneNames: ReadonlyMap<number, string>
}

const XML_AT = 256
const MAX_XML_BYTES = 256 * 1024 * 1024
const METRES_TO_MICROMETRES = 1e6

/** Names and scale from the XML metadata. The pixels can be read without it: from a damaged XML names and scale are empty. */
export async function readMetadata(read: RangeReader, position: number): Promise<CziMetadata> {
  const xml = await readXml(read, position).catch(() => null)
  const metadata = xml?.find('ImageDocument', 'Metadata')
  const channels = metadata?.find('Information', 'Image', 'Dimensions', 'Channels')?.children('Channel') ?? []
  const shown = metadata?.find('DisplaySetting', 'Channels')?.children('Channel') ?? []
  const distances = metadata?.find('Scaling', 'Items')?.children('Distance') ?? []
  const scenes = metadata?.find('Information', 'Image', 'Dimensions', 'S', 'Scenes')?.children('Scene') ?? []
  const size = (axis: string) => {
    const metres = distances.find((distance) => distance.attribute('Id') === axis)?.find('Value')?.text
    return Number(metres || Number.NaN) * METRES_TO_MICROMETRES
  }
  return {
    channelNames: channels.map((channel, i) => channel.attribute('Name') ?? shown[i]?.attribute('Name') ?? ''),
    pixelSizeUm: pixelSize(size('X'), size('Y')),
    microscope: (indices, scene) => cziMicroscope(metadata, indices, scene),
    sceneNames: new Map(scenes.map((scene, i) => [scene.number('Index', i), scene.attribute('Name') ?? ''])),
  }
}

async function readXml(read: RangeReader, position: number): Promise<XmlElement | null> {
  await segmentSize(read, position, 'ZISRAWMETADATA')
  const start = position + SEGMENT_HEADER_BYTES
  const length = (await readExactly(read, start, 4)).readInt32LE(0)
  if (length <= 0 || length > MAX_XML_BYTES) return null
  return parseXml((await readExactly(read, start + XML_AT, length)).toString('utf8'))
}
