import { findApplication } from '../../analysis/applications/registry.ts'
import type { AppContext } from '../../platform/context.ts'
import { blobKeys } from '../../platform/storage/blobs.ts'
import { findProject } from '../projects/index.ts'
import type { BundleRow } from './bundle-repository.ts'

const mimeTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
}

/** Bytes of the name of a project or application, at most: file systems take 255, of which the rest needs 20. */
const longestPart = 110

/** A name as a part of the name of a file, on any system. */
const filePart = (name: string): string => {
  let part = ''
  for (const character of name.replace(/[\\/:*?"<>|]/g, '_')) {
    if (Buffer.byteLength(part + character) > longestPart) break
    part += character
  }
  return part.trim()
}

/** CSV files come in a zip; those of earlier servers are one file without the objects, and are kept for a week. */
const extensionOf = async ({ blobs }: AppContext, { id, format }: BundleRow): Promise<keyof typeof mimeTypes> => {
  if (format === 'xlsx') return format
  const start = await blobs.readRange(blobKeys.bundle(id), 0, 2)
  return Buffer.from(start).toString('latin1') === 'PK' ? 'zip' : 'csv'
}

/** Type and name of the file of a bundle: project, application and the day of the order (UTC). */
export const describeBundleFile = async (
  context: AppContext,
  bundle: BundleRow,
): Promise<{ type: string; name: string }> => {
  const extension = await extensionOf(context, bundle)
  const project = await findProject(context.db, bundle.projectId)
  const version = bundle.appVersions[0] ?? ''
  const application = findApplication(bundle.appName, version)?.displayName ?? bundle.appName
  const day = bundle.created.toISOString().slice(0, 10)
  const parts = [project?.name ?? '', application].map(filePart).filter(Boolean)
  return { type: mimeTypes[extension], name: `${[...parts, day].join(', ')}.${extension}` }
}
