import type { ProjectRole } from '@lamella/shared/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Executor } from '../../platform/db/database.ts'
import { contributors, images, media, projects, users } from '../../platform/db/schema/index.ts'
import type { Principal } from '../../platform/http/identity.ts'
import { cursorColumn, isAfter, orderOf } from './image-order.ts'
import { hasWords, isListed, type MediaQuestion } from './media-filter.ts'
import type { MediumRow } from './repository.ts'

/** An entry of the list of media: one per image. */
export interface ListedMedium {
  /** Id of the image, by which the list is ordered and paged. */
  id: string
  name: string
  medium: Pick<MediumRow, 'id' | 'size' | 'status' | 'statusErrors' | 'failedDecoder' | 'ownerId' | 'created'>
  project: { id: string; name: string; ownerId: string }
  contributorRole: ProjectRole | null
  /** Of the place after it. */
  cursor: string
}

/** Those of these media whose image the caller can see, with its id. */
export const visibleMedia = (
  db: Executor,
  principal: Principal,
  mediumIds: readonly string[],
): Promise<{ id: string; imageId: string }[]> =>
  db
    .select({ id: media.id, imageId: images.id })
    .from(media)
    .innerJoin(images, eq(images.mediumId, media.id))
    .innerJoin(projects, eq(projects.id, images.projectId))
    .where(and(inArray(media.id, [...mediumIds]), isListed(db, principal, {})))

/** Media in the projects that the caller can see. @throws ApiError ERR_0400 for a cursor that is not one of this order */
export const listMediaOf = async (
  db: Executor,
  principal: Principal,
  { sort = 'newest', ...question }: MediaQuestion,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<ListedMedium[]> => {
  const words = await hasWords(db, principal, question.name)
  return db
    .select({
      id: images.id,
      name: images.name,
      medium: {
        id: media.id,
        size: media.size,
        status: media.status,
        statusErrors: media.statusErrors,
        failedDecoder: media.failedDecoder,
        ownerId: media.ownerId,
        created: media.created,
      },
      project: { id: projects.id, name: projects.name, ownerId: projects.ownerId },
      contributorRole: contributors.role,
      cursor: cursorColumn(sort),
    })
    .from(images)
    .innerJoin(media, eq(media.id, images.mediumId))
    .innerJoin(projects, eq(projects.id, images.projectId))
    .innerJoin(users, eq(users.id, media.ownerId))
    .leftJoin(contributors, and(eq(contributors.projectId, projects.id), eq(contributors.userId, principal.userId)))
    .where(
      and(
        isListed(db, principal, { sort, ...question }),
        ...words,
        after === undefined ? undefined : isAfter(after, sort),
      ),
    )
    .orderBy(...orderOf(sort))
    .limit(limit)
}
