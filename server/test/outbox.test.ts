import { mkdir, readFile, watch } from 'node:fs/promises'
import { join } from 'node:path'
import { passwordReset } from '@lamella/shared/contract'
import { setUpServer, startTestApp } from './helper.ts'
import { setUpOrganisation } from './people.ts'

const server = setUpServer({ env: { LAMELLA_ROLE: 'all' } })
const lab = setUpOrganisation(server)

const outbox = (request: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
  server.app.inject({ method: 'GET', url: '/dev/outbox', headers: { host: 'localhost:8080' }, ...request })

const ending = new AbortController()
afterAll(() => ending.abort())

describe('Outbox', () => {
  it('D1-7-10 gets the mail from the durable job, and the page shows it with a link that works', async () => {
    const folder = join(server.context.config.dataDir, 'outbox')
    await mkdir(folder, { recursive: true })
    // Polls, so that it ends without a mail too: a watched folder would keep the process alive.
    const { signal } = ending
    const written = (async () => {
      for await (const { filename } of watch(folder, { signal })) if (filename?.endsWith('.eml')) return filename
      throw new Error('The folder is watched no more')
    })()
    await server.call(passwordReset, { body: { data: { email: lab.member.email } } })
    const file = await written
    expect(file).toMatch(/^\d{4}-\d\d-\d\dT[\d.-]+Z-member-\w+@lab\.test\.eml$/)
    const link = /http:\S+token=[\w-]{43}/.exec(await readFile(join(folder, file), 'utf8'))?.[0] ?? 'no link'
    const page = await outbox()
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`<a href="${link.replaceAll('&', '&amp;')}">`)
    expect(page.headers['cache-control']).toBe('no-store')
  })

  it.each([
    ['another machine', { remoteAddress: '192.0.2.7' }],
    ['a proxy on this machine', { headers: { host: 'localhost:8080', 'x-forwarded-for': '192.0.2.7' } }],
    ['a proxy that says so otherwise', { headers: { host: 'localhost:8080', 'x-real-ip': '192.0.2.7' } }],
    ['a web site that resolves to this machine', { headers: { host: 'evil.test' } }],
  ])('does not exist for %s', async (_, request) => {
    expect((await outbox(request)).statusCode).toBe(404)
  })

  it.each([
    ['a proxy is trusted', { TRUST_PROXY: '1' }],
    ['the portal has another address than this machine', { PUBLIC_URL: 'http://lamella.example.org' }],
    ['mails go by SMTP', { SMTP_URL: 'smtp://127.0.0.1:1' }],
  ])('does not exist when %s', async (_, env) => {
    const other = await startTestApp({ env })
    const answer = await other.app.inject({ method: 'GET', url: '/dev/outbox', headers: { host: 'localhost:8080' } })
    expect(answer.statusCode).toBe(404)
    await other.close()
  })
})
