import { createTransport } from 'nodemailer'
import type { AppContext } from '../context.ts'
import type { Executor } from '../db/database.ts'
import type { JobHandlers, JobPayloads } from '../queue/job-types.ts'
import { writeToOutbox } from './outbox.ts'
import { type EmailMessage, renderMail } from './render.ts'

/** A rendered mail, as the job carries it. */
export type Mail = JobPayloads['send-mail']

/** Enqueues a mail as a durable job of the transaction: it is sent if and only if the transaction commits. */
export const enqueueEmail = (context: AppContext, tx: Executor, to: string, message: EmailMessage): Promise<void> =>
  context.queue.enqueue('send-mail', { to, ...renderMail(message) }, { tx })

/**
 * Handler of `send-mail`: SMTP where `SMTP_URL` is set, else a file in the outbox. It throws what SMTP refuses, so that the job is
 * tried again.
 */
export const createSendMail = ({ config, now }: Pick<AppContext, 'config' | 'now'>): JobHandlers['send-mail'] => {
  const { smtpUrl, mailFrom } = config
  if (!smtpUrl) return (mail) => writeToOutbox(config, mail, now())
  const transport = createTransport(smtpUrl, { from: mailFrom, disableFileAccess: true, disableUrlAccess: true })
  return async ({ to, subject, text, html }) => {
    // Auto-Submitted prevents out-of-office replies (RFC 3834).
    await transport.sendMail({ to, subject, text, html, headers: { 'Auto-Submitted': 'auto-generated' } })
  }
}
