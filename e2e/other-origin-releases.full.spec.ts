import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LoadGraph } from '@lamella/shared/config/webpack/load-graph-plugin.ts'
import { expect, type Page } from 'playwright/test'
import type { Build } from './federation/broken-builds.ts'
import { loadedFiles } from './federation/broken-builds.ts'
import { stampBuild } from './federation/stamped-build.ts'
import { appAtHand } from './support/app-at-hand.ts'
import { loadedVersions } from './support/loaded-versions.ts'
import { test as base } from './support/own-portal.ts'

/** A second origin with files below `/remotes/`, as a CDN has them. */
interface Cdn {
  url: string
  folder: string
  server: Server
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
}

const startCdn = async (): Promise<Cdn> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lamella-cdn-'))
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://cdn')
    const body = await readFile(path.join(folder, pathname)).catch(() => null)
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('content-type', contentTypes[path.extname(pathname)] ?? 'application/octet-stream')
    response.writeHead(body ? 200 : 404).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, folder, server }
}

const test = base.extend<object, { cdn: Cdn }>({
  cdn: [
    async ({ browserName: _ }, use) => {
      const cdn = await startCdn()
      await use(cdn)
      cdn.server.closeAllConnections()
      await new Promise((closed) => cdn.server.close(closed))
      await rm(cdn.folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  environment: [({ cdn }, use) => use({ LAMELLA_REMOTE_ORIGINS: cdn.url }), { scope: 'worker' }],
})

test.describe.configure({ mode: 'serial' })

let scratch = ''
let good: Build
let build: Build
const version = '6.0.0'

test.beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'lamella-origin-'))
  good = await appAtHand('auth')
  build = await stampBuild(good, version, scratch)
})
test.afterAll(() => rm(scratch, { recursive: true }))

const placeOf = ({ folder }: Cdn): string => path.join(folder, 'remotes', 'auth', version)
const origins = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
    return [...new Set(files.filter(({ pathname }) => pathname.startsWith('/remotes/auth/')).map((url) => url.origin))]
  })
const openLogin = async (page: Page): Promise<void> => {
  await page.goto('/auth/login')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
}

test('a remote is not published for an origin that the portal does not admit, or that lacks its files', async ({
  cdn,
  portal,
}) => {
  const publish = (origin: string) =>
    portal.lamella('release', 'publish', 'auth', '--from', build.folder, '--origin', origin)
  await expect(publish('https://elsewhere.example')).rejects.toThrow(
    `auth ${version} lies at https://elsewhere.example. Other origins that this server admits (LAMELLA_REMOTE_ORIGINS): ${cdn.url}.`,
  )
  await expect(publish(cdn.url)).rejects.toThrow(/answers 404/)
  await cp(build.folder, placeOf(cdn), { recursive: true })
  expect(await publish(cdn.url)).toContain(`auth ${version} is published`)
})

test('it is loaded from there, with all its chunks and style sheets, under the policy of the portal', async ({
  cdn,
  page,
  portal,
}) => {
  await portal.lamella('release', 'activate', 'auth', version)
  await openLogin(page)
  expect(await origins(page)).toEqual([cdn.url])
  expect(await loadedVersions(page, 'auth')).toEqual([version])
  // A page in another chunk, by a click.
  await page.getByRole('link', { name: /forgot/i }).click()
  await expect(page).toHaveURL(/\/auth\/password\/reset/)
  await expect(page.getByRole('textbox', { name: /email/i })).toBeVisible()
  await expect(page.getByText('An earlier version')).toHaveCount(0)
})

/** Files that the log-in page loads from the other origin, in this order: three by the registry, the others by the table in the entry. */
const filesOfLogin = async (): Promise<Record<string, string>> => {
  const [manifest = '', entry = '', exposed = ''] = await loadedFiles(build)
  const graph: LoadGraph = JSON.parse(await readFile(path.join(build.folder, 'load-graph.json'), 'utf8'))
  const [chunk = '', style = ''] = ['.js', '.css'].map((ending) =>
    graph.lazy['./src/pages/login/login-page.tsx']?.files.find((file) => file.endsWith(ending)),
  )
  return {
    'federation manifest': manifest,
    entry,
    'chunk of its module': exposed,
    'lazy chunk of the page': chunk,
    'style sheet of the page': style,
  }
}

for (const name of [
  'federation manifest',
  'entry',
  'chunk of its module',
  'lazy chunk of the page',
  'style sheet of the page',
]) {
  test(`a changed ${name} at the other origin is refused by the browser, and the last good version is shown`, async ({
    cdn,
    page,
    portal,
  }) => {
    const file = path.join(placeOf(cdn), (await filesOfLogin())[name] ?? '')
    const intact = await readFile(file)
    await writeFile(file, `${intact}\n`)
    await openLogin(page)
    await expect(page.getByText('An earlier version of The account area is shown')).toBeVisible()
    expect(await origins(page)).toContain(portal.url)
    await writeFile(file, intact)
    await openLogin(page)
    await expect(page.getByText('An earlier version')).toHaveCount(0)
  })
}

test('a changed file at the other origin is found by the check', async ({ cdn, portal }) => {
  const file = path.join(placeOf(cdn), (await filesOfLogin())['lazy chunk of the page'] ?? '')
  const intact = await readFile(file)
  await writeFile(file, `${intact}\n`)
  await expect(portal.lamella('release', 'check', 'auth', version)).rejects.toThrow('has other bytes than the release')
  await writeFile(file, intact)
})

test('an origin that does not answer is a failure like any other', async ({ cdn, page }) => {
  await page.route(`${cdn.url}/**`, (route) => route.abort('connectionrefused'))
  await openLogin(page)
  await expect(page.getByText('An earlier version of The account area is shown')).toBeVisible()
})

test('scripts of any other origin are refused by the policy', async ({ page, violations }) => {
  await openLogin(page)
  const outcome = await page.evaluate(
    () =>
      new Promise((tell) => {
        const script = document.createElement('script')
        script.src = 'http://127.0.0.1:9/remotes/auth/6.0.0/x.js'
        script.addEventListener('error', () => tell('refused'))
        document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => tell(violatedDirective))
        document.head.append(script)
      }),
  )
  expect(outcome).toMatch(/^script-src/)
  await expect.poll(() => violations.length).toBeGreaterThan(0)
  // They were wanted: the fixture would fail the test.
  violations.length = 0
})
