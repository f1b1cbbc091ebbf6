import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { setUpServer } from './helper.ts'
import { activate, filesOf, publish, putFile } from './release-files.ts'

const picture = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('Files of releases', () => {
  const server = setUpServer()
  const files = filesOf('auth', '1.0.0')
  beforeAll(async () => {
    await publish(server, 'auth', '1.0.0', files)
    await activate(server, 'auth', '1.0.0')
  })

  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

  it('are served for ever, for every origin, with their type', async () => {
    const { statusCode, headers, rawPayload } = await get('/remotes/auth/1.0.0/main.js')
    expect(statusCode).toBe(200)
    expect(rawPayload).toEqual(files['main.js'])
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(files['main.js']?.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
    expect(headers['content-encoding']).toBeUndefined()
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br', 'main.js.br'],
    ['gzip', 'gzip', 'main.js.gz'],
    ['br;q=0, gzip', 'gzip', 'main.js.gz'],
    ['gzip;q=0.5, br;q=0.1', 'gzip', 'main.js.gz'],
    ['identity', undefined, 'main.js'],
    ['br;q=0, gzip;q=0', undefined, 'main.js'],
  ])('answer Accept-Encoding "%s" with %s', async (accepted, encoding, stored) => {
    const { headers, rawPayload } = await get('/remotes/auth/1.0.0/main.js', { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(encoding)
    expect(rawPayload).toEqual(files[stored])
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  it('count as missing when the store has other bytes for them, also of the same length', async () => {
    const damaged = filesOf('auth', '1.0.9')
    await publish(server, 'auth', '1.0.9', damaged)
    await activate(server, 'auth', '1.0.9')
    const key = `${blobKeys.release('auth', '1.0.9')}main.js`
    const content = Buffer.from(damaged['main.js'] ?? '')
    content[0] = (content[0] ?? 0) ^ 1
    await server.context.blobs.write(key, content)
    expect((await get('/remotes/auth/1.0.9/main.js')).statusCode).toBe(404)
    // Its compressed version is intact, and the same script.
    const twin = await get('/remotes/auth/1.0.9/main.js', { 'accept-encoding': 'br' })
    expect([twin.statusCode, twin.rawPayload]).toEqual([200, damaged['main.js.br']])
    await server.context.blobs.write(key, damaged['main.js'] ?? Buffer.from(''))
    expect((await get('/remotes/auth/1.0.9/main.js')).statusCode).toBe(200)
    await server.context.blobs.write(key, Buffer.concat([content, content]))
    expect((await get('/remotes/auth/1.0.9/main.js')).statusCode).toBe(404)
  })

  it('the registry has the integrity of the files that a browser loads first', async () => {
    await activate(server, 'auth', '1.0.0')
    const registry = (await get('/registry.json')).json()
    const hash = createHash('sha256')
      .update(files['mf-manifest.json'] ?? '')
      .digest('base64')
    expect(registry.microFrontends.auth[0].extras.entryIntegrity['mf-manifest.json']).toBe(`sha256-${hash}`)
  })

  it('the registry is sent again only when it has changed, through proxies that compress, too', async () => {
    await activate(server, 'auth', '1.0.0')
    const { etag = '' } = (await get('/registry.json')).headers
    for (const known of [etag, `W/${etag}`]) {
      const again = await get('/registry.json', { 'if-none-match': String(known) })
      expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', 'no-store'])
      expect(again.headers.etag).toBe(etag)
    }
    await publish(server, 'auth', '1.0.1')
    expect((await get('/registry.json', { 'if-none-match': String(etag) })).statusCode).toBe(304)
    await activate(server, 'auth', '1.0.1')
    expect((await get('/registry.json', { 'if-none-match': String(etag) })).statusCode).toBe(200)
  })

  it('are decoded by a client to what was published', async () => {
    const { rawPayload } = await get('/remotes/auth/1.0.0/main.js', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(rawPayload)).toEqual(files['main.js'])
  })

  it('are not sent again to clients with their ETag, which differs per encoding', async () => {
    const plain = (await get('/remotes/auth/1.0.0/main.js')).headers.etag
    const brotli = (await get('/remotes/auth/1.0.0/main.js', { 'accept-encoding': 'br' })).headers.etag
    expect(plain).not.toBe(brotli)
    const known = await get('/remotes/auth/1.0.0/main.js', { 'if-none-match': `"x", ${plain}` })
    expect(known).toMatchObject({ statusCode: 304, body: '' })
    expect((await get('/remotes/auth/1.0.0/main.js', { 'if-none-match': String(brotli) })).statusCode).toBe(200)
  })

  it('answer HEAD without content', async () => {
    const answer = await server.app.inject({ method: 'HEAD', url: '/remotes/auth/1.0.0/main.js' })
    expect(answer).toMatchObject({ statusCode: 200, body: '' })
    expect(answer.headers['content-length']).toBe(String(files['main.js']?.length))
  })

  it.each([
    '/remotes/auth/1.0.0/missing.js',
    '/remotes/auth/9.9.9/main.js',
    '/remotes/nobody/1.0.0/main.js',
    '/remotes/auth/1.0.0/',
    '/remotes/auth/1.0.0',
    '/remotes',
    '/remotes/auth/1.0.0/__proto__',
    '/remotes/auth/1.0.0/..%2F..%2F..%2F..%2Foperator.token',
    '/remotes/auth/..%2F1.0.0/main.js',
    '/remotes/auth/1.0.0/main.js%00',
    '/assets/missing.js',
    '/api/v1/nothing',
    '/registry.json/more',
  ])('answer %s with 404 as JSON, whatever is accepted, and uncached', async (url) => {
    const { statusCode, headers, body } = await get(url, html)
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(JSON.parse(body).errors[0].code).toBe('ERR_0404')
    expect(headers['cache-control'] ?? 'no-store').toBe('no-store')
  })

  it('do not exist for others before their release is complete and was active, and then stay for open pages', async () => {
    const status = async () => (await get('/remotes/auth/2.0.0/main.js')).statusCode
    await putFile(server, 'auth', '2.0.0', 'main.js', Buffer.from('early'))
    expect(await status()).toBe(404)
    await publish(server, 'auth', '2.0.0')
    expect(await status()).toBe(404)
    await activate(server, 'auth', '2.0.0')
    expect(await status()).toBe(200)
    await activate(server, 'auth', '1.0.0')
    expect(await status()).toBe(200)
  })

  it.each([
    ['main.js', false],
    ['manifest.json', false],
    ['main.css', false],
    ['icon.webp', false],
    ['plain.svg', true],
    ['help.docx', true],
  ])('%s has no rights of the portal where a browser opens it as a page: %s', async (path, isInert) => {
    const others = {
      'main.css': '',
      'icon.webp': 'RIFF',
      'plain.svg': picture('<path d="M0 0h9"/>'),
      'help.docx': 'PK',
    }
    if (path === 'main.js') {
      await publish(server, 'auth', '5.0.0', filesOf('auth', '5.0.0', others))
      await activate(server, 'auth', '5.0.0')
    }
    const { statusCode, headers } = await get(`/remotes/auth/5.0.0/${path}`)
    expect(statusCode).toBe(200)
    expect(String(headers['content-security-policy']).startsWith('sandbox;')).toBe(isInert)
    expect(headers['content-disposition']).toBe(isInert ? 'attachment' : undefined)
  })

  it('are sent as they are when only the compressed bytes are gone', async () => {
    await publish(server, 'auth', '4.0.0')
    await activate(server, 'auth', '4.0.0')
    await server.context.blobs.remove(`${blobKeys.release('auth', '4.0.0')}main.js.br`)
    const { headers, rawPayload } = await get('/remotes/auth/4.0.0/main.js', { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(rawPayload).toEqual(filesOf('auth', '4.0.0')['main.js'])
  })

  it('answer 404 when their bytes are gone', async () => {
    await publish(server, 'auth', '3.0.0')
    await activate(server, 'auth', '3.0.0')
    await server.context.blobs.remove(`${blobKeys.release('auth', '3.0.0')}main.js`)
    const { statusCode, headers } = await get('/remotes/auth/3.0.0/main.js')
    expect(statusCode).toBe(404)
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('The page of the portal', () => {
  // With SMTP the outbox has no route, so that its path reaches the route of the page.
  const server = setUpServer({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })

  const get = (url: string, headers: Record<string, string> = html) => server.app.inject({ url, headers })
  const titleOf = (body: string) => /<title>(.*)<\/title>/.exec(body)?.[1]

  it('answers with an error while no shell is active', async () => {
    expect(await get('/')).toMatchObject({ statusCode: 503 })
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(server, 'shell', version)
    await activate(server, 'shell', '1.0.0')
    expect(await get('/')).toMatchObject({ statusCode: 200 })
  })

  it.each(['/', '/projects/0190/viewer?x=1', '/auth/login', '/settings', '/no/such/page', '/dev/kit', '/dev/kit?x=1'])(
    'is served for %s',
    async (url) => {
      const { statusCode, headers, body } = await get(url)
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['cache-control']).toBe('no-store')
      expect(titleOf(body)).toBe('Shell 1.0.0')
    },
  )

  it('has the exact content security policy, with a new nonce each time', async () => {
    const nonces = new Set<string>()
    for (let time = 0; time < 3; time++) {
      const { headers, body } = await get('/')
      const nonce = /content="([^"]+)"/.exec(body)?.[1] ?? ''
      nonces.add(nonce)
      const [, script = ''] = /<script [^>]*>(.*?)<\/script>/s.exec(body) ?? []
      const hash = createHash('sha256').update(script).digest('base64')
      expect(headers['content-security-policy']).toBe(
        `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'; style-src 'self' 'nonce-${nonce}'; ` +
          "img-src 'self' blob: data:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; " +
          "frame-ancestors 'none'",
      )
    }
    expect(nonces.size).toBe(3)
  })

  it.each([
    ['/chunk.abc.js', '*/*'],
    ['/favicon.ico', 'image/avif,image/webp,*/*;q=0.8'],
    ['/projects', 'application/json'],
  ])('is not served for %s with Accept %s', async (url, accept) => {
    const { statusCode, headers } = await get(url, { accept })
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toMatch(/^application\/json/)
  })

  it.each(['/dev', '/dev/', '/dev/outbox', '/dev/outbox/1', '/dev/kits', '/dev/kit/..%2Foutbox', '/dev/kit/more'])(
    'is never served for %s, which is kept for developers',
    async (url) => {
      const { statusCode, headers, body } = await get(url)
      expect(statusCode).toBe(404)
      expect(headers['content-type']).toMatch(/^application\/json/)
      expect(JSON.parse(body).errors[0].code).toBe('ERR_0404')
    },
  )

  it('changes at the next request after an activation', async () => {
    await activate(server, 'shell', '1.1.0')
    expect(titleOf((await get('/')).body)).toBe('Shell 1.1.0')
  })

  it('keeps a browser at its version while a shell is on trial', async () => {
    await activate(server, 'shell', '1.2.0', 30)
    const { headers } = await get('/')
    expect(headers['set-cookie']).toMatch(/^lamella_share=\d{1,2}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
    const titleFor = async (share: number) =>
      titleOf((await get('/', { ...html, cookie: `a=1; lamella_share=${share}` })).body)
    expect(await titleFor(0)).toBe('Shell 1.2.0')
    expect(await titleFor(29)).toBe('Shell 1.2.0')
    expect(await titleFor(30)).toBe('Shell 1.1.0')
    expect(await titleFor(99)).toBe('Shell 1.1.0')
  })

  it('sets no cookie without a trial', async () => {
    await activate(server, 'shell', '1.2.0')
    expect((await get('/')).headers['set-cookie']).toBeUndefined()
  })

  it('is the last good one when the page of the active release is gone', async () => {
    await publish(server, 'shell', '1.3.0')
    await server.context.blobs.remove(`${blobKeys.release('shell', '1.3.0')}index.html`)
    await activate(server, 'shell', '1.3.0')
    expect(titleOf((await get('/')).body)).toBe('Shell 1.2.0')
  })
})
