import type { AppContext } from '../../../platform/context.ts'
import type { JobHandlers } from '../../../platform/queue/job-types.ts'
import { notify } from '../../notifications/index.ts'
import { findUserByEmail } from '../../users/index.ts'

/** Handler of `notify-invited`: whoever has an account in another organisation finds the invitation among their notifications, once. */
export const createNotifyInvited =
  (context: AppContext): JobHandlers['notify-invited'] =>
  ({ email, invitationId, by, organisation }) =>
    context.db.transaction(async (tx) => {
      const account = await findUserByEmail(tx, email)
      if (!account) return
      const detail = { by, organisation }
      await notify(context, tx, { userId: account.id, kind: 'organisation-invited', key: invitationId, detail })
    })
