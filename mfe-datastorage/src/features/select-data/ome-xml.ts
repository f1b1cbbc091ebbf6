import type { FileSet } from './file-header.ts'

const all = (xml: string, pattern: RegExp): string[] => [...xml.matchAll(pattern)].map(([, found = '']) => found)
const unescaped = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '',
  )

/**
 * The set of files that an OME-XML speaks of; null: it speaks of one file only.
 *
 * @param isCompanion - the XML is a file of its own
 */
export const omeSet = (xml: string, isCompanion: boolean): FileSet | null => {
  const partial = /<(?:\w+:)?BinaryOnly\b([^>]*)>/.exec(xml)?.[1]
  if (partial !== undefined) {
    const file = /\bMetadataFile="([^"]*)"/.exec(partial)?.[1]
    const id = /\bUUID="([^"]*)"/.exec(partial)?.[1] || file
    return file && id ? { id, names: [unescaped(file)], isCompanion: false } : null
  }
  const names = [...new Set(all(xml, /<(?:\w+:)?UUID\b[^>]*\bFileName="([^"]*)"/g))].map(unescaped)
  if (names.length < 2 && !isCompanion) return null
  const own = /<(?:\w+:)?OME\b[^>]*\bUUID="([^"]*)"/.exec(xml)?.[1]
  const first = /<(?:\w+:)?UUID\b[^>]*>([^<]*)</.exec(xml)?.[1]?.trim()
  const id = isCompanion ? own || names[0] : first || names[0]
  return id && names.length > 0 ? { id, names, isCompanion } : null
}
