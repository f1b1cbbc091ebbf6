import { analysisDomain } from '../domains/analysis/index.ts'
import { annotationsDomain } from '../domains/annotations/index.ts'
import { auditDomain } from '../domains/audit/index.ts'
import { authDomain } from '../domains/auth/index.ts'
import { deletionDomain } from '../domains/deletion/index.ts'
import { eventsDomain } from '../domains/events/index.ts'
import { imagesDomain } from '../domains/images/index.ts'
import { interopDomain } from '../domains/interop/index.ts'
import { invitationsDomain } from '../domains/invitations/index.ts'
import { labelsDomain } from '../domains/labels/index.ts'
import { mediaDomain } from '../domains/media/index.ts'
import { multichannelDomain } from '../domains/multichannel/index.ts'
import { notificationsDomain } from '../domains/notifications/index.ts'
import { operatorsDomain } from '../domains/operators/index.ts'
import { organisationsDomain } from '../domains/organisations/index.ts'
import { projectsDomain } from '../domains/projects/index.ts'
import { quotasDomain } from '../domains/quotas/index.ts'
import { releasesDomain } from '../domains/releases/index.ts'
import { samplesDomain } from '../domains/samples/index.ts'
import { sharingDomain } from '../domains/sharing/index.ts'
import { statsDomain } from '../domains/stats/index.ts'
import { subscriptionsDomain } from '../domains/subscriptions/index.ts'
import { telemetryDomain } from '../domains/telemetry/index.ts'
import { ticketsDomain } from '../domains/tickets/index.ts'
import { totalsDomain } from '../domains/totals/index.ts'
import { trialsDomain } from '../domains/trials/index.ts'
import { uploadsDomain } from '../domains/uploads/index.ts'
import { usersDomain } from '../domains/users/index.ts'
import type { Domain } from '../platform/domain.ts'
import { createSendMail } from '../platform/mail/mailer.ts'
import { outboxRoutes } from '../platform/mail/outbox-page.ts'
import { cleanUpJobs } from '../platform/queue/job-attempts.ts'
import { cleanUpBlobs, cleanUpTemporary } from '../platform/storage/clean-up-storage.ts'
import { createRemoveBlobs } from '../platform/storage/remove-blobs.ts'
import { announceDemo } from './demo/announce-demo.ts'
import { ensureDemo } from './demo/demo-organisation.ts'

const mail: Domain = { routes: outboxRoutes, jobs: (context) => ({ 'send-mail': createSendMail(context) }) }
const storage: Domain = {
  jobs: (context) => ({ 'remove-blobs': createRemoveBlobs(context) }),
  cleanUp: cleanUpTemporary,
}
const blobs: Domain = { cleanUp: cleanUpBlobs }
const queue: Domain = { cleanUp: cleanUpJobs }
const demo: Domain = {
  start: async (context, { isNewData }) => {
    const users = await ensureDemo(context, isNewData)
    if (users) announceDemo(users)
  },
}

/** All domains of the server, in the order of their routes, start and clean-up. */
export const domains: readonly Domain[] = [
  mail,
  eventsDomain,
  authDomain,
  usersDomain,
  invitationsDomain,
  auditDomain,
  notificationsDomain,
  operatorsDomain,
  ticketsDomain,
  organisationsDomain,
  subscriptionsDomain,
  trialsDomain,
  quotasDomain,
  totalsDomain,
  statsDomain,
  projectsDomain,
  labelsDomain,
  annotationsDomain,
  multichannelDomain,
  sharingDomain,
  deletionDomain,
  uploadsDomain,
  mediaDomain,
  imagesDomain,
  interopDomain,
  analysisDomain,
  samplesDomain,
  telemetryDomain,
  storage,
  blobs,
  queue,
  demo,
  // Last, because publishing the builds of this work tree takes longest.
  releasesDomain,
]
