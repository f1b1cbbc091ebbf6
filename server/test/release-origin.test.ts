import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  checkRelease,
  completeRelease,
  listReleases,
  registry as registrySchema,
  releaseOverview,
  releaseSeries,
} from '@lamella/shared/contract'
import { readConfig } from '../src/platform/config.ts'
import { releases } from '../src/platform/db/schema/index.ts'
import { startTestApp, type TestApp } from './helper.ts'
import { activate, filesOf, hashesOf, operatorToken, putFile, type ReleaseFiles } from './release-files.ts'

/** Another origin, with files by path; without `permission` browsers may not read them. */
interface OtherOrigin {
  url: string
  files: Map<string, Buffer>
  permission: boolean
  /** Answers in place of the files. */
  instead: ((response: ServerResponse) => void) | null
  server: Server
}

const startOrigin = async (): Promise<OtherOrigin> => {
  const origin: OtherOrigin = {
    url: '',
    files: new Map(),
    permission: true,
    instead: null,
    server: createServer((request, response) => {
      if (origin.instead) {
        origin.instead(response)
        return
      }
      const body = origin.files.get(request.url ?? '')
      if (origin.permission) response.setHeader('access-control-allow-origin', '*')
      response.writeHead(body ? 200 : 404).end(body)
    }),
  }
  await new Promise<void>((listening) => origin.server.listen(0, '127.0.0.1', listening))
  origin.url = `http://127.0.0.1:${(origin.server.address() as AddressInfo).port}`
  return origin
}

const app = 'quality-control'

describe('A remote at another origin', () => {
  let cdn: OtherOrigin
  let server: TestApp
  let token: string
  beforeAll(async () => {
    cdn = await startOrigin()
    server = await startTestApp({ env: { LAMELLA_REMOTE_ORIGINS: `https://cdn.example, ${cdn.url}/` } })
    token = await operatorToken(server)
  })
  afterAll(async () => {
    await server.close()
    await new Promise((closed) => cdn.server.close(closed))
  })

  /** Copies the files to the other origin, without the compressed variants. */
  const upload = (version: string, files: ReleaseFiles): void => {
    for (const [path, bytes] of Object.entries(files))
      if (!/\.(br|gz)$/.test(path)) cdn.files.set(`/remotes/${app}/${version}/${path}`, bytes)
  }

  const publish = async (version: string, { at = cdn.url, of = app }: { at?: string | null; of?: string } = {}) => {
    const files = filesOf(of, version)
    for (const [path, bytes] of Object.entries(files)) await putFile(server, of, version, path, bytes)
    const data = { files: hashesOf(files), ...(at && { origin: at }) }
    return server.call(completeRelease, { params: { app: of, version }, body: { data }, token })
  }
  const sentence = ({ raw }: { raw: Buffer }): string => JSON.parse(raw.toString()).errors[0].detail
  const registry = async () => {
    const { body } = await server.app.inject({ url: '/registry.json' })
    return registrySchema.parse(JSON.parse(body)).microFrontends[app]?.[0]
  }

  it('is loaded from there once its files lie there as published', async () => {
    upload('1.0.0', filesOf(app, '1.0.0'))
    const { body, status } = await publish('1.0.0')
    expect([status, body.data.origin]).toEqual([201, cdn.url])
    expect((await activate(server, app, '1.0.0')).status).toBe(204)
    const release = await registry()
    expect(release?.url).toBe(`${cdn.url}/remotes/${app}/1.0.0/mf-manifest.json`)
    expect(release?.extras.manifest).not.toHaveProperty('origin')
    const listed = (await server.call(listReleases, { token })).body.data
    expect(listed.map(({ version, origin }) => [version, origin])).toEqual([['1.0.0', cdn.url]])
  })

  it('is published once: the same files at another place are another release', async () => {
    expect((await publish('1.0.0')).status).toBe(201)
    expect((await publish('1.0.0', { at: null })).code).toBe('ERR_6001')
  })

  it('falls back to a version of the portal itself, which has no origin in the registry', async () => {
    expect((await publish('1.1.0', { at: null })).status).toBe(201)
    expect((await activate(server, app, '1.1.0')).status).toBe(204)
    const release = await registry()
    expect(release?.url).toBe(`/remotes/${app}/1.1.0/mf-manifest.json`)
    expect(release?.fallbackUrl).toBe(`${cdn.url}/remotes/${app}/1.0.0/mf-manifest.json`)
  })

  it('is refused at an origin that the server does not admit, in words', async () => {
    const answer = await publish('2.0.0', { at: 'https://elsewhere.example' })
    expect(answer.code).toBe('ERR_6004')
    expect(sentence(answer)).toBe(
      `${app} 2.0.0 lies at https://elsewhere.example. Other origins that this server admits (LAMELLA_REMOTE_ORIGINS): ` +
        `https://cdn.example, ${cdn.url}.`,
    )
  })

  it('is refused when a file is missing or other there, or may not be read by pages of the portal', async () => {
    const missing = await publish('2.0.0')
    expect(missing.code).toBe('ERR_6004')
    expect(sentence(missing)).toContain(`${cdn.url}/remotes/${app}/2.0.0/main.js answers 404.`)

    upload('2.0.0', filesOf(app, '2.0.0'))
    cdn.files.set(`/remotes/${app}/2.0.0/main.js`, Buffer.from('steal()'))
    expect(sentence(await publish('2.0.0'))).toBe(
      `${cdn.url}/remotes/${app}/2.0.0/main.js has other bytes than the release.`,
    )

    upload('2.0.0', filesOf(app, '2.0.0'))
    cdn.permission = false
    expect(sentence(await publish('2.0.0'))).toContain('needs the header Access-Control-Allow-Origin')
    cdn.permission = true
    expect((await publish('2.0.0')).status).toBe(201)
  })

  it('that has changed there since is found by the check', async () => {
    cdn.files.set(`/remotes/${app}/2.0.0/main.js`, Buffer.from('steal()'))
    const check = await server.call(checkRelease, { params: { app, version: '2.0.0' }, token })
    expect(check.body.data.damaged).toEqual([
      `${cdn.url}/remotes/${app}/2.0.0/main.js has other bytes than the release.`,
    ])
    const { files, parts } = check.body.data
    expect(parts?.files).toEqual({ passed: files - 1, total: files })
  })

  it('that has lost everything counts no file that was not read as sound', async () => {
    const more = Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`chunk${i}.js`, 'load()']))
    const files = filesOf(app, '2.1.0', more)
    upload('2.1.0', files)
    for (const [path, bytes] of Object.entries(files)) await putFile(server, app, '2.1.0', path, bytes)
    const body = { data: { files: hashesOf(files), origin: cdn.url } }
    expect((await server.call(completeRelease, { params: { app, version: '2.1.0' }, body, token })).status).toBe(201)
    for (const path of Object.keys(files)) cdn.files.delete(`/remotes/${app}/2.1.0/${path}`)
    const { data } = (await server.call(checkRelease, { params: { app, version: '2.1.0' }, token })).body
    expect(data.damaged).toHaveLength(6)
    expect(data.damaged.at(-1)).toMatch(/^(\d more files were|One more file was) not read\.$/)
    const variants = Object.keys(files).filter((path) => /\.(br|gz)$/.test(path)).length
    expect(data.parts?.files).toEqual({ passed: variants, total: data.files })
    const series = (await server.call(releaseSeries, { params: { app }, token })).body.data.versions
    expect(series.map(({ version, origin }) => [version, origin])).toContainEqual(['2.1.0', cdn.url])
  })

  describe('that does not give what was published at once', () => {
    const version = '2.2.0'
    const more = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`chunk${i}.js`, 'load()']))
    const files = filesOf(app, version, more)
    const check = async () => (await server.call(checkRelease, { params: { app, version }, token })).body.data
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    /** Milliseconds in place of those per file and for all. */
    const withPatience = (file: number, all: number) =>
      jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout({ 10000: file, 60000: all }[ms] ?? ms))

    beforeAll(async () => {
      upload(version, files)
      for (const [path, bytes] of Object.entries(files)) await putFile(server, app, version, path, bytes)
      const body = { data: { files: hashesOf(files), origin: cdn.url } }
      expect((await server.call(completeRelease, { params: { app, version }, body, token })).status).toBe(201)
    })
    afterEach(() => {
      cdn.instead = null
      jest.restoreAllMocks()
    })

    it('is said to redirect', async () => {
      cdn.instead = (response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
      const { damaged } = await check()
      expect(damaged).toHaveLength(6)
      expect(damaged[0]).toMatch(/^http:.+ redirects \(302\), and only files at this address itself are loaded\.$/)
      expect(damaged.join('')).not.toContain('does not answer')
    })

    it('is asked for six files at a time', async () => {
      const waiting: ServerResponse[] = []
      let most = 0
      cdn.instead = (response) => {
        waiting.push(response)
        most = Math.max(most, waiting.length)
        if (waiting.length < 6) return
        // Any five are enough.
        for (const one of waiting.splice(0)) one.writeHead(404).end()
      }
      expect((await check()).damaged.at(-1)).toMatch(
        /\d files were not read\.$|One more file was not read\.$|more files were not read\.$/,
      )
      expect(most).toBe(6)
    })

    it('is given up after five files that hang, and those that were broken off are not said to be damaged', async () => {
      withPatience(300, 60_000)
      cdn.instead = () => undefined
      const { damaged, parts } = await check()
      const silent = damaged.filter((sentence) => sentence.endsWith('does not answer.'))
      expect(silent.length).toBeGreaterThanOrEqual(5)
      expect(damaged).toHaveLength(silent.length + 1)
      expect(damaged.at(-1)).toMatch(/more files were not read\.$/)
      expect(parts?.files.passed).toBe(Object.keys(files).filter((path) => /\.(br|gz)$/.test(path)).length)
    })

    it('is given up after a minute, however few files hang', async () => {
      withPatience(10_000, 300)
      let asked = 0
      cdn.instead = (response) => {
        asked += 1
        // Headers, and then nothing.
        if (asked <= 4) response.setHeader('access-control-allow-origin', '*').writeHead(200).write('l')
      }
      const { damaged } = await check()
      expect(damaged).toEqual([expect.stringMatching(/^\d+ more files were not read in 60 seconds\.$/)])
    })
  })

  it('is never the shell', async () => {
    expect(sentence(await publish('1.0.0', { of: 'shell' }))).toContain('The shell lies on the portal itself')
  })

  it('is refused by check and overview as by activation when its origin is no longer admitted, and nothing is asked there', async () => {
    const origin = cdn.url.replace('127.0.0.1', 'localhost')
    await server.context.db
      .update(releases)
      .set({ manifest: { id: app, contract: '^1.0.0', routes: [], menu: [], origin } })
    let asked = 0
    cdn.server.on('request', () => asked++)
    const check = await server.call(checkRelease, { params: { app, version: '2.2.0' }, token })
    expect(check.body.data).toMatchObject({
      damaged: [],
      misfits: [expect.stringContaining(`${app} 2.2.0 lies at ${origin}.`)],
      parts: { files: { passed: 0 } },
    })
    expect(asked).toBe(0)
    const { body } = await server.call(releaseOverview, { token })
    expect(body.data[0]?.newest).toMatchObject({
      misfits: check.body.data.misfits,
      missing: 'Lies at an origin that is not admitted',
    })
  })

  it('is not activated any more when its origin is no longer admitted, unless forced', async () => {
    await server.context.db
      .update(releases)
      .set({ manifest: { id: app, contract: '^1.0.0', routes: [], menu: [], origin: 'https://gone.example' } })
    const refused = await activate(server, app, '2.0.0')
    expect(refused.code).toBe('ERR_6005')
    expect(sentence(refused)).toContain(`${app} 2.0.0 lies at https://gone.example.`)
    expect((await activate(server, app, '2.0.0', 100, { force: true, reason: 'It comes tonight' })).status).toBe(204)
  })

  it('is admitted by the policy of pages, and of nothing else', async () => {
    const policyOf = async (url: string) =>
      String((await server.app.inject({ url })).headers['content-security-policy'])
    const page = await policyOf('/')
    for (const directive of ['script-src', 'style-src', 'img-src', 'font-src', 'connect-src'])
      expect(page).toMatch(new RegExp(`${directive} [^;]*https://cdn\\.example ${cdn.url}(;|$)`))
    for (const directive of ['worker-src', 'default-src', 'form-action'])
      expect(page).toMatch(new RegExp(`${directive} '[^;]*'( blob:)?;`))
    expect(await policyOf('/registry.json')).not.toContain('cdn.example')
  })
})

it.each([
  ['https://cdn.example/files', 'a path'],
  ['cdn.example', 'no scheme'],
  ['http://cdn.example', 'no TLS on another machine'],
  ['https://*.example', 'a wildcard'],
  ["https://cdn.example; script-src 'unsafe-inline'", 'another directive'],
  ['https://cdn.example;script-src', 'another directive, which is a name for the parser of URLs'],
  ["https://cdn.example'", 'a quote'],
])('LAMELLA_REMOTE_ORIGINS=%s is refused: %s', (value) => {
  expect(() => readConfig({ LAMELLA_REMOTE_ORIGINS: value })).toThrow('LAMELLA_REMOTE_ORIGINS: must be origins')
})
