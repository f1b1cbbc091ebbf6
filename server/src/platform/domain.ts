import type { FastifyInstance } from 'fastify'
import type { AppContext, ContextParts } from './context.ts'
import type { JobHandlers } from './queue/job-types.ts'

/** What a domain gives to the server. */
export interface Domain {
  routes?: (app: FastifyInstance, context: AppContext) => void | Promise<void>
  /** Handlers of its jobs: all domains together have exactly one for each name. */
  jobs?: (context: AppContext) => Partial<JobHandlers>
  /** What it keeps in memory for the life of the server, made before everything else of it. */
  parts?: (context: AppContext) => Partial<ContextParts>
  /** Its part of the hourly job `clean-up`. */
  cleanUp?: (context: AppContext) => Promise<void>
  /** Runs before the server listens, for example to make what must exist. */
  start?: (context: AppContext, boot: { isNewData: boolean }) => Promise<void>
}
