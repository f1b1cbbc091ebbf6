import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LoadGraph } from '@lamella/shared/config/webpack/load-graph-plugin.ts'
import { expect, type Page } from 'playwright/test'
import type { Build } from './federation/broken-builds.ts'
import { builtVersion } from './federation/build.ts'
import { type CodeChange, stampBuild } from './federation/stamped-build.ts'
import { enter } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { type OwnPortal, test } from './support/own-portal.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

test.describe.configure({ mode: 'serial' })

const address = '/auth/login?return=%2Fprojects%3Fa%3Db#here'
const bar = 'The newest version of the portal did not work in this browser.'

const isEntry = (file: string): boolean => /^main\./.test(file)

/** Ways in which a published shell is broken, by a change of its code. */
const broken: Readonly<Record<string, CodeChange>> = {
  'entry throws at once': (code, file) => (isEntry(file) ? `throw new Error('broken entry');${code}` : code),
  'first render throws': (code) =>
    code.replaceAll('children:"Skip to content"', 'children:(()=>{throw new Error("broken render")})()'),
  'start never ends, before anything is shown': (code, file) => (isEntry(file) ? 'new Promise(()=>{})' : code),
  'start never ends, behind its skeleton': (code) =>
    code.replace(/await\s*\(0,([\w$.]+)\)\(\{runtime:/, 'await new Promise(()=>{})&&(0,$1)({runtime:'),
}

/** Files that are missing in the store of the server. */
const missing: Readonly<Record<string, (file: string) => boolean>> = {
  'entry is missing': isEntry,
  'chunks are missing': (file) => /^\d.*\.js/.test(file),
}

let scratch = ''
let good: Build
/** The one that works; the server has it already. */
let present = ''
let count = 0

const release = async (portal: OwnPortal, { version, folder }: Build): Promise<void> => {
  await portal.lamella('release', 'publish', 'shell', '--from', folder)
  await portal.lamella('release', 'activate', 'shell', version)
}

const next = (): string => {
  count += 1
  return `9.0.${count}`
}

const removeStored = async (portal: OwnPortal, version: string, isGone: (file: string) => boolean): Promise<void> => {
  const folder = path.join(portal.dataFolder, 'blobs', 'releases', 'shell', version)
  for (const file of (await readdir(folder)).filter(isGone)) await rm(path.join(folder, file))
}

/** Versions of the shell that failed, as the metrics count them. @param stage - `shell`: those that did not start */
const failuresInMetrics = async (portal: OwnPortal, stage = 'shell'): Promise<string[]> => {
  const metrics = await (await fetch(`${portal.url}/metrics`)).text()
  const counted = new RegExp(`^remote_failures_total\\{app="shell",version="([^"]+)",stage="${stage}"\\} \\d`, 'gm')
  return [...metrics.matchAll(counted)].flatMap(([, version]) => version ?? [])
}

/** Lets the seconds pass for which the watchdog waits, also for the answers of the server in between. */
const letPass = async (page: Page, seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second += 1) await page.clock.runFor(1000)
}

const expectLogin = (page: Page): Promise<void> => expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()

test.beforeAll(async ({ portal }) => {
  scratch = await mkdtemp(path.join(tmpdir(), 'lamella-shells-'))
  good = await stampBuild(await builtVersion('shell', 'shell'), '9.0.0', scratch)
  await release(portal, good)
  present = good.version
})
test.afterAll(() => rm(scratch, { recursive: true }))

for (const [name, change] of Object.entries(broken)) {
  test(`a published shell whose ${name}: the version before is loaded at the same address, and a bar says so`, async ({
    page,
    portal,
  }) => {
    const build = await stampBuild(good, next(), scratch, change)
    await release(portal, build)
    await page.clock.install()
    await page.goto(address)
    await expect(async () => {
      await letPass(page, 5)
      await expect(page.getByText(`${bar} You are using version ${present}.`)).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 60_000 })
    await expectLogin(page)
    expect(page.url()).toBe(new URL(address, portal.url).href)
    await portal.lamella('release', 'rollback', 'shell')
  })
}

test('a published shell whose start is a loop without end: the next page loads the version before, and the failure is counted', async ({
  page,
  context,
  portal,
}) => {
  const build = await stampBuild(good, next(), scratch, (code, file) => (isEntry(file) ? `for(;;);${code}` : code))
  await release(portal, build)
  const other = await context.newPage()
  await other.goto('/registry.json')
  await page.goto(address, { waitUntil: 'commit' })
  const silence = () =>
    other.evaluate(() => {
      const [, mark = ''] = Object.entries(localStorage).find(([key]) => key.startsWith('lamella.starting.')) ?? []
      return Date.now() - Number(mark.split(' ')[1])
    })
  await expect.poll(silence, { timeout: 30_000 }).toBeGreaterThan(5000)
  await other.goto(address)
  await expect(other.getByText(`${bar} You are using version ${present}.`)).toBeVisible()
  await expectLogin(other)
  await expect.poll(() => failuresInMetrics(portal)).toContain(build.version)
  await portal.lamella('release', 'rollback', 'shell')
})

for (const [name, isGone] of Object.entries(missing)) {
  test(`a published shell whose ${name}: the version before is loaded, and the failure is in the telemetry`, async ({
    page,
    portal,
  }) => {
    const build = await stampBuild(good, next(), scratch)
    await release(portal, build)
    await removeStored(portal, build.version, isGone)
    await page.goto(address)
    await expect(page.getByText(bar)).toBeVisible()
    await expectLogin(page)
    const log = await page.evaluate(() => globalThis.__LAMELLA_TELEMETRY__)
    expect(log.filter(({ app }) => app === 'shell')).toMatchObject([
      { event: 'remote-failed', version: build.version, detail: expect.stringContaining('shell /auth/login') },
    ])
    await portal.lamella('release', 'rollback', 'shell')
  })
}

for (const [name, files] of [
  ['entry is', 'main'],
  ['chunks are', '\\d'],
] as const) {
  test(`a published shell whose ${name} changed in transit: refused by the browser, and the version before is loaded`, async ({
    page,
    portal,
  }) => {
    const build = await stampBuild(good, next(), scratch)
    await release(portal, build)
    await page.route(new RegExp(`/remotes/shell/${build.version}/${files}[^/]*\\.js`), async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: `${await answer.text()}\n` })
    })
    await page.goto(address)
    await expect(page.getByText(`${bar} You are using version ${present}.`)).toBeVisible()
    await expectLogin(page)
    await portal.lamella('release', 'rollback', 'shell')
  })
}

test('a published shell whose dashboard throws on its first render: the version before is loaded, and the failure is counted', async ({
  page,
  portal,
}) => {
  await enter(page, demoAccount('member', portal.dataFolder))
  const build = await stampBuild(good, next(), scratch, (code) =>
    code.replaceAll('`Welcome, ', '(()=>{throw new Error("broken dashboard")})()+`Welcome, '),
  )
  await release(portal, build)
  await page.goto('/')
  await expect(page.getByText(`${bar} You are using version ${present}.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  await expect(async () => expect(await failuresInMetrics(portal)).toContain(build.version)).toPass()
  await portal.lamella('release', 'rollback', 'shell')
})

test('a published shell of which a page that is opened later is missing: the version before is one click away, and the failure is counted', async ({
  page,
  portal,
}) => {
  const build = await stampBuild(good, next(), scratch)
  await release(portal, build)
  const graph: LoadGraph = JSON.parse(await readFile(path.join(build.folder, 'load-graph.json'), 'utf8'))
  const gone = graph.lazy['./src/pages/dashboard/dashboard-page.tsx']?.files ?? []
  expect(gone).not.toEqual([])
  await removeStored(portal, build.version, (file) => gone.some((name) => file.startsWith(name)))
  await enter(page, demoAccount('member', portal.dataFolder), '/projects')
  await page.getByRole('link', { name: /, dashboard$/ }).click()
  await expect(page.getByRole('alert')).toContainText('This page cannot be shown')
  await expect(async () => expect(await failuresInMetrics(portal, 'chunk')).toContain(build.version)).toPass()
  await page.getByRole('button', { name: `Use version ${present}` }).press('Enter')
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  await expect(page.getByText(bar)).toBeVisible()
  await portal.lamella('release', 'rollback', 'shell')
})

test.describe('An intact shell', () => {
  test('on a slow line is waited for as long as its files arrive', async ({ page }) => {
    await page.clock.install()
    let arrived = 0
    let before = Promise.resolve()
    // Each of the first files arrives after most of the patience for silence, and after the one before it.
    await page.route(/\/remotes\/shell\/.*\.js$/, (route) => {
      before = before.then(async () => {
        if (arrived < 4) await page.clock.runFor(15_000)
        await route.continue()
        await (await route.request().response())?.finished()
        arrived += 1
      })
      return before
    })
    await page.goto(address, { waitUntil: 'commit' })
    await expectLogin(page)
    expect(arrived).toBeGreaterThan(3)
    await expect(page.getByText(bar)).toHaveCount(0)
  })

  test('is not blamed when the server does not answer', async ({ page }) => {
    await page.clock.install()
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('/registry.json', (route) => answered.then(() => route.continue()))
    let probes = 0
    await page.route('/readyz', (route) => {
      probes += 1
      return route.abort()
    })
    await page.goto(address)
    await expect(async () => {
      await letPass(page, 100)
      expect(probes).toBeGreaterThan(0)
    }).toPass({ timeout: 60_000 })
    answer()
    await expectLogin(page)
    await expect(page.getByText(bar)).toHaveCount(0)
  })
})

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the page says in a sentence what is missing', async ({ page }) => {
    await page.goto('/auth/login')
    await expect(page.locator('noscript')).toBeVisible()
    expect(await page.locator('noscript').innerHTML()).toContain('Lamella needs JavaScript.')
  })
})

test.describe('When the newest shell does not start', () => {
  let build: Build

  test('the bar is good at all widths, can be hidden, and the next page has the same version without waiting', async ({
    page,
    portal,
  }) => {
    build = await stampBuild(good, next(), scratch)
    await release(portal, build)
    await removeStored(portal, build.version, isEntry)
    await page.goto('/auth/login')
    await expectGoodAtAllWidths(page, 'earlier-shell')
    await page.getByRole('button', { name: 'Hide' }).press('Enter')
    await expect(page.getByText(bar)).toHaveCount(0)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.reload()
    await expect(page.getByText(bar)).toBeVisible()
    await expectLogin(page)
    expect(asked.filter((url) => url.includes(`/remotes/shell/${build.version}/`))).toEqual([])
  })

  test('the offer of a new version stands above the bar', async ({ page, portal }) => {
    await page.clock.install()
    await page.goto('/auth/login')
    await expect(page.getByText(bar)).toBeVisible()
    await expectLogin(page)
    await portal.lamella('release', 'rollback', 'shell')
    await page.clock.fastForward(31_000)
    const offer = page.getByRole('dialog', { name: 'There is a new version available' })
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 700 })
      const lower = async () => {
        const box = await offer.boundingBox()
        return box ? box.y + box.height : Number.NaN
      }
      const edge = (await page.getByRole('complementary', { name: 'Version of the portal' }).boundingBox())?.y ?? 0
      await expect.poll(lower).toBeLessThanOrEqual(edge)
    }
    await portal.lamella('release', 'activate', 'shell', build.version, '--force', '--reason', 'Its entry is gone')
  })

  test('and neither do those before it, a page says so in words, and "Try again" loads what works by then', async ({
    page,
    portal,
  }) => {
    const stored = path.join(portal.dataFolder, 'blobs', 'releases', 'shell')
    for (const version of await readdir(stored)) await removeStored(portal, version, isEntry)
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'The portal did not start' })).toBeVisible()
    expect(page.url()).toBe(new URL(address, portal.url).href)
    await expectGoodAtAllWidths(page, 'no-shell')
    // No shell is there to tell it.
    await expect(async () => expect(await failuresInMetrics(portal)).toContain(present)).toPass()
    expect(await page.evaluate(() => sessionStorage.getItem('lamella.shell-failures'))).toBeNull()

    const mended = await stampBuild(good, next(), scratch)
    await release(portal, mended)
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expectLogin(page)
    await expect(page.getByText(bar)).toHaveCount(0)
    expect(page.url()).toBe(new URL(address, portal.url).href)
  })
})

test('a browser without cookies gets the page in words instead of loading it again without end', async ({
  page,
  portal,
}) => {
  const build = await stampBuild(good, next(), scratch)
  await release(portal, build)
  await removeStored(portal, build.version, isEntry)
  await page.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined }))
  let loads = 0
  page.on('framenavigated', () => {
    loads += 1
  })
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { name: 'The portal did not start' })).toBeVisible()
  expect(loads).toBe(1)
  await portal.lamella('release', 'rollback', 'shell')
})
