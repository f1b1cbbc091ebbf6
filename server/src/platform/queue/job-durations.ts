import { Histogram, type Registry } from 'prom-client'
import type { JobName } from './job-types.ts'

/** Notes a try of a job that has ended in this process. */
export type MeasureJob = (job: JobName, outcome: 'done' | 'failed', seconds: number) => void

/** Adds the tries of this process to its metrics. A try that a shutdown ends is not one of them: the job is put back. */
export const jobDurations = (registry: Registry): MeasureJob => {
  const durations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Tries of jobs by this process, from the start of the handler to its end',
    labelNames: ['job', 'outcome'],
    buckets: [0.1, 0.5, 2, 10, 60, 300, 1800],
    registers: [registry],
  })
  return (job, outcome, seconds) => durations.observe({ job, outcome }, seconds)
}
