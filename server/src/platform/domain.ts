import type { FastifyInstance } from 'fastify'
import type { AppContext } from './context.ts'
import type { JobHandlers } from './queue/job-types.ts'

/** What a domain gives to the server. */
export interface Domain {
  routes?: (app: FastifyInstance, context: AppContext) => void | Promise<void>
  /** Handlers of its jobs: all domains together have exactly one for each name. */
  jobs?: (context: AppContext) => Partial<JobHandlers>
  /** Runs before the server listens, for example to make what must exist. */
  start?: (context: AppContext, boot: { isNewData: boolean }) => Promise<void>
}
