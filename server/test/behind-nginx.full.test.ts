import { once } from 'node:events'
import { connect } from 'node:http2'
import { request } from 'node:https'
import { json, text } from 'node:stream/consumers'
import { createMedium, eventStream, openUploadSession, putPart, requestToken } from '@lamella/shared/contract'
import { setUpServer } from './helper.ts'
import { documentedConfiguration, fillIn, freePort, makeCertificate, missingPrograms, startNginx } from './nginx.ts'
import { addProject, clientHeader, setUpOrganisation } from './people.ts'

const installed = missingPrograms.length === 0
if (!installed) console.warn(`Not tested here, because ${missingPrograms.join(' and ')} is not installed: the proxy`)
const describeProxy = installed ? describe : describe.skip

interface Answer {
  status: number | undefined
  headers: Record<string, string | string[] | undefined>
  body: string
}

describeProxy('Behind nginx with the configuration of docs/running.md', () => {
  const server = setUpServer({ env: { PUBLIC_URL: 'https://lamella.example.org', TRUST_PROXY: '1' } })
  const lab = setUpOrganisation(server)
  let port = 0
  let plainPort = 0
  let stop = async (): Promise<void> => undefined
  beforeAll(async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { certificate, key } = makeCertificate()
    port = await freePort()
    plainPort = await freePort()
    stop = await startNginx(
      fillIn(documentedConfiguration(), {
        'server 127.0.0.1:8080': `server ${new URL(address).host}`,
        'listen 80': `listen 127.0.0.1:${plainPort}`,
        'listen 443': `listen ${port}`,
        '/etc/ssl/lamella.example.org.pem': certificate,
        '/etc/ssl/lamella.example.org.key': key,
      }),
    )
  })
  afterAll(() => stop())

  /** @param from - client address, of the loopback network */
  const open = (
    path: string,
    {
      from = '127.0.0.1',
      body,
      ...options
    }: { from?: string; method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
  ) => {
    const call = request({
      host: '127.0.0.1',
      port,
      path,
      localAddress: from,
      rejectUnauthorized: false,
      agent: false,
      ...options,
    })
    call.end(body)
    return once(call, 'response').then(([answer]) => answer)
  }
  const call = async (...args: Parameters<typeof open>): Promise<Answer> => {
    const answer = await open(...args)
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
  }

  it('pages and calls arrive by TLS and HTTP/2', async () => {
    const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
    const stream = session.request({ ':path': '/healthz' })
    const [headers] = await once(stream, 'response')
    expect(headers[':status']).toBe(200)
    expect(headers['strict-transport-security']).toMatch(/^max-age=/)
    expect(await json(stream)).toEqual({ status: 'ok' })
    session.close()
  })

  it('failed log-ins of one network do not slow another one down, whatever forwarding headers the client sends', async () => {
    const headers = { ...(await clientHeader(server)), 'content-type': 'application/x-www-form-urlencoded' }
    let turn = 0
    const logIn = async (from: string) => {
      turn += 1
      const fields = {
        grant_type: 'password',
        scope: 'all_info',
        username: `nobody-${turn}@lab.test`,
        password: 'Wrong-horse-7',
      }
      const forged = { 'x-forwarded-for': `198.51.100.${turn}`, forwarded: `for=198.51.100.${turn}` }
      const answer = await call(requestToken.path, {
        from,
        method: 'POST',
        headers: { ...headers, ...forged },
        body: String(new URLSearchParams(fields)),
      })
      return answer.status
    }
    const attempts: (number | undefined)[] = []
    while (attempts.length < 60 && attempts.at(-1) !== 429) attempts.push(await logIn('127.0.0.2'))
    expect(attempts.at(-1)).toBe(429)
    expect(await logIn('127.0.0.3')).toBe(401)
  })

  it('parts of 8 MiB pass', async () => {
    const size = 8 * 1024 ** 2
    const project = await addProject(server, lab.member)
    const created = await server.call(createMedium, {
      token: lab.member.token,
      body: {
        data: {
          name: 'a',
          type: 'ImageMedium',
          dimensions: [],
          project,
          size,
          mimeType: 'image/*',
          originalFilename: 'a.png',
        },
      },
    })
    const reference = String(created.headers['x-upload-reference'])
    const started = await server.call(openUploadSession, {
      token: lab.member.token,
      headers: { 'x-upload-reference': reference },
    })
    const path = `${started.headers.location}?uploadSessionId=${started.headers['x-upload-session-id']}`
    const answer = await call(path, {
      method: putPart.method,
      headers: {
        authorization: `Bearer ${lab.member.token}`,
        'content-type': 'application/octet-stream',
        'content-range': `bytes 0-${size - 1}/${size}`,
        'content-length': String(size),
      },
      body: Buffer.alloc(size, 7),
    })
    expect([answer.status, answer.headers.range]).toEqual([201, `bytes=0-${size - 1}`])
  })

  it('events arrive when they happen', async () => {
    const project = await addProject(server, lab.member)
    const answer = await open(eventStream.path, { headers: { authorization: `Bearer ${lab.member.token}` } })
    expect(String((await once(answer, 'data'))[0])).toContain(': open')
    const next = once(answer, 'data')
    await server.context.events.publish({ type: 'image', id: project, project, status: 'available' })
    expect(String((await next)[0])).toContain(project)
    answer.destroy()
  })

  it.each(['/dev/outbox', '/metrics'])('%s does not answer', async (path) => {
    const { status } = await call(path, { headers: { host: 'localhost' } })
    expect([401, 404]).toContain(status)
  })

  it('the address without TLS leads to the one with it', async () => {
    const answer = await fetch(`http://127.0.0.1:${plainPort}/projects?a=b`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([301, 'https://127.0.0.1/projects?a=b'])
  })
})

describeProxy('Behind an nginx that nobody configured', () => {
  const server = setUpServer()
  let address = ''
  let proxy = ''
  let stop = async (): Promise<void> => undefined
  beforeAll(async () => {
    address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const port = await freePort()
    stop = await startNginx(`server { listen 127.0.0.1:${port}; location / { proxy_pass ${address}; } }`)
    proxy = `http://127.0.0.1:${port}`
  })
  afterAll(() => stop())

  it.each([
    ['/dev/outbox', 404],
    ['/metrics', 401],
  ])('%s answers this machine and not the proxy (%i)', async (path, refused) => {
    expect((await fetch(address + path)).status).toBe(200)
    expect((await fetch(proxy + path)).status).toBe(refused)
  })
})
