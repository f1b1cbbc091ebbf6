import type { Domain } from '../../platform/domain.ts'
import { auditRoutes } from './routes.ts'

export { type Actor, actorOf, byActor } from './actor.ts'
export { lastActsOf } from './history.ts'
export { type AuditEntry, recordAudit } from './repository.ts'

/** Who did what to which object when. */
export const auditDomain: Domain = { routes: auditRoutes }
