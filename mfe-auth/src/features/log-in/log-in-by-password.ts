import { ApiFailure } from '@lamella/shared/api'
import { login } from '@lamella/shared/session'

/** What the second step of a log-in needs of the first. */
export interface SecondStepTicket {
  ticket: string
}

/**
 * The shell's session module rejects when a code is needed, because an older release of this remote, without a second
 * step, then shows the server's message. The failure is recognised by its fields: an older shell has no class for it.
 */
const ticketOf = (failure: unknown): string | null =>
  failure instanceof ApiFailure &&
  failure.code === 'ERR_1021' &&
  'ticket' in failure &&
  typeof failure.ticket === 'string'
    ? failure.ticket
    : null

/**
 * First step of a log-in.
 * @returns null when the user is logged in; a ticket when a code is needed too
 * @throws as `login`
 */
export const logInByPassword = async (email: string, password: string): Promise<SecondStepTicket | null> => {
  try {
    await login(email, password)
    return null
  } catch (failure) {
    const ticket = ticketOf(failure)
    if (ticket === null) throw failure
    return { ticket }
  }
}
