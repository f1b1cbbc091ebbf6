import type { ImageSource } from '../src/imaging/image-source.ts'
import type { Samples } from '../src/imaging/sample-type.ts'

/** All samples of the first plane of an opened image, height × width × samples, interleaved; the source is closed. */
export const readFirstPlane = async (source: ImageSource): Promise<Samples> => {
  try {
    const plane = await source.plane({ c: 0, z: 0, t: 0 })
    if (plane.via === 'bands') return await plane.rows(0, source.height)
    const depth = source.type.bits === 16 ? 'ushort' : 'uchar'
    const bytes = await plane.open().removeAlpha().raw({ depth }).toBuffer()
    return depth === 'ushort' ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2) : bytes
  } finally {
    await source.close()
  }
}
