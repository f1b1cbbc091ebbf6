import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { readConfig } from '../config.ts'
import type { JobContext } from '../queue/job-types.ts'
import { emailTemplates } from './email-templates.ts'
import { createSendMail, type Mail } from './mailer.ts'
import { listOutbox } from './outbox.ts'
import { outboxPage } from './outbox-page.ts'
import { type EmailMessage, renderMail } from './render.ts'

const link =
  'http://localhost:8080/auth/password/confirm?email=ann%40lab.org&token=Zm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFyZm9vYmFy'
const mail: Mail = { to: 'ann@lab.org', ...renderMail(emailTemplates.resetPassword(link)) }
const job: JobContext = { signal: new AbortController().signal, isLastTry: false }
const now = () => new Date('2026-11-21T09:08:07.006Z')

const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
const invited = { inviter: evil, organisation: evil, message: evil, projects: [evil], url: link }

/** One of each mail, with hostile texts wherever users provide them. */
const samples: Record<keyof typeof emailTemplates, EmailMessage> = {
  confirmSignup: emailTemplates.confirmSignup(link),
  accountExists: emailTemplates.accountExists(link),
  resetPassword: emailTemplates.resetPassword(link),
  noAccount: emailTemplates.noAccount(link),
  passwordChanged: emailTemplates.passwordChanged(link),
  secondFactorOn: emailTemplates.secondFactorOn(link),
  secondFactorOff: emailTemplates.secondFactorOff(link),
  secondFactorReset: emailTemplates.secondFactorReset(),
  recoveryCodeUsed: emailTemplates.recoveryCodeUsed(9, link),
  invitation: emailTemplates.invitation(invited),
  invitedWithAccount: emailTemplates.invitedWithAccount(invited),
  projectShared: emailTemplates.projectShared({ sharer: evil, project: evil, role: 'editor', url: link }),
  notification: emailTemplates.notification({ subject: 'A limit', title: evil, text: evil, url: link }),
  trialEndsSoon: emailTemplates.trialEndsSoon({ organisation: evil, end: now(), deletion: now(), url: link }),
  trialEnded: emailTemplates.trialEnded({ organisation: evil, deletion: now(), url: link }),
  deletionSoon: emailTemplates.deletionSoon({ organisation: evil, deletion: now(), url: link }),
  organisationDeleted: emailTemplates.organisationDeleted({ organisation: evil }),
  upgradeRequest: emailTemplates.upgradeRequest({ plan: 'Portal', organisation: evil, sender: evil, message: evil }),
}

describe('email templates', () => {
  it('say the same as text and as HTML, and the link in both', () => {
    const { text, html } = renderMail(emailTemplates.resetPassword(link))
    expect(text).toContain(`\n${link}\n`)
    expect(html).toContain(`href="${link.replace('&', '&amp;')}"`)
    expect(text).toContain('You can use the link once, within one hour.')
    expect(html).toContain('You can use the link once, within one hour.')
  })

  it.each(Object.entries(samples))(
    '%s shows names and messages as text: nothing in it becomes markup',
    (_, message) => {
      const { html } = renderMail(message)
      expect(html).not.toMatch(/<script|<img/)
      expect(message.paragraphs.join().includes(evil)).toBe(html.includes('&quot;&gt;&lt;script&gt;'))
    },
  )

  it('cannot be used to inject markup by an address', () => {
    const { html } = renderMail(emailTemplates.resetPassword('http://x/"><script>alert(1)</script>'))
    expect(html).not.toContain('<script')
    expect(html).not.toContain('x/">')
  })

  it.each(Object.entries(samples))('%s is written calmly', (_, message) => {
    const { subject, text } = renderMail(message)
    expect(subject.length).toBeLessThanOrEqual(60)
    expect(text.replaceAll(evil, '')).not.toMatch(/!|please|successfully/i)
  })
})

describe('outbox', () => {
  let dataDir = ''
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lamella-outbox-'))
  })
  afterEach(() => rm(dataDir, { recursive: true }))
  const config = () => readConfig({ LAMELLA_DATA: dataDir })

  it('keeps a mail as a file with the time and the address in its name, private, the link unbroken', async () => {
    await createSendMail({ config: config(), now })(mail, job)
    const [file = ''] = await readdir(join(dataDir, 'outbox'))
    expect(file).toBe('2026-11-21T09-08-07.006Z-ann@lab.org.eml')
    const path = join(dataDir, 'outbox', file)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toContain(link)
  })

  it('keeps both of two mails to the same person at the same moment', async () => {
    const send = createSendMail({ config: config(), now })
    await Promise.all([send(mail, job), send({ ...mail, subject: 'Another' }, job)])
    expect((await readdir(join(dataDir, 'outbox'))).sort()).toEqual([
      '2026-11-21T09-08-07.006Z-ann@lab.org.eml',
      '2026-11-21T09-08-07.007Z-ann@lab.org.eml',
    ])
    expect((await listOutbox(config())).map(({ subject }) => subject).sort()).toEqual([mail.subject, 'Another'].sort())
  })

  it('writes only to its folder, whatever the address', async () => {
    await createSendMail({ config: config(), now })({ ...mail, to: '"../../x"@lab.org' }, job)
    expect(await readdir(join(dataDir, 'outbox'))).toEqual(['2026-11-21T09-08-07.006Z-_.._.._x_@lab.org.eml'])
    expect(await readdir(dataDir)).toEqual(['outbox'])
  })

  it('lists the newest first, as a page with working links and without script or style', async () => {
    await createSendMail({ config: config(), now })(mail, job)
    const later = () => new Date('2026-11-21T10:00:00.000Z')
    await createSendMail({ config: config(), now: later })({ ...mail, to: 'bob@lab.org', text: 'a <b> & c' }, job)
    const mails = await listOutbox(config())
    expect(mails.map(({ to }) => to)).toEqual(['bob@lab.org', 'ann@lab.org'])
    expect(mails[1]).toMatchObject({ subject: mail.subject, text: mail.text.trim() })
    const page = outboxPage(mails)
    expect(page).toContain(`<a href="${link.replace('&', '&amp;')}">`)
    expect(page).toContain('a &lt;b&gt; &amp; c')
    expect(page).not.toMatch(/<script|<style|style=| on\w+=/)
  })

  it('says so when there is no mail', async () => {
    expect(outboxPage(await listOutbox(config()))).toContain('No mail has been written yet.')
  })
})

describe('SMTP', () => {
  const received: { from: string; to: string[]; message: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          message: Buffer.concat(parts).toString('utf8'),
        })
        done()
      })
    },
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))

  it('hands the mail to the server of SMTP_URL, and writes no file', async () => {
    const { port } = server.server.address() as AddressInfo
    const config = readConfig({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Lamella <post@lab.org>',
      LAMELLA_DATA: '/nowhere',
    })
    await createSendMail({ config, now })(mail, job)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ from: 'post@lab.org', to: ['ann@lab.org'] })
    expect(received[0]?.message).toContain(`Subject: ${mail.subject}`)
    expect(received[0]?.message).toContain('multipart/alternative')
  })

  it('fails when no server accepts the mail, so that the job is tried again', async () => {
    const config = readConfig({ SMTP_URL: 'smtp://127.0.0.1:1' })
    await expect(createSendMail({ config, now })(mail, job)).rejects.toThrow()
  })
})
