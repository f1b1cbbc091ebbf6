import { createTransport } from 'nodemailer'
import type { AppContext } from '../context.ts'
import type { Executor } from '../db/database.ts'
import type { JobHandlers, JobPayloads } from '../queue/job-types.ts'
import { writeToOutbox } from './outbox.ts'
import { type EmailMessage, renderMail } from './render.ts'

export type Mail = JobPayloads['send-mail']

/** A letter leaves only if the transaction commits, and then surely: it is a durable job. */
export const enqueueEmail = (context: AppContext, tx: Executor, to: string, message: EmailMessage): Promise<void> =>
  context.queue.enqueue('send-mail', { to, ...renderMail(message) }, { tx })

/** Handler of `send-mail`: by SMTP where `SMTP_URL` is set, else a file in the outbox. */
export const createSendMail = ({ config, now }: Pick<AppContext, 'config' | 'now'>): JobHandlers['send-mail'] => {
  const { smtpUrl, mailFrom } = config
  if (!smtpUrl) return (mail) => writeToOutbox(config, mail, now())
  const transport = createTransport(smtpUrl, { from: mailFrom, disableFileAccess: true, disableUrlAccess: true })
  return async ({ to, subject, text, html }) => {
    // Auto-Submitted keeps out-of-office replies away (RFC 3834).
    await transport.sendMail({ to, subject, text, html, headers: { 'Auto-Submitted': 'auto-generated' } })
  }
}
