import { analysisDomain } from '../domains/analysis/domain.ts'
import { eventRoutes } from '../domains/events/routes.ts'
import { releaseDomain } from '../domains/releases/domain.ts'
import type { Domain } from '../platform/domain.ts'
import { createSendMail } from '../platform/mail/mailer.ts'
import { outboxRoutes } from '../platform/mail/outbox-page.ts'
import { accountDomains } from './account-domains.ts'
import { imageDomains } from './image-domains.ts'

/** All that the server can do. A domain that is missing here does not exist. */
export const domains: readonly Domain[] = [
  { routes: outboxRoutes, jobs: (context) => ({ 'send-mail': createSendMail(context) }) },
  { routes: eventRoutes },
  ...accountDomains,
  ...imageDomains,
  analysisDomain,
  releaseDomain,
]
