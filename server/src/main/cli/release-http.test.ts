import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReleaseApi } from '../../domains/releases/index.ts'
import { httpReleases } from './release-http.ts'
import { showState } from './release-state.ts'

const published = '2026-11-22T18:30:00.000Z'
const release = { app: 'projects', version: '1.0.0', integrity: 'sha256-', published, traffic: 100, pointer: '"3"' }
const entry = { at: published, action: 'activate', version: '1.0.0', traffic: 100, actor: 'operator' }

/** What a server of another release answers, by path. */
const answers: Record<string, unknown> = {}
const requests: IncomingMessage[] = []
/** The answer to a change is lost. */
let isSilent = false
const server = createServer((request, response) => {
  requests.push(request)
  if (isSilent) {
    request.destroy()
    return
  }
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
  isSilent = false
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
    const { pointer: expected } = await showState(api(), 'projects')
    await api().activate({ app: 'projects', version: '1.1.0', traffic: 100 }, { expected })
    expect(requests.at(-1)?.headers).not.toHaveProperty('if-match')
    expect(warnings).toEqual(['This server is too old to notice a change by somebody else in the meantime.'])
  })

  it('names the state where the server has one', async () => {
    answers['/api/v1/releases'] = [release]
    const { pointer: expected } = await showState(api(), 'projects')
    await api().endTrial('projects', { expected })
    expect(requests.at(-1)?.headers).toMatchObject({ 'if-match': '"3"' })
  })
})

describe('A command whose answer is lost', () => {
  const state = { expected: '"3"' }
  it.each<[string, (api: ReleaseApi) => Promise<unknown>]>([
    ['rollback', ({ rollBack }) => rollBack('projects', state)],
    ['activate', ({ activate }) => activate({ app: 'projects', version: '1.1.0', traffic: 100 }, state)],
    ['trial', ({ startTrial }) => startTrial('projects', { version: '1.1.0', share: 10 }, state)],
    ['change of a trial', ({ changeTrial }) => changeTrial('projects', { share: 10 }, state)],
    ['end-trial', ({ endTrial }) => endTrial('projects', state)],
  ])('says for %s to look first, and how it is done once at most', async (_, act) => {
    isSilent = true
    await expect(act(api())).rejects.toThrow(
      'it is not known whether this was done. Look first: lamella release history projects. With --expect 3 the command can be repeated: ' +
        'then it does nothing if it was done already.',
    )
  })

  it('is repeated safely so: the state has another number then', async () => {
    answers['/api/v1/releases'] = [{ ...release, pointer: '"4"' }]
    await expect(showState(api(), 'projects', '3')).rejects.toThrow('Not state 3, but')
  })

  it('names no state that it does not know, and does not say that a change can be repeated', async () => {
    isSilent = true
    const error = await api().rollBack('projects').catch(String)
    expect(error).toMatch(/Look first: lamella release history projects\.$/)
  })

  it('can simply be repeated when it publishes; a list says nothing of a change', async () => {
    isSilent = true
    await expect(api().complete('projects', '1.0.0', {})).rejects.toThrow('The command can be repeated.')
    await expect(api().list()).rejects.toThrow('Look with lamella release list before you repeat a change.')
  })
})
