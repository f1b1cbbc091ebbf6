import { cziHeader } from './czi-header.ts'
import { dicomHeader } from './dicom-header.ts'
import { type FileHeader, type FileLook, readBytes, Truncated, textOf } from './file-header.ts'
import { bmpHeader, jpegHeader, pngHeader } from './raster-headers.ts'
import { companionHeader, tiffHeader } from './tiff-header.ts'

interface Format {
  name: string
  magic: RegExp
  extensions: RegExp
  read: (file: Blob) => Promise<FileHeader | null>
}

/** What is in an archive only the server sees. */
const nothingKnown = async (): Promise<null> => null

const formats: readonly Format[] = [
  { name: 'JPEG', magic: /^\xff\xd8/, extensions: /\.jpe?g$/i, read: jpegHeader },
  { name: 'PNG', magic: /^\x89PNG/, extensions: /\.png$/i, read: pngHeader },
  { name: 'BMP', magic: /^BM/, extensions: /\.bmp$/i, read: bmpHeader },
  { name: 'CZI', magic: /^ZISRAWFILE/, extensions: /\.czi$/i, read: cziHeader },
  {
    name: 'TIFF',
    magic: /^(II[*+]|MM.[*+])/s,
    extensions: /\.(tiff?|gtif|svs|ndpi|scn|stk|qptiff|tf[28]|btf)$/i,
    read: tiffHeader,
  },
  { name: 'OME-XML', magic: /^(\xef\xbb\xbf)?<(\?xml|OME)/, extensions: /\.companion\.ome$/i, read: companionHeader },
  { name: 'DICOM', magic: /^.{128}DICM/s, extensions: /\.dcm$/i, read: dicomHeader },
  { name: 'zip', magic: /^PK/, extensions: /\.(zip|ozx)$/i, read: nothingKnown },
]
/** Extensions whose content is stored but never read. */
const stored = /\.(vmic|ctl|tar)$/i

const problemOf = (format: Format | undefined, name: string): string | null => {
  if (stored.test(name)) return null
  if (!format) return 'The content is not that of an image that can be read'
  if (format.extensions.test(name)) return null
  return `The content is ${format.name}, which the name does not say`
}

/** Bytes by which the formats are told apart. */
const longestMagic = 132

const damaged = 'The file ends too early: it seems to be damaged'

/**
 * Looks at the header of a file, without its pixels: a few kilobytes are read. Files that it takes for damaged may
 * nevertheless be read by the server, which decides.
 */
export const lookIntoFile = async (file: Blob, name: string): Promise<FileLook> => {
  const start = await readBytes(file, 0, Math.min(longestMagic, file.size))
  const bytes = new Uint8Array(start.buffer)
  const magic = String.fromCharCode(...bytes)
  const format = formats.find((known) => known.magic.test(magic))
  const problem = problemOf(format, name)
  const look = { header: null, problem, picture: null, noPicture: null }
  if (!format) return textOf(start) === '' && file.size < 16 ? { ...look, problem: damaged } : look
  try {
    return { ...look, header: await format.read(file) }
  } catch (error) {
    // An offset beyond the view is a header that does not fit its file, too.
    if (error instanceof Truncated || error instanceof RangeError) return { ...look, problem: damaged }
    throw error
  }
}
