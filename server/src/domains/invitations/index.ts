import type { Domain } from '../../platform/domain.ts'
import { createNotifyInvited } from './jobs/notify-invited.ts'
import { deleteOldInvitations } from './repository.ts'
import { invitationRoutes } from './routes.ts'

export {
  inviteToProject,
  listProjectInvitations,
  resendProjectInvitation,
  revokeProjectInvitation,
} from './project-invite-service.ts'

/** Invitations to join an organisation. */
export const invitationsDomain: Domain = {
  routes: invitationRoutes,
  jobs: (context) => ({ 'notify-invited': createNotifyInvited(context) }),
  cleanUp: ({ db, now }) => deleteOldInvitations(db, now()),
}
