import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../platform/context.ts'
import type { Executor } from '../../platform/db/database.ts'
import { fullNameOf } from '../../platform/full-name.ts'
import { emailTemplates } from '../../platform/mail/email-templates.ts'
import { links } from '../../platform/mail/links.ts'
import { enqueueEmail } from '../../platform/mail/mailer.ts'
import { wantsMail } from '../notifications/index.ts'
import { findOrganisation } from '../organisations/index.ts'
import { findUser, findUserByEmail } from '../users/index.ts'
import { projectNamesOf } from './project-repository.ts'

/** An invitation with the secret of its link. */
export interface SentInvitation {
  id: string
  token: string
  organisationId: string
  email: string
  message: string
  /** Null: they have left. */
  invitedBy: string | null
}

/** Mails an invitation with the names of the projects that it shares; whoever has an account elsewhere is notified there too. */
export const postInvitation = async (context: AppContext, tx: Executor, invitation: SentInvitation): Promise<void> => {
  const { id, token, email, message, invitedBy } = invitation
  const inviter = invitedBy && (await findUser(tx, invitedBy))
  const organisation = await findOrganisation(tx, invitation.organisationId)
  const parts = {
    inviter: inviter ? fullNameOf(inviter) : '',
    organisation: organisation?.name ?? '',
    message,
    projects: await projectNamesOf(tx, id),
    url: links.invitation(context.config, id, token),
  }
  // The link of an address with account cannot be used, because its secret is not mailed.
  const account = await findUserByEmail(tx, email)
  const told = { email, invitationId: id, by: parts.inviter, organisation: parts.organisation }
  await context.queue.enqueue('notify-invited', told, { tx })
  // Asked without an account too: the work says nothing about whether there is one.
  const wanted = await wantsMail(tx, account?.id ?? randomUUID(), 'organisation-invited')
  if (account && !wanted) return
  const mail = account ? emailTemplates.invitedWithAccount(parts) : emailTemplates.invitation(parts)
  await enqueueEmail(context, tx, email, mail)
}
