interface OmeImage {
  /** Pixels. */
  width: number
  height: number
  pixelSizeUm: number
  channels: readonly { name: string /** 0xRRGGBB */; color: number }[]
}

/** OME-XML (schema 2016-06) of one 16-bit image with a page per channel. Names must not need escapes. */
export const omeDescription = ({ width, height, pixelSizeUm, channels }: OmeImage): string => {
  // OME writes colours as signed 32-bit RGBA.
  const elements = channels.map(
    ({ name, color }, i) =>
      `<Channel ID="Channel:0:${i}" Name="${name}" Color="${(color << 8) | 0xff | 0}" SamplesPerPixel="1"/>`,
  )
  const attributes = [
    'ID="Pixels:0" DimensionOrder="XYCZT" Type="uint16" BigEndian="false"',
    `SizeX="${width}" SizeY="${height}" SizeC="${channels.length}" SizeZ="1" SizeT="1"`,
    `PhysicalSizeX="${pixelSizeUm}" PhysicalSizeXUnit="µm" PhysicalSizeY="${pixelSizeUm}" PhysicalSizeYUnit="µm"`,
  ].join(' ')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06">',
    `<Image ID="Image:0"><Pixels ${attributes}>${elements.join('')}<TiffData/></Pixels></Image></OME>`,
  ].join('')
}
