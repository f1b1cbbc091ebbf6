import type { LimitUsage, Project, StorageStatistics } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { resizeWindow } from '@lamella/shared/testing/window-size.ts'
import userEvent from '@testing-library/user-event'
import { DashboardPage } from '../src/pages/dashboard/dashboard-page.tsx'

const page = <T,>(data: T[]) => ({ data, links: { next: null } })
const now = new Date(2026, 10, 20, 12, 0, 0)
const size = 8.9 * 1024 ** 3
const storage: StorageStatistics = {
  objectTypes: [{ type: 'ImageMedium', fileCount: 79, size }],
  total: { fileCount: 79, size },
}

const usage: LimitUsage[] = [
  { key: 'trainingLimit', used: 2 },
  { key: 'userLimit', used: 2 },
]

/** UUID v7 of the project with an index. */
export const idOf = (index: number): string => `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}`

export const projectOf = (index: number, changes: Partial<Project> = {}): Project => ({
  id: idOf(index),
  name: `Project ${index}`,
  description: `Description ${index}`,
  owner: portalUser('member').id,
  created: new Date(2026, 10, 13, 8, 9, 10).toISOString(),
  modified: new Date(2026, 10, 20, 9, 0, 0).toISOString(),
  imageCount: index,
  thumbnailUrl: null,
  contributors: [],
  statistics: { imageCount: index, annotationCount: 0, jobCount: 0 },
  ...changes,
})

/** Data of the test server. */
interface Stored {
  projects: Project[]
  /** Number of projects per user of the organisation. */
  counts: number[]
}

/** Opens the dashboard in a wide window, with the clock at noon; two projects unless a test changes that. */
export const startDashboard = () => {
  jest.useFakeTimers({ now, advanceTimers: true })
  resizeWindow(1440, 1080)
  localStorage.clear()
  const stored: Stored = { projects: [projectOf(1), projectOf(2)], counts: [1, 1] }
  const server = ContractServer.start()
    .on(contract.listProjects, () => page(stored.projects))
    .on(contract.listUsers, () => page([portalUser('admin'), portalUser('member')]))
    .on(
      contract.findUsers,
      foundAmong(() => [portalUser('admin'), portalUser('member')]),
    )
    .on(contract.userProjectCounts, () =>
      page(stored.counts.map((count, index) => ({ userId: idOf(900 + index), count }))),
    )
    .on(contract.organisationStorage, () => ({ data: storage }))
    .on(contract.organisationUsage, () => ({ data: usage }))
  const close = (): void => {
    jest.useRealTimers()
    server.close()
  }
  return { stored, server, close }
}

/** User events under fake timers. */
export const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) })

/** Renders the dashboard page alone. */
export const openDashboard = (as: PersonKind = 'member', limits = {}) =>
  renderPage(<DashboardPage />, { at: '/', as, limits })
