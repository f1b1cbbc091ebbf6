import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Links made at once. */
const atOnce = 200

/** Gives copies of media the pictures of the one that they were copied from. @param rows - ids of both */
export const linkPictures = async (
  dataDir: string,
  rows: readonly { copy: string; model: string }[],
): Promise<void> => {
  const folder = join(dataDir, 'blobs', 'media')
  for (let from = 0; from < rows.length; from += atOnce) {
    await Promise.all(
      rows.slice(from, from + atOnce).map(async ({ copy, model }) => {
        await mkdir(join(folder, copy), { recursive: true })
        await symlink(join(folder, model, 'pictures'), join(folder, copy, 'pictures'))
      }),
    )
  }
}
