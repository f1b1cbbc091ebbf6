import type { RangeReader } from '../range-reader.ts'

/** A file in an archive. */
export interface ArchiveMember {
  /** Its path in the archive with `/`: a key only, never a path of this machine. */
  name: string
  /** Bytes. */
  size: number
  /** Compressed: each read unpacks it anew, so it is read as a whole or spooled first (`memberFile`). */
  isPacked: boolean
  /** @throws ImagingError when the archive is damaged */
  read: RangeReader
}

/** The files of an archive by their names; folders, links and what operating systems add (`__MACOSX`, `.DS_Store`) are left out. */
export type Archive = ReadonlyMap<string, ArchiveMember>

/** The last part of a path with `/`, or with the separator of Windows. */
export const baseName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

/** The name as a key; null: it is no file of the user. */
export function memberName(stored: string): string | null {
  const name = stored.replaceAll('\\', '/').replace(/^(\.\/)+/, '')
  if (name === '' || name.endsWith('/') || name.startsWith('__MACOSX/')) return null
  const base = baseName(name)
  return base === '.DS_Store' || base.startsWith('._') ? null : name
}

/** Members of one archive; OME-Zarr has one per chunk. */
export const MAX_MEMBERS = 500_000
