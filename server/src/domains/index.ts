import { eventRoutes } from '../events/routes.ts'
import { createSendMail } from '../mail/mailer.ts'
import { outboxRoutes } from '../mail/outbox-page.ts'
import { accountDomains } from './accounts.ts'
import { analysisDomain } from './analysis/domain.ts'
import type { Domain } from './domain.ts'
import { imageDomains } from './image-domains.ts'
import { releaseDomain } from './releases/domain.ts'

/** All that the server can do. A domain that is missing here does not exist. */
export const domains: readonly Domain[] = [
  { routes: outboxRoutes, jobs: (context) => ({ 'send-mail': createSendMail(context) }) },
  { routes: eventRoutes },
  ...accountDomains,
  ...imageDomains,
  analysisDomain,
  releaseDomain,
]
