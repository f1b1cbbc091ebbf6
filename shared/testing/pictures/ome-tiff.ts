import { encodeTiff } from './tiff.ts'

/** A stack of 16-bit planes, channel fastest, then z, then t (OME's XYCZT). */
export interface OmeStack {
  name: string
  width: number
  height: number
  channels: readonly { name: string /** 0xRRGGBB */; color: number }[]
  sizeZ: number
  sizeT: number
  pixelSizeUm: number
  /** Distance of the z planes, µm. */
  stepUm: number
  /** Time between two points, seconds. */
  intervalSeconds: number
  /** Counts of one plane, `width × height`. */
  plane(channel: number, z: number, t: number): Uint16Array
}

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** OME writes colours as a signed 32-bit RGBA. */
const omeColor = (rgb: number) => (rgb << 8) | 0xff | 0

const planesOf = ({ channels, sizeZ, sizeT }: OmeStack): number => channels.length * sizeZ * sizeT

/** @param ifd - of the first page */
function imageXml(stack: OmeStack, index: number, ifd: number): string {
  const channels = stack.channels
    .map(
      ({ name, color }, i) =>
        `<Channel ID="Channel:${index}:${i}" Name="${attribute(name)}" Color="${omeColor(color)}" SamplesPerPixel="1"/>`,
    )
    .join('')
  const axes = [
    `SizeX="${stack.width}" SizeY="${stack.height}"`,
    `SizeC="${stack.channels.length}" SizeZ="${stack.sizeZ}" SizeT="${stack.sizeT}"`,
    `PhysicalSizeX="${stack.pixelSizeUm}" PhysicalSizeXUnit="µm"`,
    `PhysicalSizeY="${stack.pixelSizeUm}" PhysicalSizeYUnit="µm"`,
    ...(stack.sizeZ > 1 ? [`PhysicalSizeZ="${stack.stepUm}" PhysicalSizeZUnit="µm"`] : []),
    ...(stack.sizeT > 1 ? [`TimeIncrement="${stack.intervalSeconds}" TimeIncrementUnit="s"`] : []),
  ].join(' ')
  return [
    `<Image ID="Image:${index}" Name="${attribute(stack.name)}">`,
    `<Pixels ID="Pixels:${index}" DimensionOrder="XYCZT" Type="uint16" SignificantBits="16" BigEndian="false" ${axes}>`,
    `${channels}<TiffData IFD="${ifd}" PlaneCount="${planesOf(stack)}"/></Pixels></Image>`,
  ].join('')
}

/** The metadata of the OME-TIFF specification 6.3, schema 2016-06. */
function omeXml(stacks: readonly OmeStack[]): string {
  const images = stacks.map((stack, at) =>
    imageXml(
      stack,
      at,
      stacks.slice(0, at).reduce((sum, before) => sum + planesOf(before), 0),
    ),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"',
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
    ' xsi:schemaLocation="http://www.openmicroscopy.org/Schemas/OME/2016-06',
    ' http://www.openmicroscopy.org/Schemas/OME/2016-06/ome.xsd">',
    ...images,
    '</OME>',
  ].join('')
}

/** An OME-TIFF with one page per plane, uncompressed, with the metadata in the first page. Each stack is an image of its own. */
export function encodeOmeTiff(...stacks: readonly OmeStack[]): Buffer {
  const pages = stacks.flatMap((stack) =>
    Array.from({ length: planesOf(stack) }, (_, i) => {
      const { width, height, channels, sizeZ, pixelSizeUm } = stack
      const z = Math.floor(i / channels.length) % sizeZ
      const plane = stack.plane(i % channels.length, z, Math.floor(i / (channels.length * sizeZ)))
      return {
        layout: { width, height, samples: 1 as const, bits: 16 as const, rowsPerStrip: height, pixelSizeUm },
        strips: [new Uint8Array(plane.buffer, plane.byteOffset, plane.byteLength)],
      }
    }),
  )
  return encodeTiff(
    pages.map((page, i) => (i === 0 ? { ...page, layout: { ...page.layout, description: omeXml(stacks) } } : page)),
  )
}
