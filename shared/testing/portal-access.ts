import type * as contract from '../contract/index.ts'

/** Kinds of visitors who open a page as the first one of their visit. */
export const visitors = [
  'nobody',
  'no roles',
  'no privacy',
  'member without agreements',
  'member without portal access',
  'member without second factor',
  'member',
  'member without AI',
  'admin',
  'guest',
  'guest without AI',
  'operator',
] as const
export type Visitor = (typeof visitors)[number]

/** The page to which each visitor is led; null: the page that they opened. */
export type Destinations = Record<Visitor, string | null>

/** Stands for the page where two-step verification is set up, with a return parameter. */
export const secondFactorSetUp = 'set-up'

/** Stands for the log-in page, with a return parameter. */
export const logInPage = 'log-in'

const stays: Destinations = {
  nobody: null,
  'no roles': null,
  'no privacy': null,
  'member without agreements': null,
  'member without portal access': null,
  'member without second factor': null,
  member: null,
  'member without AI': null,
  admin: null,
  guest: null,
  'guest without AI': null,
  operator: null,
}
const portal: Destinations = {
  ...stays,
  nobody: logInPage,
  'no roles': '/error',
  'no privacy': logInPage,
  'member without agreements': logInPage,
  'member without portal access': logInPage,
  'member without second factor': secondFactorSetUp,
}
const members: Destinations = { ...portal, guest: '/', 'guest without AI': '/' }
const admins: Destinations = { ...members, member: '/', 'member without AI': '/', operator: '/' }
const forbidden = '/error/403'
const operators: Destinations = { ...members, member: forbidden, 'member without AI': forbidden, admin: forbidden }

/** Page of the AI trainer for guests (D1-6-08). */
export const guestPage = '/ai-trainer/guest'
const aiMembers: Destinations = {
  ...portal,
  guest: guestPage,
  'guest without AI': guestPage,
  'member without AI': '/ai-trainer/subscription',
}

type Role = 'guest' | 'member' | 'admin'
export interface PageAccess {
  /** The page to which each visitor is led (D1-6-03 to D1-6-10). */
  ends: Destinations
  /**
   * The calls of the page and its buttons, each with the weakest role that the server admits. Visitors whom the guards
   * lead elsewhere are refused the calls too.
   */
  calls: Partial<Record<keyof typeof contract, Role>>
}

const ofEverybody = (ends: Destinations): PageAccess => ({ ends, calls: {} })
// Until models can be trained, these pages make no calls of their own.
const aiPage = ofEverybody(aiMembers)

/** Pages of the sign-up, which redirect to /error/404 while it is disabled (D1-2.1-07). */
export const signUpPages = ['/auth/signup', '/auth/signup/confirm']

/**
 * Calls that need a session only, not access to the portal: users without access must still see why, agree, set up
 * their second factor and log out.
 */
export const sessionCalls: Record<string, readonly (keyof typeof contract)[]> = {
  everywhere: ['whoAmI', 'aboutOrganisation', 'organisationAdmin', 'listSubscriptions'],
  '/auth/logout': ['logout'],
  '/auth/terms/confirm': ['confirmTerms', 'confirmPrivacy'],
  '/auth/two-step': ['getSecondFactor', 'beginSecondFactor', 'confirmSecondFactor'],
  '/settings': [
    'changePassword',
    'listSessions',
    'endSession',
    'endSessions',
    'renewRecoveryCodes',
    'disableSecondFactor',
  ],
}

/**
 * Who is admitted to each page of the portal: in the browser by the guards of its route, on the server by the access
 * rules of its calls. The tests of both sides use this one table.
 */
export const pages: Record<string, PageAccess> = {
  '/home': ofEverybody(stays),
  '/': {
    ends: portal,
    calls: {
      listProjects: 'guest',
      listUsers: 'guest',
      userProjectCounts: 'guest',
      organisationStorage: 'guest',
      organisationUsage: 'guest',
      getAvatar: 'guest',
      eventStream: 'guest',
      assignedVersions: 'guest',
      reportVersion: 'guest',
    },
  },
  '/downloads/jobresultbundles/:id': {
    ends: portal,
    calls: { getBundle: 'guest', createTicket: 'guest', downloadBundle: 'guest' },
  },
  '/error': ofEverybody(stays),
  '/error/:id': ofEverybody(stays),
  '/dev/kit': ofEverybody(stays),

  '/auth/signup': ofEverybody(stays),
  '/auth/signup/confirm': ofEverybody(stays),
  '/auth/invitation/:invitationId': ofEverybody(stays),
  '/auth/welcome': ofEverybody(stays),
  '/auth/login': ofEverybody(stays),
  '/auth/logout': ofEverybody(stays),
  '/auth/password/reset': ofEverybody(stays),
  '/auth/password/confirm': ofEverybody(stays),
  '/auth/terms/confirm': ofEverybody(stays),
  '/auth/two-step': ofEverybody(stays),
  '/settings': {
    ends: portal,
    calls: {
      getOrganisation: 'guest',
      updateProfile: 'guest',
      putAvatar: 'guest',
      deleteAvatar: 'guest',
      updateOrganisation: 'admin',
      requireSecondFactor: 'admin',
    },
  },
  '/settings/users': {
    ends: members,
    calls: {
      listMembers: 'admin',
      updateMember: 'admin',
      resetSecondFactor: 'admin',
      invite: 'admin',
      listInvitations: 'admin',
      resendInvitation: 'admin',
      revokeInvitation: 'admin',
    },
  },
  '/settings/subscriptions': { ends: members, calls: { requestUpgrade: 'admin' } },
  '/settings/audit': { ends: admins, calls: { listAudit: 'admin', exportAudit: 'admin' } },
  // Its calls are open to named tokens too: they are tested with the access rules of the server.
  '/settings/releases': ofEverybody(operators),

  '/projects': { ends: portal, calls: { listProjects: 'guest' } },
  '/projects/new': { ends: portal, calls: { createProject: 'member' } },
  '/projects/:projectId': {
    ends: portal,
    calls: { getProject: 'guest', updateProject: 'member', deleteProject: 'member' },
  },
  '/projects/:projectId/library': {
    ends: portal,
    calls: {
      listImages: 'guest',
      getThumbnail: 'guest',
      downloadImage: 'guest',
      updateImage: 'member',
      deleteImage: 'member',
      retryImage: 'member',
    },
  },
  '/projects/:projectId/analysis': {
    ends: portal,
    calls: { listApplications: 'guest', checkSuitability: 'member', setPixelSize: 'member', createJob: 'member' },
  },
  '/projects/:projectId/jobs': { ends: portal, calls: { listJobs: 'guest', createBundle: 'guest' } },
  '/projects/:projectId/jobs/:jobId': {
    ends: portal,
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
  '/projects/:projectId/viewer': {
    ends: portal,
    calls: { getImage: 'guest', getImageView: 'guest', getTile: 'guest' },
  },

  '/datastorage': {
    ends: portal,
    calls: {
      listMedia: 'guest',
      allUsersStorage: 'guest',
      projectsStorage: 'guest',
      downloadMedium: 'guest',
      deleteMedium: 'member',
    },
  },
  '/datastorage/upload': {
    ends: portal,
    calls: { uploadConfig: 'guest', createMedium: 'member', openUploadSession: 'member', putPart: 'member' },
  },
  '/datastorage/monitor': { ends: members, calls: { listUploads: 'member', cancelUpload: 'member' } },

  '/ai-trainer': aiPage,
  '/ai-trainer/dashboard': aiPage,
  '/ai-trainer/new-training': aiPage,
  '/ai-trainer/new-training/:trainingId': aiPage,
  '/ai-trainer/training-overview': aiPage,
  '/ai-trainer/training-evaluation': aiPage,
  '/ai-trainer/training-evaluation/training-information/:trainingId': aiPage,
  '/ai-trainer/training-evaluation/training-comparison/:trainingId': aiPage,
  '/ai-trainer/algorithm-robustness': aiPage,
  '/ai-trainer/guest': ofEverybody({ ...portal, member: '/', 'member without AI': '/', admin: '/', operator: '/' }),
  '/ai-trainer/subscription': ofEverybody({
    ...aiMembers,
    member: '/ai-trainer',
    admin: '/ai-trainer',
    operator: '/ai-trainer',
    'member without AI': null,
  }),
}
