import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { httpReleases } from './release-http.ts'
import { showState } from './release-state.ts'

const published = '2026-11-22T18:30:00.000Z'
const release = { app: 'projects', version: '1.0.0', integrity: 'sha256-', published, traffic: 100, pointer: '"3"' }
const entry = { at: published, action: 'activate', version: '1.0.0', traffic: 100, actor: 'operator' }

/** What a server of another release answers, by path. */
const answers: Record<string, unknown> = {}
const requests: IncomingMessage[] = []
const server = createServer((request, response) => {
  requests.push(request)
  const content = answers[request.url ?? '']
  response.statusCode = content === undefined ? 204 : 200
  response.end(content === undefined ? '' : JSON.stringify({ data: content, links: { next: null } }))
})
const api = () => httpReleases(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token')

let warnings: string[]
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  warnings = []
  jest.spyOn(console, 'warn').mockImplementation((text) => warnings.push(String(text)))
  jest.spyOn(console, 'log').mockReturnValue()
})
afterEach(() => jest.restoreAllMocks())

describe('A command that is older than the server', () => {
  it('lists the releases that it understands, without fields that it does not know', async () => {
    const odd = { ...release, app: 'Plates of 2031', version: '1.0.0' }
    const later = { ...release, version: 'winter', published: 'soon' }
    answers['/api/v1/releases'] = [{ ...release, signedBy: 'Ines Falk' }, odd, later]
    expect(await api().list()).toEqual([release])
    expect(warnings).toEqual([
      'Left out, because this command is older than the server: 2 of the releases (Plates of 2031 1.0.0, projects winter).',
    ])
  })

  it('shows the history without actions that it does not know', async () => {
    answers['/api/v1/releases/projects/history'] = [entry, { ...entry, action: 'freeze' }, entry]
    expect(await api().history('projects')).toEqual([entry, entry])
    expect(warnings).toEqual([expect.stringContaining('1 of the entries of the history (1.0.0 freeze).')])
  })

  it('shows the apps without those that it does not know', async () => {
    answers['/api/v1/releases/overview'] = [{ app: 'plates', trial: { kind: 'of a new kind' } }]
    expect(await api().overview()).toEqual([])
    expect(warnings).toEqual([expect.stringContaining('1 of the apps (plates).')])
  })

  it('refuses an answer that is no list', async () => {
    answers['/api/v1/releases'] = 'none'
    await expect(api().list()).rejects.toThrow('The answer of the server is no list.')
  })

  it('warns of nothing that it understands', async () => {
    answers['/api/v1/releases'] = [release]
    expect(await api().list()).toEqual([release])
    expect(warnings).toEqual([])
  })
})

describe('A command that is newer than the server', () => {
  it('changes what is active without the state that this server does not name, and says so', async () => {
    const { pointer: _, ...older } = release
    answers['/api/v1/releases'] = [older]
    const expected = await showState(api(), 'projects')
    await api().activate({ app: 'projects', version: '1.1.0', traffic: 100 }, { expected })
    expect(requests.at(-1)?.headers).not.toHaveProperty('if-match')
    expect(warnings).toEqual(['This server is too old to notice a change by somebody else in the meantime.'])
  })

  it('names the state where the server has one', async () => {
    answers['/api/v1/releases'] = [release]
    const expected = await showState(api(), 'projects')
    await api().endTrial('projects', { expected })
    expect(requests.at(-1)?.headers).toMatchObject({ 'if-match': '"3"' })
  })
})
