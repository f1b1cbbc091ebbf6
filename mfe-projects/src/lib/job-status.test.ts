import { jobStatus } from '@lamella/shared/contract'
import { badgeOf, isOver } from './job-status.ts'

test('a pending job is queued, every other state has its own name', () => {
  expect(jobStatus.options.map(badgeOf)).toEqual(['queued', 'running', 'successful', 'failed', 'cancelled'])
})

test('a job is over when it neither waits nor runs', () => {
  expect(jobStatus.options.filter(isOver)).toEqual(['successful', 'failed', 'cancelled'])
})
