import type { EndpointOutput, getJobOutline, Job } from '@lamella/shared/contract'
import { outlineOfList } from '@lamella/shared/testing/long-list.ts'

/** Extent of a list of jobs as the server answers it. @param found - those that meet the question @param all - of the project */
export const jobOutline = (
  found: readonly Job[],
  all: readonly Job[] = found,
  size = 250,
): EndpointOutput<typeof getJobOutline> => {
  const byStatus = { pending: 0, running: 0, successful: 0, failed: 0, cancelled: 0 }
  for (const { status } of all) byStatus[status] += 1
  return { data: { ...outlineOfList(found, all.length, { 'page[size]': size }), byStatus } }
}
