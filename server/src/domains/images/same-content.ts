import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { images, media } from '../../platform/db/schema/index.ts'

/**
 * Which sizes (bytes) and contents (SHA-256, hex) images of a project have, those in the trash left out. Other projects are not looked at: the
 * answer must not tell what lies in them. A content of which the upload is not complete has no hash yet.
 */
export const findSameContent = async (
  db: Executor,
  projectId: string,
  wanted: { sizes: readonly number[]; hashes: readonly string[] },
): Promise<{ sizes: number[]; images: { hash: string; id: string; name: string }[] }> => {
  const isThere = and(eq(images.projectId, projectId), isNull(images.trashed))
  const ofSize = await db
    .selectDistinct({ size: media.size })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(and(isThere, inArray(media.size, [...wanted.sizes])))
  const ofHash = await db
    .select({ hash: media.sha256, id: images.id, name: images.name })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .where(and(isThere, inArray(media.sha256, [...wanted.hashes])))
    .orderBy(asc(images.id))
  const oldest = new Map<string, { hash: string; id: string; name: string }>()
  for (const { hash, ...image } of ofHash) if (hash && !oldest.has(hash)) oldest.set(hash, { hash, ...image })
  return { sizes: ofSize.map(({ size }) => size), images: [...oldest.values()] }
}
