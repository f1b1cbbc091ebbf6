import type { AppContext } from '../../../platform/context.ts'
import { emailTemplates } from '../../../platform/mail/email-templates.ts'
import { enqueueEmail } from '../../../platform/mail/mailer.ts'
import type { JobHandlers } from '../../../platform/queue/job-types.ts'
import { isNotificationKind, notificationKinds } from '../kinds.ts'
import { wantsMail } from '../notify.ts'
import { wordsOfRow } from '../present.ts'
import { findReadable, findReceiver } from '../repository.ts'

/**
 * Handler of `mail-notification`: mails it unless it was read meanwhile, its receiver may no longer read it, or wants no such mails. The rights
 * are asked now, not when it was stored.
 */
export const createMailNotification =
  (context: AppContext): JobHandlers['mail-notification'] =>
  async ({ notificationId }) => {
    await context.db.transaction(async (tx) => {
      const receiver = await findReceiver(tx, notificationId)
      const told = receiver && (await findReadable(tx, receiver, notificationId))
      if (!told || told.notification.read) return
      const { kind } = told.notification
      const subject =
        isNotificationKind(kind) && (await wantsMail(tx, receiver.userId, kind)) && notificationKinds[kind].subject
      if (!subject) return
      const { title, text, link } = wordsOfRow(told)
      const url = new URL(link, context.config.publicUrl).href
      await enqueueEmail(context, tx, receiver.email, emailTemplates.notification({ subject, title, text, url }))
    })
  }
