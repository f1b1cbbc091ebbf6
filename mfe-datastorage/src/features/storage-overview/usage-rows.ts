import type { EndpointOutput, projectsStorage, StorageStatistics } from '@lamella/shared/contract'
import { imagesIn } from '../../lib/capacity.ts'

type ProjectStorage = EndpointOutput<typeof projectsStorage>['data'][number]

/** One user or project with its use. */
export interface UsageRow {
  id: string
  name: string
  /** Bytes. */
  size: number
  images: number
  href?: string
}

const largestFirst = (rows: readonly UsageRow[]): UsageRow[] => rows.toSorted((a, b) => b.size - a.size)

/** Use per user, largest first. */
export const userRows = (
  users: readonly (StorageStatistics & { userId: string })[],
  nameOf: (userId: string) => string,
): UsageRow[] =>
  largestFirst(
    users.map((use) => ({ id: use.userId, name: nameOf(use.userId), size: use.total.size, images: imagesIn(use) })),
  )

/**
 * Use per project, largest first. Projects that the user cannot see are one row at the end, so that the rows add up to
 * the total.
 */
export const projectRows = (projects: readonly ProjectStorage[], all: StorageStatistics): UsageRow[] => {
  const rows = projects.map((use) => ({
    id: use.projectId,
    name: use.projectName,
    size: use.total.size,
    images: imagesIn(use),
    href: `/projects/${use.projectId}`,
  }))
  const size = all.total.size - rows.reduce((sum, row) => sum + row.size, 0)
  const images = imagesIn(all) - rows.reduce((sum, row) => sum + row.images, 0)
  const others = { id: 'others', name: 'Other people’s projects', size, images }
  return [...largestFirst(rows), ...(size > 0 ? [others] : [])]
}
