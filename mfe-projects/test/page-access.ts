import { type PageAccess, portalUsers } from '@lamella/shared/testing/portal-access.ts'
import type { RouteId } from '../manifest.ts'

/** Who is admitted to each page: a table for the tests of the guards and of the server. */
export const pages: Record<RouteId, PageAccess> = {
  projects: { ends: portalUsers, calls: { listProjects: 'guest' } },
  'new-project': { ends: portalUsers, calls: { createProject: 'member' } },
  project: {
    ends: portalUsers,
    calls: { getProject: 'guest', updateProject: 'member', deleteProject: 'member' },
  },
  library: {
    ends: portalUsers,
    calls: {
      listImages: 'guest',
      getImageOutline: 'guest',
      listImageGroups: 'guest',
      getImage: 'guest',
      createImageArchive: 'guest',
      downloadImageArchive: 'guest',
      trashImage: 'member',
      restoreImage: 'member',
      listTrash: 'member',
      emptyTrash: 'member',
      moveImages: 'member',
      tagImages: 'member',
      getThumbnail: 'guest',
      downloadImage: 'guest',
      updateImage: 'member',
      deleteImage: 'member',
      retryImage: 'member',
    },
  },
  analysis: {
    ends: portalUsers,
    calls: {
      listApplications: 'guest',
      checkSuitability: 'member',
      setPixelSize: 'member',
      setPixelSizes: 'member',
      createJob: 'member',
    },
  },
  jobs: { ends: portalUsers, calls: { listJobs: 'guest', createBundle: 'guest' } },
  job: {
    ends: portalUsers,
    calls: {
      getJob: 'guest',
      getJobResult: 'guest',
      getResultObjects: 'guest',
      pageResultObjects: 'guest',
      findResultObjects: 'guest',
      getResultColumn: 'guest',
      listCorrections: 'guest',
      createCorrection: 'member',
      deleteJob: 'member',
    },
  },
  labelsets: {
    ends: portalUsers,
    calls: {
      listLabelSets: 'guest',
      listLabels: 'guest',
      createLabelSet: 'member',
      updateLabelSet: 'member',
      orderLabels: 'member',
      deleteLabelSet: 'member',
      copyLabelSet: 'member',
      createLabel: 'member',
      updateLabel: 'member',
      deleteLabel: 'member',
    },
  },
  multichannel: {
    ends: portalUsers,
    calls: {
      listMultichannelSettings: 'guest',
      createMultichannelSettings: 'member',
      updateMultichannelSettings: 'member',
      deleteMultichannelSettings: 'member',
      applyMultichannelSettings: 'member',
    },
  },
  sharing: {
    ends: portalUsers,
    calls: {
      listContributors: 'guest',
      leaveProject: 'guest',
      addContributor: 'member',
      changeContributor: 'member',
      removeContributor: 'member',
      transferProject: 'member',
      listProjectInvitations: 'member',
      inviteToProject: 'member',
      resendProjectInvitation: 'member',
      revokeProjectInvitation: 'member',
    },
  },
  viewer: {
    ends: portalUsers,
    calls: {
      getImage: 'guest',
      getImageView: 'guest',
      getTile: 'guest',
      getSlidePicture: 'guest',
      setZPlane: 'member',
    },
  },
}
