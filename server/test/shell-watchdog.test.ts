import { blobKeys } from '../src/platform/storage/blobs.ts'
import { setUpServer, startTestApp } from './helper.ts'
import { activate, filesOf, publish } from './release-files.ts'

describe('The shell for a browser in which another did not start', () => {
  const server = setUpServer()
  beforeAll(async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
      await publish(server, 'shell', version)
      await activate(server, 'shell', version)
    }
  })

  const open = (cookie?: string) =>
    server.app.inject({ url: '/projects?x=1', headers: { accept: 'text/html', ...(cookie && { cookie }) } })
  const shown = async (cookie?: string) => /<title>(.*)<\/title>/.exec((await open(cookie)).body)?.[1]
  const failed = (...versions: string[]) => `a=1; lamella_failed_shells=${versions.join('_')}; b=2`
  const bar = 'The newest version of the portal did not work in this browser. You are using version'

  it('is the next good one, and its page says so', async () => {
    expect(await shown()).toBe('Shell 1.2.0')
    expect((await open()).body).not.toContain(bar)
    expect(await shown(failed('1.2.0'))).toBe('Shell 1.1.0')
    expect((await open(failed('1.2.0'))).body).toContain(`${bar} 1.1.0.`)
    expect(await shown(failed('1.2.0', '1.1.0'))).toBe('Shell 1.0.0')
  })

  it('is the newest one again without a word when what failed is not in use any more', async () => {
    const cookie = failed('1.1.0', '0.9.0')
    expect(await shown(cookie)).toBe('Shell 1.2.0')
    expect((await open(cookie)).body).not.toContain(bar)
  })

  it('is an earlier one, which its bar, the log and the metrics say, while the page of the newest is missing on the server', async () => {
    const lines: string[] = []
    const other = await startTestApp({ log: { write: (line) => lines.push(line) } })
    for (const version of ['1.0.0', '1.1.0']) {
      await publish(other, 'shell', version)
      await activate(other, 'shell', version)
    }
    await other.context.blobs.remove(`${blobKeys.release('shell', '1.1.0')}index.html`)
    const { body, statusCode } = await other.app.inject({ url: '/projects', headers: { accept: 'text/html' } })
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Shell 1.0.0</title>')
    expect(body).toContain(
      'The newest version of the portal cannot be read on the server. You are using version 1.0.0.',
    )
    expect(body).toContain('data-instead-of="1.1.0"')
    expect(lines.join('')).toContain('"unreadable":["1.1.0"],"shown":"1.0.0"')
    expect(await other.app.metrics.metrics()).toContain('shell_pages_unreadable_total{version="1.1.0"} 1')
    await other.close()
  })

  it('is none when all failed: a page in words, under the strict policy', async () => {
    const { statusCode, headers, body } = await open(failed('1.2.0', '1.1.0', '1.0.0'))
    expect(statusCode).toBe(503)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).not.toContain('unsafe-inline')
    expect(body).toContain('<h1>The portal did not start</h1>')
    expect(body).not.toContain('{{nonce}}')
  })

  it.each(['', '9.9.9', '<script>', '_', '1.2', '../../etc'])(
    'takes nothing else from the cookie: "%s"',
    async (value) => {
      expect(await shown(failed(value))).toBe('Shell 1.2.0')
      expect((await open(failed(value))).body).not.toContain(bar)
    },
  )
})

it.each([
  ['0', true],
  ['0.1', false],
])('With a share of telemetry of %s the watchdog is silent: %s', async (share, isSilent) => {
  const server = await startTestApp({ env: { TELEMETRY_SHARE: share } })
  await publish(server, 'shell', '1.0.0')
  await activate(server, 'shell', '1.0.0')
  for (const cookie of ['', 'lamella_failed_shells=1.0.0']) {
    const { body } = await server.app.inject({ url: '/', headers: { accept: 'text/html', cookie } })
    expect(/<script[^>]* data-silent>/.test(body)).toBe(isSilent)
  }
  await server.close()
})

describe('The watchdog in the page', () => {
  const server = setUpServer()

  it.each([
    [
      'a whole document',
      '<!doctype html><html lang="en"><head><title>T</title></head><body><div id="root"></div></body></html>',
      '<head>',
    ],
    ['no head', '<!doctype html><title>T</title><div id="root"></div>', '<!doctype html>'],
    ['nothing but text', 'text', ''],
  ])('precedes everything else of the shell, also in %s', async (_kind, html, before) => {
    const version = `2.0.${html.length}`
    await publish(server, 'shell', version, filesOf('shell', version, { 'index.html': html }))
    await activate(server, 'shell', version)
    const { body } = await server.app.inject({ url: '/', headers: { accept: 'text/html' } })
    expect(body.indexOf('<style')).toBe(html.indexOf(before) + before.length)
    expect(body).toContain(`<script data-version="${version}">`)
    expect(body.endsWith(html.slice(html.indexOf(before) + before.length))).toBe(true)
  })
})
