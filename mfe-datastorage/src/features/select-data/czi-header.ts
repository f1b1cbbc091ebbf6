import { type FileHeader, plainHeader, readBytes, utf8Of } from './file-header.ts'

/** More XML than this is not read. */
const mostXml = 64 * 1024 * 1024

/**
 * ZEISS CZI: the header names the positions of the directory and of the metadata, whose XML has sizes and scale.
 * @throws Truncated
 */
export const cziHeader = async (file: Blob): Promise<FileHeader> => {
  const head = await readBytes(file, 0, 100)
  const positionAt = (offset: number): number => Number(head.getBigInt64(offset, true))
  const [directory, metadata] = [positionAt(84), positionAt(92)]
  await readBytes(file, directory, 36)
  const xmlSize = (await readBytes(file, metadata, 36)).getInt32(32, true)
  const xml = utf8Of(await readBytes(file, metadata + 32 + 256, Math.min(xmlSize, mostXml)))
  const sizeOf = (axis: string): number => Number(new RegExp(`<Size${axis}>(\\d+)</Size${axis}>`).exec(xml)?.[1] ?? 1)
  const metres = Number(/<Distance Id="X">\s*<Value>([^<]+)</.exec(xml)?.[1] ?? Number.NaN)
  const bits = Number(/<ComponentBitCount>(\d+)</.exec(xml)?.[1] ?? Number.NaN)
  return {
    ...plainHeader('CZI', sizeOf('X'), sizeOf('Y'), Number.isNaN(bits) ? null : bits),
    channels: sizeOf('C'),
    times: sizeOf('T'),
    planes: sizeOf('Z'),
    micrometres: metres > 0 ? metres * 1e6 : null,
  }
}
