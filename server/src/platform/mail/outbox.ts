import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { hasCode } from '../error-code.ts'
import type { JobPayloads } from '../queue/job-types.ts'

const outboxOf = ({ dataDir }: Config) => join(dataDir, 'outbox')

/** A part in plain 8-bit text, so that the link in the file can be read and copied: nodemailer would fold lines over 76 characters. */
const readablePart = (type: string, content: string) => ({
  raw: `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content.replace(/\r?\n/g, '\r\n')}`,
})

/** Names a finished mail by its time, or by the next free millisecond: two mails to one person may be sent at the same moment. */
const nameByTime = async (draft: string, folder: string, to: string, now: Date): Promise<void> => {
  for (let time = now.getTime(); ; time += 1) {
    const name = `${new Date(time).toISOString().replaceAll(':', '-')}-${to}.eml`
    try {
      // Unlike rename, link never replaces a file.
      await link(draft, join(folder, name))
      return
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
  }
}

/** Writes one mail as `<time>-<to>.eml`, atomically and readable by the owner only. */
export const writeToOutbox = async (config: Config, mail: JobPayloads['send-mail'], now: Date): Promise<void> => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail({
    from: config.mailFrom,
    to: mail.to,
    subject: mail.subject,
    date: now,
    alternatives: [readablePart('text/plain', mail.text), readablePart('text/html', mail.html)],
  })
  const folder = outboxOf(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const to = mail.to.replace(/[^A-Za-z0-9@._+-]/g, '_').slice(0, 100)
  const draft = join(folder, `.${randomUUID()}`)
  await writeFile(draft, message, { mode: 0o600 })
  await nameByTime(draft, folder, to, now).finally(() => rm(draft))
}

/** A mail of the outbox as the page shows it. */
export interface OutboxMail {
  file: string
  to: string
  subject: string
  date: string
  text: string
}

const headerOf = (message: string, name: string): string =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(message)?.[1]?.replace(/\r\n[ \t]/g, ' ') ?? ''

const textPartOf = (message: string): string =>
  /text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(message)?.[1]?.replaceAll('\r\n', '\n').trim() ?? ''

/** The newest mails first, at most `most`. Parses only the form that `writeToOutbox` writes. */
export const listOutbox = async (config: Config, most = 100): Promise<OutboxMail[]> => {
  const folder = outboxOf(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const newest = files.sort().reverse().slice(0, most)
  return Promise.all(
    newest.map(async (file) => {
      const message = await readFile(join(folder, file), 'utf8')
      const header = message.slice(0, message.indexOf('\r\n\r\n'))
      return {
        file,
        to: headerOf(header, 'To'),
        subject: headerOf(header, 'Subject'),
        date: headerOf(header, 'Date'),
        text: textPartOf(message.slice(header.length)),
      }
    }),
  )
}
