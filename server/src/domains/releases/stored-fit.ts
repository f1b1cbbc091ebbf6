import type { BlobStore } from '../../platform/storage/blobs.ts'
import { isVariant } from './release-content.ts'
import type { ReleaseRow } from './repository.ts'
import { damagedFiles } from './stored-files.ts'

const mostNamed = 5

/** Says which files of a release are missing or damaged on this server. Null: none. */
const describeDamage = async (blobs: BlobStore, { app, version, files }: ReleaseRow): Promise<string | null> => {
  // Where a compressed variant is missing or damaged, the file itself is sent; without them this takes half the time.
  const needed = Object.fromEntries(Object.entries(files).filter(([path]) => !isVariant(path, files)))
  const damaged = await damagedFiles(blobs, app, version, needed)
  if (damaged.length === 0) return null
  const named = damaged.slice(0, mostNamed).join(', ')
  const more = damaged.length > mostNamed ? ` and ${damaged.length - mostNamed} more` : ''
  const are = damaged.length === 1 ? 'is' : 'are'
  return `${app} ${version}: of its ${Object.keys(needed).length} files, ${named}${more} ${are} missing or damaged on this server.`
}

/**
 * Creates a function that reads the stored files of releases and says which are missing or damaged (null: none). It reads each release once:
 * what was read before the pointers were locked holds for the same content afterwards.
 */
export const createDamageReader = (blobs: BlobStore): ((release: ReleaseRow) => Promise<string | null>) => {
  const read = new Map<string, Promise<string | null>>()
  return (release) => {
    const key = `${release.app} ${release.version} ${release.integrity}`
    const known = read.get(key) ?? describeDamage(blobs, release)
    read.set(key, known)
    return known
  }
}
