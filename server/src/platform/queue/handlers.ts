import type { AppContext } from '../context.ts'
import type { Domain } from '../domain.ts'
import { jobPolicies } from './job-policies.ts'
import type { JobHandlers } from './job-types.ts'

/**
 * Collects the job handlers of all domains.
 * @throws Error when a job has no handler, or two
 */
export const collectHandlers = (domains: readonly Domain[], context: AppContext): JobHandlers => {
  const handlers: Partial<JobHandlers> = {}
  for (const { jobs } of domains) {
    const more = jobs?.(context) ?? {}
    const twice = Object.keys(more).filter((name) => name in handlers)
    if (twice.length > 0) throw new Error(`The server does not start: two handlers for ${twice.join(', ')}`)
    Object.assign(handlers, more)
  }
  const missing = Object.keys(jobPolicies).filter((name) => !(name in handlers))
  if (missing.length > 0) throw new Error(`The server does not start: no handler for ${missing.join(', ')}`)
  return handlers as JobHandlers
}
