import type { FileType } from '@lamella/shared/contract'

/** A data set of several files, of which one speaks. */
export interface FileSet {
  /** The same in each file of the set. */
  id: string
  /** Names of files of the set, as far as this file knows them. */
  names: string[]
  /** The file describes others and has no pixels. */
  isCompanion: boolean
  /**
   * Of sets without a description: which picture of the image this is. Files with the same picture are no parts of one image, and neither are files without
   * any. Null: something beside the image. Absent: a description says what the files are.
   */
  picture?: string | null
}

/** What the first bytes of a file say about its image. */
export interface FileHeader {
  /** Absent or null: the file says nothing of others. */
  set?: FileSet | null
  /** As it is displayed, such as `OME-TIFF`. */
  format: string
  /** Pixels. */
  width: number
  height: number
  /** Bits per sample; null: not said. */
  bits: number | null
  channels: number
  times: number
  planes: number
  /** Further pages of the same size of which the file does not say what they are; 1: none. */
  pages: number
  /** Micrometres per pixel; null: not said. */
  micrometres: number | null
  pyramid: boolean
}

/** The outcome of looking into a file. */
export interface FileLook {
  /** Null: the format is not known here, or the header cannot be read. */
  header: FileHeader | null
  /** What is probably wrong with the file; null: nothing was found. */
  problem: string | null
  /** Data URL; null: no picture could be made. */
  picture: string | null
  /** Why no picture could be made, in words; null: there is one, or none was tried. */
  noPicture: string | null
}

/** The parts of an image of which a header says nothing. */
export const plainHeader = (format: string, width: number, height: number, bits: number | null): FileHeader => ({
  format,
  width,
  height,
  bits,
  channels: 1,
  times: 1,
  planes: 1,
  pages: 1,
  micrometres: null,
  pyramid: false,
})

/** The bytes that the header speaks of are not in the file. */
export class Truncated extends Error {
  override name = 'Truncated'
}

/** Bytes of a file. @throws Truncated when the file ends before them */
export const readBytes = async (file: Blob, offset: number, length: number): Promise<DataView> => {
  if (offset < 0 || offset + length > file.size) throw new Truncated()
  return new DataView(await file.slice(offset, offset + length).arrayBuffer())
}

const latin1 = new TextDecoder('latin1')
const utf8 = new TextDecoder()

/** Bytes as text, up to the first null. @param encoding - magic words are Latin-1, XML is UTF-8 */
export const textOf = (view: DataView, offset = 0, length = view.byteLength - offset, encoding = latin1): string =>
  encoding.decode(new Uint8Array(view.buffer, view.byteOffset + offset, length)).split('\0')[0] ?? ''

/** The same for XML and other texts in UTF-8. */
export const utf8Of = (view: DataView): string => textOf(view, 0, view.byteLength, utf8)

const counted = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

/** The facts of a header in one line, as `1,380 × 1,484 px, 0.50 µm/px, pyramid`. */
export const headerText = (header: FileHeader): string => {
  const { format, width, height, micrometres, channels, times, planes, pages, bits, pyramid } = header
  return [
    format,
    `${width.toLocaleString('en')} × ${height.toLocaleString('en')} px`,
    micrometres !== null && `${micrometres.toFixed(micrometres < 0.1 ? 3 : 2)} µm/px`,
    channels > 1 && counted(channels, 'channel'),
    times > 1 && counted(times, 'time point'),
    planes > 1 && counted(planes, 'Z plane'),
    pages > 1 && counted(pages, 'page'),
    bits !== null && bits > 8 && `${bits} bit`,
    pyramid && 'pyramid',
  ]
    .filter((fact) => fact !== false)
    .join(', ')
}

/** More pages without a name than this are rather points of time than channels. */
const mostChannels = 6

/** The kind of image data that fits a header better than the chosen one; null: the chosen one fits. */
export const betterType = ({ channels, times, pages }: FileHeader, chosen: FileType): FileType | null => {
  const fitting: FileType[] =
    times > 1
      ? ['TimeSeries', ...(channels > 1 ? ['MultiChannel' as const] : [])]
      : channels > 1
        ? ['MultiChannel']
        : pages > 1
          ? pages > mostChannels
            ? ['TimeSeries', 'MultiChannel']
            : ['MultiChannel', 'TimeSeries']
          : ['TwoDimensions']
  return fitting.includes(chosen) ? null : (fitting[0] ?? null)
}
