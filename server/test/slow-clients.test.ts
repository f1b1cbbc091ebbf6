import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createMedium, openUploadSession, signup } from '@lamella/shared/contract'
import { maxConnectionsOfAddress, timeLimits } from '../src/platform/http/time-limits.ts'
import { setUpServer } from './helper.ts'
import { addProject, setUpOrganisation } from './people.ts'

/** Short enough for a test. The first test checks the real ones. */
const limits = { ...timeLimits, headers: 300, body: 300, check: 50, keepAlive: 300 }
const server = setUpServer({ limits })
const lab = setUpOrganisation(server)
let port = 0
const sockets: Socket[] = []
beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const open = async (from = '127.0.0.1', at = port): Promise<Socket> => {
  const socket = connect({ port: at, host: '127.0.0.1', localAddress: from })
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** Writes single bytes without end. @returns the answer of the server until it closes the connection */
const trickle = async (socket: Socket, bytes: string): Promise<string> => {
  const timer = setInterval(() => socket.writable && socket.write(bytes), 40)
  const answer = await text(socket).catch(() => '')
  clearInterval(timer)
  return answer
}

const head = (lines: string[]): string => `${lines.join('\r\n')}\r\n\r\n`
const signupHead = head([
  `POST ${signup.path} HTTP/1.1`,
  'Host: localhost',
  'Content-Type: application/json',
  'Content-Length: 100000',
])

describe('Slow clients keep no connection', () => {
  it('in earnest the limits are short, and a part of 8 MiB passes at 5 KB/s', () => {
    expect(server.app.server.headersTimeout).toBe(limits.headers)
    expect(timeLimits.headers).toBeLessThanOrEqual(30_000)
    expect(timeLimits.body).toBeLessThanOrEqual(30_000)
    expect((timeLimits.request / 1000) * 5 * 1024).toBeGreaterThan(8 * 1024 ** 2)
  })

  it('headers that never end', async () => {
    const socket = await open()
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
    expect(await trickle(socket, 'X-A: b\r\n')).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*ERR_0408/)
  })

  it('a JSON body that never ends', async () => {
    const socket = await open()
    socket.write(signupHead)
    expect(await trickle(socket, ' ')).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*ERR_0408/)
  })

  it('a JSON body without a length that never ends', async () => {
    const socket = await open()
    socket.write(signupHead.replace('Content-Length: 100000', 'Transfer-Encoding: chunked'))
    expect(await trickle(socket, '1\r\n \r\n')).toMatch(/^HTTP\/1\.1 408 Request Timeout/)
  })

  it('headers without measure', async () => {
    const socket = await open()
    socket.write(`GET / HTTP/1.1\r\nX-A: ${'b'.repeat(40_000)}\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 431 /)
  })

  it('one that is kept open and not used', async () => {
    const socket = await open()
    socket.write(head(['GET /healthz HTTP/1.1', 'Host: localhost']))
    socket.resume()
    await once(socket, 'close')
  })

  it('a slow part of an upload passes all the same', async () => {
    const size = 40
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
    const started = await server.call(openUploadSession, {
      token: lab.member.token,
      headers: { 'x-upload-reference': String(created.headers['x-upload-reference']) },
    })
    const socket = await open()
    socket.write(
      head([
        `PUT ${started.headers.location}?uploadSessionId=${started.headers['x-upload-session-id']} HTTP/1.1`,
        'Host: localhost',
        'Connection: close',
        `Authorization: Bearer ${lab.member.token}`,
        'Content-Type: application/octet-stream',
        `Content-Range: bytes 0-${size - 1}/${size}`,
        `Content-Length: ${size}`,
      ]),
    )
    const begun = performance.now()
    let left = size
    const timer = setInterval(() => {
      if (left > 0) socket.write('x')
      left -= 1
    }, 25)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /)
    clearInterval(timer)
    expect(performance.now() - begun).toBeGreaterThan(2 * limits.body)
  })
})

describe('Idle connections', () => {
  it('that say nothing are closed, and meanwhile others are served', async () => {
    const idle = await Promise.all(Array.from({ length: 200 }, () => open()))
    const closed = idle.map((socket) => once(socket.resume(), 'close'))
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    await Promise.all(closed)
  })

  it('of one address are limited, so that others still get in', async () => {
    const greedy = await Promise.all(Array.from({ length: maxConnectionsOfAddress + 5 }, () => open('127.0.0.2')))
    await Promise.any(greedy.map((socket) => once(socket.resume(), 'close')))
    const other = await open('127.0.0.3')
    other.write(head(['GET /healthz HTTP/1.1', 'Host: localhost', 'Connection: close']))
    expect(await text(other)).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  it('of one IPv6 network are limited together, however its addresses are written', async () => {
    const closed: number[] = []
    const injected = Array.from({ length: maxConnectionsOfAddress + 1 }, (_, index) => {
      const stream = new Duplex({ read: () => undefined, write: (_bytes, _encoding, done) => done() })
      const socket = Object.assign(stream, { remoteAddress: `2001:db8::${(index + 1).toString(16)}` })
      server.app.server.emit('connection', socket)
      if (socket.destroyed) closed.push(index)
      return socket
    })
    for (const socket of injected) socket.destroy()
    expect(closed).toEqual([maxConnectionsOfAddress])
  })

  describe('of all together', () => {
    const small = setUpServer({ env: { MAX_CONNECTIONS: '10' } })
    it('are limited', async () => {
      const address = new URL(await small.app.listen({ port: 0, host: '127.0.0.1' }))
      const dropped = once(small.app.server, 'drop')
      await Promise.all(Array.from({ length: 11 }, () => open('127.0.0.1', Number(address.port))))
      expect(await dropped).toHaveLength(1)
    })
  })
})
