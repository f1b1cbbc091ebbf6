import type { AppContext } from '../../platform/context.ts'
import { deleteInvitationsBefore } from '../invitations/repository.ts'
import { deleteUnusedDevices } from './device-repository.ts'
import { deleteExpiredLinks } from './link-repository.ts'
import { deleteExpiredTickets } from './login-ticket-repository.ts'
import { deleteExpiredAttempts } from './rate-limit-repository.ts'
import { cleanUpSessions } from './session-service.ts'

/** That long an expired invitation can still be sent again. */
const invitationDays = 30

/** The accounts' part of the hourly job `clean-up`: expired tokens, links, tickets, devices and counters. */
export const cleanUpAccounts = async (context: AppContext): Promise<void> => {
  const { db, now } = context
  await cleanUpSessions(context)
  await deleteExpiredLinks(db, now())
  await deleteExpiredTickets(db, now())
  await deleteUnusedDevices(db, now())
  await deleteExpiredAttempts(db, now())
  await deleteInvitationsBefore(db, new Date(now().getTime() - invitationDays * 86_400_000))
}
