import type { Domain } from '../../platform/domain.ts'
import { deleteOldInvitations } from './repository.ts'
import { invitationRoutes } from './routes.ts'

/** Invitations to join an organisation. */
export const invitationsDomain: Domain = {
  routes: invitationRoutes,
  cleanUp: ({ db, now }) => deleteOldInvitations(db, now()),
}
