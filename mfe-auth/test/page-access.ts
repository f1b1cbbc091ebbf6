import {
  admins,
  everybody,
  members,
  operators,
  type PageAccess,
  portalUsers,
} from '@lamella/shared/testing/portal-access.ts'
import type { RouteId } from '../manifest.ts'

/** Who is admitted to each page: a table for the tests of the guards and of the server. */
export const pages: Record<RouteId, PageAccess> = {
  signup: { ends: everybody, isSignUp: true },
  'signup-confirm': { ends: everybody, isSignUp: true },
  invitation: { ends: everybody },
  welcome: { ends: everybody },
  login: { ends: everybody },
  logout: { ends: everybody, sessionCalls: ['logout'] },
  'password-reset': { ends: everybody },
  'password-confirm': { ends: everybody },
  'terms-confirm': { ends: everybody, sessionCalls: ['confirmTerms', 'confirmPrivacy'] },
  'two-step': { ends: everybody, sessionCalls: ['getSecondFactor', 'beginSecondFactor', 'confirmSecondFactor'] },
  settings: {
    ends: portalUsers,
    calls: {
      getOrganisation: 'guest',
      updateProfile: 'guest',
      putAvatar: 'guest',
      deleteAvatar: 'guest',
      updateOrganisation: 'admin',
      requireSecondFactor: 'admin',
    },
    sessionCalls: [
      'changePassword',
      'listSessions',
      'endSession',
      'endSessions',
      'renewRecoveryCodes',
      'disableSecondFactor',
    ],
  },
  users: {
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
  subscriptions: { ends: members, calls: { requestUpgrade: 'admin' } },
  audit: { ends: admins, calls: { listAudit: 'admin', exportAudit: 'admin' } },
  // Its calls are open to named tokens too: they are tested with the access rules of the server.
  releases: { ends: operators },
}
