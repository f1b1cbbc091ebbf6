import { everybody, type PageAccess, portalUsers } from '@lamella/shared/testing/portal-access.ts'
import type { RouteId } from '../manifest.ts'

/** Who is admitted to each page: a table for the tests of the guards and of the server. */
export const pages: Record<RouteId, PageAccess> = {
  home: { ends: everybody },
  dashboard: {
    ends: portalUsers,
    calls: {
      listProjects: 'guest',
      getProjectOutline: 'guest',
      listUsers: 'guest',
      findUsers: 'guest',
      userProjectCounts: 'guest',
      organisationStorage: 'guest',
      organisationUsage: 'guest',
      getAvatar: 'guest',
      listNotifications: 'guest',
      countUnread: 'guest',
      markNotification: 'guest',
      markAllRead: 'guest',
      eventStream: 'guest',
      assignedVersions: 'guest',
      reportVersion: 'guest',
      // The list of uploads is over every page.
      listWaitingMedia: 'guest',
    },
  },
  'job-result-download': {
    ends: portalUsers,
    calls: { getBundle: 'guest', createTicket: 'guest', downloadBundle: 'guest' },
  },
  error: { ends: everybody },
  'error-detail': { ends: everybody },
  kit: { ends: everybody },
}
