import { members, type PageAccess, portalUsers } from '@lamella/shared/testing/portal-access.ts'
import type { RouteId } from '../manifest.ts'

/** Who is admitted to each page: a table for the tests of the guards and of the server. */
export const pages: Record<RouteId, PageAccess> = {
  dashboard: {
    ends: portalUsers,
    calls: {
      listMedia: 'guest',
      findUsers: 'guest',
      listWaitingMedia: 'guest',
      getMediaOutline: 'guest',
      allUsersStorage: 'guest',
      userStorage: 'guest',
      projectsStorage: 'guest',
      downloadMedium: 'guest',
      deleteMedium: 'member',
    },
  },
  upload: {
    ends: portalUsers,
    calls: {
      uploadConfig: 'guest',
      findSameContent: 'member',
      createMedium: 'member',
      openUploadSession: 'member',
      putPart: 'member',
      listWaitingMedia: 'guest',
    },
  },
  monitor: { ends: members, calls: { listUploads: 'member', cancelUpload: 'member' } },
}
