import type { AppContext } from '../../platform/context.ts'
import { deleteExpiredAttempts } from '../../platform/http/rate-limits.ts'
import { deleteUnusedDevices } from './device-repository.ts'
import { deleteExpiredLinks } from './link-repository.ts'
import { deleteExpiredTickets } from './second-step-ticket-repository.ts'
import { cleanUpSessions } from './session-service.ts'

/** Part of the hourly clean-up: expired tokens, links, tickets, devices and counters. */
export const cleanUpAccounts = async (context: AppContext): Promise<void> => {
  const { db, now } = context
  await cleanUpSessions(context)
  await deleteExpiredLinks(db, now())
  await deleteExpiredTickets(db, now())
  await deleteUnusedDevices(db, now())
  await deleteExpiredAttempts(db, now())
}
