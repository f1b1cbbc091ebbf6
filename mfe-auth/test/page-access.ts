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
      listNotificationSettings: 'guest',
      changeNotificationSetting: 'guest',
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
      getUserOutline: 'member',
      listMembers: 'admin',
      getMemberOutline: 'admin',
      updateMember: 'admin',
      resetSecondFactor: 'admin',
      createInvitations: 'admin',
      // Of its older builds.
      invite: 'admin',
      listInvitations: 'admin',
      getInvitationOutline: 'admin',
      resendInvitation: 'admin',
      revokeInvitation: 'admin',
    },
  },
  subscriptions: {
    ends: members,
    calls: {
      requestUpgrade: 'admin',
      listPastSubscriptions: 'member',
      organisationUsageDays: 'member',
      // For clients of the API: a subscription has its plan with it.
      listPlans: 'member',
      getPlan: 'member',
    },
  },
  audit: { ends: admins, calls: { listAudit: 'admin', exportAudit: 'admin' } },
  // Its calls are open to named tokens too: they are tested with the access rules of the server.
  releases: { ends: operators },
}
