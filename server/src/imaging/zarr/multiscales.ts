import * as z from 'zod'
import type { Archive } from '../archive/archive.ts'
import { damaged, unsupported } from '../imaging-error.ts'

/** Bytes of a metadata document; labels of thousands of channels have some 100,000. */
const MAX_JSON = 4 * 1024 ** 2
/** Groups with images; plates have some thousand fields. */
const MAX_GROUPS = 2_000

const text = z.string().max(1000)
const transformation = z.looseObject({ type: text, scale: z.optional(z.array(z.number())) })
const axis = z.union([
  text.transform((name) => ({ name, unit: undefined })),
  z.looseObject({ name: text, unit: z.optional(text) }),
])
const multiscale = z.looseObject({
  name: z.optional(text.nullable()),
  axes: z.optional(z.array(axis).min(2).max(5)),
  datasets: z
    .array(z.looseObject({ path: text, coordinateTransformations: z.optional(z.array(transformation)) }))
    .min(1),
  coordinateTransformations: z.optional(z.array(transformation)),
})
const attributes = z.looseObject({
  multiscales: z.optional(z.array(multiscale)),
  omero: z.optional(
    z.looseObject({
      channels: z.optional(z.array(z.looseObject({ label: z.optional(text.nullable()), color: z.optional(text) }))),
    }),
  ),
})

export type Multiscale = z.infer<typeof multiscale>
export type Omero = z.infer<typeof attributes>['omero']

/** An image of an OME-Zarr. */
export interface ZarrImage {
  /** Folder of its group, empty or with `/` at its end. */
  folder: string
  version: 2 | 3
  multiscale: Multiscale
  omero: Omero
}

const metadataFile = /^(.*\/)?(\.zattrs|zarr\.json)$/

/**
 * The images of an OME-Zarr 0.4 (Zarr 2) or 0.5 (Zarr 3), in the order of their folders; label images are left out.
 *
 * @returns null: the archive is no Zarr
 * @throws ImagingError
 */
export async function findImages(archive: Archive): Promise<ZarrImage[] | null> {
  const documents = [...archive.keys()].filter((name) => metadataFile.test(name))
  const isZarr = documents.length > 0 || [...archive.keys()].some((name) => /(^|\/)\.z(array|group)$/.test(name))
  if (!isZarr) return null
  const images: ZarrImage[] = []
  for (const name of documents.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))) {
    const [, folder = '', file = ''] = metadataFile.exec(name) ?? []
    if (/(^|\/)labels\//.test(folder)) continue
    const own = await readJson(archive, name)
    const content = file === '.zattrs' ? own : omeOf(own)
    // The metadata of arrays, and of groups without an image.
    if (content === null || typeof content !== 'object' || !('multiscales' in content)) continue
    const parsed = attributes.safeParse(content)
    if (!parsed.success) throw damaged('The description of the images in this OME-Zarr is damaged.', parsed.error)
    const [multiscale] = parsed.data.multiscales ?? []
    if (!multiscale) continue
    if (images.length >= MAX_GROUPS)
      throw unsupported('This OME-Zarr has more images than can be read', 'upload its parts')
    images.push({ folder, version: file === '.zattrs' ? 2 : 3, multiscale, omero: parsed.data.omero })
  }
  if (images.length === 0)
    throw unsupported('This Zarr has no image of OME-Zarr in it', 'export it as OME-Zarr 0.4 or 0.5')
  return images
}

/** The attributes of OME-Zarr 0.5; those of 0.4 were at the root also in early files of Zarr 3. */
function omeOf(document: unknown): unknown {
  const found = z
    .looseObject({ attributes: z.optional(z.looseObject({ ome: z.optional(z.unknown()) })) })
    .safeParse(document)
  return found.success ? (found.data.attributes?.ome ?? found.data.attributes ?? null) : null
}

/** @throws ImagingError */
async function readJson(archive: Archive, name: string): Promise<unknown> {
  const member = archive.get(name)
  if (!member || member.size > MAX_JSON) throw damaged('The description of this OME-Zarr is larger than any real one.')
  const bytes = await member.read(0, member.size)
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch (error) {
    throw damaged(`The file ${name} of this OME-Zarr is damaged.`, error)
  }
}
