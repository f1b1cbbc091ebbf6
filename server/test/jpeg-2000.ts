import createModule from '@cornerstonejs/codec-openjpeg/wasmjs'

/** Pixels of a test picture: 8 bits, interleaved. */
interface TestPixels {
  width: number
  height: number
  samples: number
  data: Uint8Array
}

const silent = () => undefined
const loaded = createModule({ print: silent, printErr: silent })

/** Progression with the components outermost: their packets can be joined from separate codestreams. */
const COMPONENTS_FIRST = 4

/** A lossless codestream; three samples are stored with the reversible colour transform. */
export const encodeJpeg2000 = async ({ width, height, samples, data }: TestPixels): Promise<Buffer> => {
  const { J2KEncoder } = await loaded
  const encoder = new J2KEncoder()
  const pixels = { width, height, bitsPerSample: 8, componentCount: samples, isSigned: false }
  encoder.getDecodedBuffer(pixels).set(data)
  encoder.setQuality(true, 0)
  encoder.setProgressionOrder(COMPONENTS_FIRST)
  encoder.encode()
  const stream = Buffer.from(encoder.getEncodedBuffer())
  encoder.delete()
  return stream
}

/** Offsets of the segments of a main header, by marker, and of the first tile-part. */
const headerOf = (stream: Buffer) => {
  const segments = new Map<number, Buffer>()
  let at = 2
  while (stream.readUInt16BE(at) !== 0xff90) {
    const length = 2 + stream.readUInt16BE(at + 2)
    segments.set(stream.readUInt16BE(at), stream.subarray(at, at + length))
    at += length
  }
  const end = at + stream.readUInt32BE(at + 6)
  return { segments, packets: stream.subarray(at + 14, end) }
}

/**
 * Y′CbCr as Aperio's compression 33003 stores it: three components without colour transform, chrominance of half the width.
 *
 * @param planes height × width; chrominance height × width / 2
 */
export const encodeYCbCr422 = async (
  width: number,
  height: number,
  planes: { y: Uint8Array; cb: Uint8Array; cr: Uint8Array },
): Promise<Buffer> => {
  const [y, cb, cr] = await Promise.all([
    encodeJpeg2000({ width, height, samples: 1, data: planes.y }).then(headerOf),
    encodeJpeg2000({ width: width / 2, height, samples: 1, data: planes.cb }).then(headerOf),
    encodeJpeg2000({ width: width / 2, height, samples: 1, data: planes.cr }).then(headerOf),
  ])
  const of = (marker: number) => y.segments.get(marker) ?? Buffer.alloc(0)
  // SIZ: up to the number of components, then depth - 1 and subsampling of each.
  const size = Buffer.concat([of(0xff51).subarray(0, 40), Buffer.from([7, 1, 1, 7, 2, 1, 7, 2, 1])])
  size.writeUInt16BE(size.length - 2, 2)
  size.writeUInt16BE(3, 38)
  const packets = Buffer.concat([y.packets, cb.packets, cr.packets])
  const tilePart = Buffer.from([0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0x93])
  tilePart.writeUInt32BE(tilePart.length + packets.length, 6)
  const ends = [Buffer.from([0xff, 0x4f]), Buffer.from([0xff, 0xd9])] as const
  return Buffer.concat([ends[0], size, of(0xff52), of(0xff5c), tilePart, packets, ends[1]])
}
