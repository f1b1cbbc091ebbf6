/** The tables of docs/formats.md. */
import type { CataloguedSize } from './catalogued-size.ts'
import type { Decoded } from './fuzz-worker.ts'

const text = (cell: string) => cell.replaceAll('|', '\\|')

/** Size, pixels and counts of what is shown of a file. */
export function shownAs(image: Decoded): string {
  const { width, height, sampleFormat, bitDepth, photometric, channels, timePoints, zPlanes, scenes, hasPyramid } =
    image
  const counts = [
    [channels, 'channels'],
    [timePoints, 'time points'],
    [zPlanes, 'Z planes'],
    [scenes, 'scenes'],
  ] as const
  const several = counts.filter(([count]) => count > 1).map(([count, noun]) => `, ${count} ${noun}`)
  const levels = hasPyramid ? ', with smaller levels' : ''
  return `${width} × ${height}, ${sampleFormat}${bitDepth} ${photometric === 'rgb' ? 'RGB' : 'grey'}${several.join('')}${levels}`
}

/** Names of TIFF's numbers, and of Pillow's modes. */
const names: Record<string, string> = {
  '1': '1 bit',
  L: '8-bit grey',
  'I;16': '16-bit grey',
  P: 'palette',
  bool: '1 bit',
  ADOBE_DEFLATE: 'Deflate',
  DEFLATE: 'Deflate, old number',
  APERIO_JP2000_RGB: 'JPEG 2000 of RGB',
  CCITTFAX3: 'CCITT group 3',
  CCITTFAX4: 'CCITT group 4',
  OJPEG: 'old-style JPEG',
  PACKBITS: 'PackBits',
  raw: 'uncompressed',
  zstd0: 'ZSTD0',
  zstd1: 'ZSTD1',
}
const named = (name: string) => names[name] ?? name

/** As other programs call it; those of CZI count its sub-blocks: `{'raw': 8}`. */
const compressionOf = (stated: string): string => {
  if (/^(1|NONE)?$/.test(stated)) return stated ? 'uncompressed' : ''
  const ofBlocks = [...stated.matchAll(/'(\w+)': \d+/g)].map(([, name = '']) => named(name))
  return ofBlocks.join(' and ') || named(stated)
}

/** A file with what other programs say of it. */
export interface TabledFile {
  path: string
  format: string
  dtype: string
  compression: string
  dims: string
  size: CataloguedSize | null
  image: Decoded | null
  sentence: string
}

const variantOf = ({ compression, dtype }: TabledFile): string =>
  [compressionOf(compression), dtype && named(dtype)].filter(Boolean).join(', ') || 'not stated'

/** One line per family that was recognised, variant, and kind of stack, with the first of its files. */
export function readTable(files: readonly TabledFile[]): string[] {
  const read = files.flatMap((file) => (file.image ? [{ file, image: file.image }] : []))
  const groups = Map.groupBy(read, ({ file, image }) => `${image.format}\t${variantOf(file)}`)
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, group]) => {
      const [family = '', variant = ''] = key.split('\t')
      // The one with the most planes shows the most.
      const planes = ({ image }: (typeof group)[number]) => image.channels * image.zPlanes * image.timePoints
      const best = group.reduce((a, b) => (planes(b) > planes(a) ? b : a))
      return `| ${family} | ${text(variant)} | ${group.length} | \`${best.file.path}\` | ${shownAs(best.image)} |`
    })
}

/** One line per sentence, the most frequent first. */
export function refusedTable(files: readonly TabledFile[]): string[] {
  const refused = files.filter(({ image }) => !image)
  return [...Map.groupBy(refused, ({ sentence }) => sentence)]
    .sort(([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1))
    .map(([sentence, group]) => `| ${text(sentence)} | ${group.length} | \`${group[0]?.path}\` |`)
}

/** One line per file that is in the repository or written by it, in the order of families. */
export const writtenTable = (
  files: readonly { name: string; family: string; variant: string; image: Decoded }[],
): string[] =>
  files
    .toSorted((a, b) => (a.family < b.family ? -1 : a.family > b.family ? 1 : 0))
    .map(({ name, variant, image }) => `| ${image.format} | ${variant} | \`${name}\` | ${shownAs(image)} |`)
