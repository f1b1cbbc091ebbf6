import { sql } from 'drizzle-orm'
import type { Mail } from '../src/platform/mail/mailer.ts'
import type { TestApp } from './helper.ts'

/** The mails to an address that wait in the job queue, oldest first; for servers without workers. */
export const mailsTo = async ({ context }: TestApp, email: string): Promise<Mail[]> => {
  const { rows } = await context.db.execute<{ mail: Mail }>(sql`
    select data->'payload' as mail from jobs.job
    where data->>'name' = 'send-mail' and data->'payload'->>'to' = ${email.toLowerCase()} order by created_on, id`)
  return rows.map(({ mail }) => mail)
}

/** The link in the newest mail. */
export const lastLinkTo = async (server: TestApp, email: string): Promise<URL> => {
  const text = (await mailsTo(server, email)).at(-1)?.text ?? ''
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!link) throw new Error(`The last mail to ${email} has no link: ${text}`)
  return new URL(link)
}

/** The secret of that link. */
export const lastTokenTo = async (server: TestApp, email: string): Promise<string> =>
  (await lastLinkTo(server, email)).searchParams.get('token') ?? ''
