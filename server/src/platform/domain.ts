import type { FastifyInstance } from 'fastify'
import type { AppContext, DomainState } from './context.ts'
import type { JobHandlers } from './queue/job-types.ts'

/** What a domain contributes to the server (ADR 39). */
export interface Domain {
  routes?: (app: FastifyInstance, context: AppContext) => void | Promise<void>
  /** Handlers of its jobs; over all domains there is exactly one per job name. */
  jobs?: (context: AppContext) => Partial<JobHandlers>
  /** Its state in memory for the life of the server, created before everything else of the domain. */
  state?: (context: AppContext) => Partial<DomainState>
  /** Its part of the hourly job `clean-up`. */
  cleanUp?: (context: AppContext) => Promise<void>
  /** Runs before the server listens, for example to create rows and files that must exist. */
  start?: (context: AppContext, boot: { isNewData: boolean }) => Promise<void>
}
