import type { AppContext } from '../../platform/context.ts'
import type { Domain } from '../../platform/domain.ts'
import { createMailNotification } from './jobs/mail-notification.ts'
import { createWatchLimits, watchAllLimits } from './jobs/watch-limits.ts'
import { deleteOlderThan } from './repository.ts'
import { notificationRoutes } from './routes.ts'

export { notify, notifyJoined, wantsMail } from './notify.ts'

/** Milliseconds for which a notification is kept. */
const keptFor = 90 * 24 * 3600 * 1000

const cleanUp = async (context: AppContext): Promise<void> => {
  await deleteOlderThan(context.db, new Date(context.now().getTime() - keptFor))
  await watchAllLimits(context)
}

/** What concerns a user: in the bell of the portal and by mail (ADR 83). */
export const notificationsDomain: Domain = {
  routes: notificationRoutes,
  jobs: (context) => ({
    'mail-notification': createMailNotification(context),
    'watch-limits': createWatchLimits(context),
  }),
  cleanUp,
}
