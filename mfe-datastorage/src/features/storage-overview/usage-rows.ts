import type { EndpointOutput, projectsStorage, StorageStatistics } from '@lamella/shared/contract'
import { imagesIn } from '../../lib/capacity.ts'

type ProjectStorage = EndpointOutput<typeof projectsStorage>['data'][number]

/** One user or project with its use. */
export interface UsageRow {
  id: string
  /** Null: that of the user with this id, who may be one of thousands: read where it is shown. */
  name: string | null
  /** Bytes. */
  size: number
  images: number
  href?: string
}

const largestFirst = (rows: readonly UsageRow[]): UsageRow[] => rows.toSorted((a, b) => b.size - a.size)

/** Use per user, largest first. */
export const userRows = (users: readonly (StorageStatistics & { userId: string })[]): UsageRow[] =>
  largestFirst(users.map((use) => ({ id: use.userId, name: null, size: use.total.size, images: imagesIn(use) })))

/** Most projects of an answer (`projectsStorageQuery`). */
const mostProjects = 250

/**
 * Use per project, largest first. Projects that the user cannot see, and smaller ones than those of the answer, are one row at the end, so
 * that the rows add up to the total.
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
  const name = projects.length < mostProjects ? 'Other people’s projects' : 'Other projects'
  const others = { id: 'others', name, size, images }
  return [...largestFirst(rows), ...(size > 0 ? [others] : [])]
}
