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

/** The metadata of the OME-TIFF specification 6.3, schema 2016-06. */
export function omeXml(stack: OmeStack): string {
  const channels = stack.channels
    .map(
      ({ name, color }, i) =>
        `<Channel ID="Channel:0:${i}" Name="${attribute(name)}" Color="${omeColor(color)}" SamplesPerPixel="1"/>`,
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
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"',
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
    ' xsi:schemaLocation="http://www.openmicroscopy.org/Schemas/OME/2016-06',
    ' http://www.openmicroscopy.org/Schemas/OME/2016-06/ome.xsd">',
    `<Image ID="Image:0" Name="${attribute(stack.name)}">`,
    `<Pixels ID="Pixels:0" DimensionOrder="XYCZT" Type="uint16" SignificantBits="16" BigEndian="false" ${axes}>`,
    `${channels}<TiffData/></Pixels></Image></OME>`,
  ].join('')
}

/** An OME-TIFF with one page per plane, uncompressed, with the metadata in the first page. */
export function encodeOmeTiff(stack: OmeStack): Buffer {
  const { width, height, channels, sizeZ, sizeT, pixelSizeUm } = stack
  const planes = Array.from({ length: channels.length * sizeZ * sizeT }, (_, i) => {
    const z = Math.floor(i / channels.length) % sizeZ
    return stack.plane(i % channels.length, z, Math.floor(i / (channels.length * sizeZ)))
  })
  return encodeTiff(
    planes.map((plane, i) => ({
      layout: {
        width,
        height,
        samples: 1,
        bits: 16,
        rowsPerStrip: height,
        pixelSizeUm,
        ...(i === 0 ? { description: omeXml(stack) } : {}),
      },
      strips: [new Uint8Array(plane.buffer, plane.byteOffset, plane.byteLength)],
    })),
  )
}
