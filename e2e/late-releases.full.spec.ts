import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LoadGraph } from '@lamella/shared/config/webpack/load-graph-plugin.ts'
import { registry as registrySchema } from '@lamella/shared/contract'
import { expect, type Page } from 'playwright/test'
import type { Build } from './federation/broken-builds.ts'
import { buildVersion } from './federation/build.ts'
import { stampBuild } from './federation/stamped-build.ts'
import { enter } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { loadedVersions } from './support/loaded-versions.ts'
import { type OwnPortal, test } from './support/own-portal.ts'
import { storedHangs } from './support/stored-hangs.ts'

/* A remote that the portal was not built with, and what becomes of its versions that fail after their first render. */

test.describe.configure({ mode: 'serial' })

const app = 'far-laboratory'
const area = 'Far laboratory'
const address = `/probe/${app}`
const [good, newer, incomplete] = ['1.0.0', '1.1.0', '1.2.0'] as const
/** Modules of which the last version lacks the chunks. */
const missing = ['./src/late-panel.tsx', './src/late-action.ts']

let scratch = ''
let build: Build

const release = async (portal: OwnPortal, { version, folder }: Build): Promise<void> => {
  await portal.lamella('release', 'publish', app, '--from', folder)
  expect(await portal.lamella('release', 'activate', app, version)).toContain(`${version} (100 %)`)
}

const open = async (page: Page, version: string): Promise<void> => {
  await page.goto(address)
  await expect(page.getByText(`version ${version}`)).toBeVisible()
}

/** Failures of a version that the server has counted, by stage. */
const failuresOf = async (portal: OwnPortal, version: string): Promise<Record<string, number>> => {
  const metrics = await (await fetch(`${portal.url}/metrics`)).text()
  const counted = new RegExp(
    `^remote_failures_total\\{app="${app}",version="${version}",stage="(\\w+)"\\} (\\d+)$`,
    'gm',
  )
  return Object.fromEntries([...metrics.matchAll(counted)].map(([, stage, count]) => [stage, Number(count)]))
}

test.beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'lamella-late-'))
  const options = ['--env', `app=${app}`]
  build = await buildVersion({ app, version: good, source: 'shared/testing/probe-remote', options }, scratch)
})
test.afterAll(() => rm(scratch, { recursive: true }))

test.describe('A remote that the portal was not built with', () => {
  test('is shown once it is published and activated', async ({ page, portal }) => {
    await release(portal, build)
    await page.goto(address)
    await expect(page.getByRole('heading', { name: `Probe ${address}` })).toBeVisible()
    expect(await loadedVersions(page, app)).toEqual([good])
  })

  test('and the builds of one work tree fit each other', async ({ portal, request }) => {
    const { microFrontends } = registrySchema.parse(await (await request.get('/registry.json')).json())
    expect(Object.keys(microFrontends).length).toBeGreaterThan(5)
    for (const [name, [active]] of Object.entries(microFrontends)) {
      const version = active?.metadata.version ?? ''
      expect(await portal.lamella('release', 'check', name, version)).toContain(
        'It fits the server and what is active.',
      )
    }
  })
})

test.describe('A version that fails after its first render', () => {
  test.beforeAll(async ({ portal }) => release(portal, await stampBuild(build, newer, scratch)))

  for (const [how, button, late] of [
    ['throws when it renders again', 'Break now', 1],
    ['throws in an effect', 'Break an effect', 2],
  ] as const) {
    test(`because it ${how}: "Try again" keeps it, "Use version" loads the one before in this area, also after a reload`, async ({
      page,
      portal,
    }) => {
      await open(page, newer)
      const loadedAt = await page.evaluate(() => performance.timeOrigin)
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('alert')).toContainText(`${area} cannot be shown`)
      // Counted when it happens, whatever the user does then.
      await expect.poll(() => failuresOf(portal, newer)).toEqual({ late })
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText(`version ${newer}`)).toBeVisible()
      await expect(page.getByText('An earlier version')).toHaveCount(0)

      await page.getByRole('button', { name: button }).click()
      await page.getByRole('button', { name: `Use version ${good}` }).press('Enter')
      await expect(page.getByText(`version ${good}`)).toBeVisible()
      expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
      await page.reload()
      await expect(page.getByText(`version ${good}`)).toBeVisible()
      const log = await page.evaluate(() => globalThis.__LAMELLA_TELEMETRY__)
      expect(log.filter(({ version }) => version === newer)).toEqual([])
    })
  }

  test('because a click throws: nothing is offered', async ({ page }) => {
    await open(page, newer)
    const thrown = page.waitForEvent('pageerror')
    await page.getByRole('button', { name: 'Break a click' }).click()
    await thrown
    await page.getByRole('button', { name: 'Select project' }).click()
    await expect(page.getByText(`project of ${address}`)).toBeVisible()
    await expect(page.getByRole('button', { name: /Use version/ })).toHaveCount(0)
  })

  test('because it is busy for more than five seconds: it goes on, with the offer above it', async ({
    page,
    portal,
  }) => {
    await open(page, newer)
    await page.getByRole('button', { name: 'Block for a while' }).click()
    await expect(page.getByText(new RegExp(`${area} did not respond for \\d+ seconds\\.`))).toBeVisible()
    await expect.poll(() => failuresOf(portal, newer)).toMatchObject({ hang: 1 })
    await page.getByRole('button', { name: `Use version ${good}` }).click()
    await expect(page.getByText(`version ${good}`)).toBeVisible()
    // It came back: the next page has nothing to ask.
    await page.reload()
    await expect(page.getByText(`version ${good}`)).toBeVisible()
  })

  test('because it is busy without end: the next page asks before it shows it again', async ({
    page,
    context,
    portal,
  }) => {
    await open(page, newer)
    const other = await context.newPage()
    await other.goto('/registry.json')
    await page
      .getByRole('button', { name: 'Block for ever' })
      .click({ noWaitAfter: true, timeout: 3000 })
      .catch(() => undefined)
    await expect.poll(() => storedHangs(other), { timeout: 20_000 }).toEqual([`${app} ${newer}`])

    await other.goto(address)
    await expect(other.getByRole('alert')).toContainText(`${area} did not respond`)
    await other.getByRole('button', { name: `Use version ${good}` }).click()
    await expect(other.getByText(`version ${good}`)).toBeVisible()
    expect(await storedHangs(other)).toEqual([])
    await expect.poll(() => failuresOf(portal, newer)).toEqual({ late: 2, hang: 2 })
    expect(await failuresOf(portal, good)).toEqual({})
  })
})

test.describe('A version that never ends its work before it is shown', () => {
  for (const [how, version, change] of [
    ['in its first render', '1.1.1', (code: string) => code.replace('"Probe "', '(()=>{for(;;);})()')],
    [
      'when its code is evaluated',
      '1.1.2',
      (code: string) => (code.includes('"Probe "') ? code.replace(/(\d+\(\w(?:,\w)*\)\{)/, '$1for(;;);') : code),
    ],
  ] as const) {
    test(`${how}: the next page takes the one before, and goes on to do so, and it is counted`, async ({
      page,
      context,
      portal,
    }) => {
      await release(portal, await stampBuild(build, version, scratch, change))
      const other = await context.newPage()
      await other.goto('/registry.json')
      await page.goto(address, { waitUntil: 'commit' })
      await expect.poll(() => storedHangs(other), { timeout: 30_000 }).toEqual([`${app} ${version} start`])
      await page.close()
      await open(other, newer)
      await expect(other.getByText(`An earlier version of ${area} is shown`)).toBeVisible()
      await expect.poll(() => failuresOf(portal, version)).toEqual({ hang: 1 })
      await open(other, newer)
      await expect.poll(() => failuresOf(portal, version)).toEqual({ hang: 2 })
      await portal.lamella('release', 'rollback', app)
    })
  }
})

test.describe('A version of which chunks are missing that a shown page loads later', () => {
  test.beforeAll(async ({ portal }) => {
    const whole = await stampBuild(build, incomplete, scratch)
    await release(portal, whole)
    const graph: LoadGraph = JSON.parse(await readFile(path.join(whole.folder, 'load-graph.json'), 'utf8'))
    const stored = path.join(portal.dataFolder, 'blobs', 'releases', app, incomplete)
    for (const module of missing) {
      const files = graph.lazy[module]?.files ?? []
      expect(files.length).toBeGreaterThan(0)
      for (const name of await readdir(stored)) {
        if (files.some((file) => name.startsWith(file))) await rm(path.join(stored, name))
      }
    }
  })

  test('for its content: the earlier version takes over', async ({ page }) => {
    await open(page, incomplete)
    await page.getByRole('button', { name: 'Load panel' }).click()
    await expect(page.getByText(`version ${newer}`)).toBeVisible()
    await expect(page.getByText(`An earlier version of ${area} is shown`)).toBeVisible()
    await page.getByRole('button', { name: 'Load panel' }).click()
    await expect(page.getByText('Late panel')).toBeVisible()
  })

  test('for a click: the page stays, with the offer above it', async ({ page, portal }) => {
    await open(page, incomplete)
    await page.getByRole('button', { name: 'Act' }).click()
    await expect(page.getByRole('status').filter({ hasText: `A part of ${area} did not load.` })).toBeVisible()
    await expect(page.getByText(`version ${incomplete}`)).toBeVisible()
    await page.getByRole('button', { name: `Use version ${newer}` }).click()
    await page.getByRole('button', { name: 'Act' }).click()
    await expect(page.getByText(`acted in ${newer}`)).toBeVisible()
    await expect.poll(async () => (await failuresOf(portal, incomplete)).chunk).toBeGreaterThan(0)
  })
})

test('A remote that is withdrawn is gone with the next page load, an open page keeps it, and it comes back when a version is activated', async ({
  page,
  portal,
}) => {
  await open(page, incomplete)
  expect(await portal.lamella('release', 'rollback', app, '--to', 'none')).toContain(`it was at ${incomplete}`)
  await page.getByRole('button', { name: 'Select project' }).click()
  await expect(page.getByText(`project of ${address}`)).toBeVisible()
  await page.goto(address)
  await expect(page).toHaveURL(/\/error\/404$/)
  await expect(page.getByText(`version ${incomplete}`)).toHaveCount(0)
  await portal.lamella('release', 'activate', app, good)
  await open(page, good)
})

test('Releases: an operator withdraws the only release of a remote on the page, and the history says why', async ({
  page,
  portal,
}) => {
  await enter(page, demoAccount('admin', portal.dataFolder))
  await page.goto(`/settings/releases?app=${app}`)
  const history = page.getByRole('region', { name: `History of ${app}` })
  await history.getByRole('button', { name: `Withdraw ${good}` }).click()
  const dialog = page.getByRole('dialog', { name: `Withdraw ${app}` })
  await expect(dialog.getByText(/Its pages and menu items are gone/)).toBeVisible()
  await dialog.getByLabel('Reason (optional)').fill('It was too early')
  await dialog.getByRole('button', { name: `Withdraw ${good}` }).click()
  const line = history.getByRole('listitem').filter({ hasText: `Withdrew ${good}` })
  await expect(line).toContainText('It was too early')
  await expect(page.getByRole('row').filter({ hasText: app })).toContainText('not active')
  const { microFrontends } = registrySchema.parse(await (await page.request.get('/registry.json')).json())
  expect(Object.keys(microFrontends)).not.toContain(app)
  await page.goto(address)
  await expect(page).toHaveURL(/\/error\/404$/)
})
