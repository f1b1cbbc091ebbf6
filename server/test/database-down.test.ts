import { randomUUID } from 'node:crypto'
import { makeTicket } from '../src/platform/http/tickets.ts'
import { refuseConnections } from './cluster.ts'
import { setUpServer, startTestApp } from './helper.ts'
import { activate, publish } from './release-files.ts'

const page = { url: '/projects', headers: { accept: 'text/html' } }

describe('While the database does not answer', () => {
  const server = setUpServer()
  let preview: string
  beforeAll(async () => {
    await publish(server, 'shell', '1.0.0')
    await activate(server, 'shell', '1.0.0')
    await server.app.inject(page)
    await server.app.inject('/remotes/shell/1.0.0/main.js')
    const { ticket } = await makeTicket(server.context, randomUUID(), '/preview/shell/1.1.0', 10)
    preview = `lamella_preview=1.1.0~${ticket}`
    await refuseConnections(server.databaseUrl)
  })

  it('a browser gets the shell that this process knows, with its files and the registry, so that the portal says it itself', async () => {
    const { statusCode, body } = await server.app.inject(page)
    expect([statusCode, body]).toEqual([200, expect.stringContaining('Shell 1.0.0')])
    expect((await server.app.inject('/remotes/shell/1.0.0/main.js')).statusCode).toBe(200)
    const registry = await server.app.inject('/registry.json')
    expect(Object.keys(registry.json().microFrontends)).toEqual(['shell'])
  })

  const headers = { authorization: `Bearer ${'x'.repeat(43)}` }
  const events = [{ kind: 'session', app: 'projects', version: '1.0.0' }]
  it.each([
    ['a call of a session', { url: '/api/v2/projects', headers }],
    ['a change in a transaction', { url: '/api/v1/telemetry', method: 'POST', payload: { data: { events } } }],
  ] as const)('%s is answered with ERR_0503', async (_what, request) => {
    const { statusCode, body } = await server.app.inject(request)
    expect([statusCode, body]).toEqual([503, expect.stringContaining('ERR_0503')])
  })

  it('a browser with a preview of a shell gets the active one, and keeps its preview', async () => {
    const answer = await server.app.inject({ ...page, headers: { ...page.headers, cookie: preview } })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
  })

  it('a process that never knew a shell sends a page in words', async () => {
    const other = await startTestApp()
    await refuseConnections(other.databaseUrl)
    const { statusCode, headers, body } = await other.app.inject(page)
    expect([statusCode, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(body).toContain('Try again')
    await other.close()
  })
})
