import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { registry as registrySchema } from '@lamella/shared/contract'
import { hDabField, toTiff } from '@lamella/shared/testing/pictures/index.ts'
import { expect, type Page } from 'playwright/test'
import { enterByLogIn } from './steps/account.ts'
import { openNewProject } from './steps/new-project.ts'
import { slowDown } from './steps/upload.ts'
import { expectSameBytes, watchUploads } from './steps/upload-protocol.ts'
import { demoAccount } from './support/demo.ts'
import { loadedVersions } from './support/loaded-versions.ts'
import { type OwnPortal, test } from './support/own-portal.ts'
import { publishStamped } from './support/stamped-release.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

test.describe.configure({ mode: 'serial' })

const next = '9.0.0'
let present = ''

const openLogin = async (page: Page): Promise<void> => {
  await page.goto('/auth/login')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
}

/**
 * A new version becomes active while an image is uploaded and a form is half filled. The user agrees at once; the page changes when the upload is
 * complete, with what was typed, and the image is there once, byte by byte.
 */
const changeWhileUploading = async (page: Page, portal: OwnPortal, app: 'auth' | 'shell'): Promise<void> => {
  // The clock of the test has no timings of the browser.
  const loaded = new Set<string>()
  let loads = 0
  page.on('request', (request) => {
    const version = new RegExp(`/remotes/${app}/([^/]+)/`).exec(request.url())?.[1]
    if (version) loaded.add(version)
  })
  page.on('load', () => {
    loads += 1
  })
  const uploads = watchUploads(page)
  const folder = await mkdtemp(path.join(tmpdir(), 'lamella-upload-'))
  const file = path.join(folder, 'long.tif')
  // 2 MiB: more than a minute at the speed below.
  await writeFile(file, toTiff(hDabField({ seed: 5, width: 1024, height: 683 }), 0.5))

  const project = `Uploaded while ${app} changed`
  await page.clock.install()
  await enterByLogIn(page, demoAccount('admin', portal.dataFolder))
  await page.goto('/projects/new')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill(project)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: project })).toBeVisible()
  const projectPath = new URL(page.url()).pathname

  await page.getByRole('banner').getByRole('link', { name: 'Upload images' }).click()
  await page.getByRole('radio', { name: project }).check()
  await page.getByRole('button', { name: 'Select images' }).click()
  await page.getByLabel('Files for 2D Images').setInputFiles(file)
  const speedUp = await slowDown(page)
  await page.getByRole('button', { name: 'Start upload' }).click()
  await expect(page.getByRole('main').getByRole('row').filter({ hasText: 'uploading' })).toHaveCount(1)
  const [loadsBefore, loadedBefore] = [loads, [...loaded]]

  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  await openNewProject(page)
  await name.fill('Half written')
  await portal.lamella('release', 'activate', app, next)
  await page.clock.fastForward(60_000)
  const offer = page.getByRole('dialog', { name: 'There is a new version available' })
  await offer.getByRole('button', { name: 'Reload' }).click()
  await expect(offer).toContainText('1 image upload is not finished. The page reloads when it is.')
  await expect(name).toHaveValue('Half written')
  expect(loads).toBe(loadsBefore)
  expect([...loaded]).toEqual(loadedBefore)

  await speedUp()
  await expect.poll(() => loads).toBe(loadsBefore + 1)
  await expect(name).toHaveValue('Half written')
  await expect(page.getByText(/text was restored/)).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  expect([...loaded]).toEqual([...loadedBefore, next])

  await page.goto(`${projectPath}/library`)
  await expect(page.getByRole('button', { name: 'long.tif' }).filter({ has: page.locator('img') })).toHaveCount(1)
  await expect(page.getByRole('tab', { name: /^Available ?1/ })).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Processing ?0/ })).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Failed ?0/ })).toBeVisible()
  await expectSameBytes(page, projectPath, [file])
  expect(new Set(uploads.parts.map(({ upload }) => upload)).size).toBe(1)
  await portal.lamella('release', 'rollback', app)
  await rm(folder, { recursive: true })
}

test.describe('A release of one remote, by the operator commands', () => {
  test.beforeAll(async ({ request }) => {
    const { microFrontends } = registrySchema.parse(await (await request.get('/registry.json')).json())
    present = microFrontends.auth?.[0]?.metadata.version ?? ''
  })

  test('is built and published without being shown', async ({ page, portal }) => {
    expect(await portal.lamella('release', 'publish', 'auth', '--version', next)).toContain(`auth ${next} is published`)
    await openLogin(page)
    expect(await loadedVersions(page, 'auth')).toEqual([present])
  })

  test('is shown after a reload once it is active, while an open page keeps its version', async ({
    context,
    portal,
  }) => {
    const [open, reloaded] = [await context.newPage(), await context.newPage()]
    await openLogin(open)
    await openLogin(reloaded)
    expect(await portal.lamella('release', 'activate', 'auth', next)).toContain(`${next} (100 %)`)

    await reloaded.reload()
    await expect(reloaded.getByRole('button', { name: 'Log in' })).toBeVisible()
    expect(await loadedVersions(reloaded, 'auth')).toEqual([next])

    // Pages not yet loaded in an open tab come from the version with which the tab was opened.
    await open.getByRole('link', { name: /forgot/i }).click()
    await expect(open).toHaveURL(/\/auth\/password\/reset/)
    await expect(open.getByRole('textbox', { name: /email/i })).toBeVisible()
    expect(await loadedVersions(open, 'auth')).toEqual([present])
  })

  test('is gone after a rollback and a reload, while an open page keeps it', async ({ page, portal }) => {
    await openLogin(page)
    expect(await loadedVersions(page, 'auth')).toEqual([next])
    expect(await portal.lamella('release', 'rollback', 'auth')).toContain(`auth is back at ${present}`)

    await page.getByRole('link', { name: /forgot/i }).click()
    await expect(page).toHaveURL(/\/auth\/password\/reset/)
    expect(await loadedVersions(page, 'auth')).toEqual([next])

    await openLogin(page)
    expect(await loadedVersions(page, 'auth')).toEqual([present])
  })

  test('is recorded in the history, and its files are as published', async ({ portal }) => {
    const actions = (await portal.lamella('release', 'history', 'auth')).match(/publish|activate|rollback/g)
    expect(actions?.slice(0, 3)).toEqual(['rollback', 'activate', 'publish'])
    expect(await portal.lamella('release', 'check', 'auth', next)).toMatch(/all \d+ files are as published/)
  })

  test('D1-4.6-01 D1-4.6-02 an open page announces a new version, and "Reload" shows it', async ({ page, portal }) => {
    const loaded = new Set<string>()
    page.on('request', (request) => {
      const version = /\/remotes\/auth\/([^/]+)\//.exec(request.url())?.[1]
      if (version) loaded.add(version)
    })
    await page.clock.install()
    await openLogin(page)
    await portal.lamella('release', 'activate', 'auth', next)
    await page.clock.fastForward(31_000)
    const prompt = page.getByRole('dialog', { name: 'There is a new version available' })
    await expect(prompt).toContainText('Reload the page now to use the new version')
    await expectGoodAtAllWidths(page, 'new-version', prompt)
    expect([...loaded]).toEqual([present])
    await prompt.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => [...loaded]).toEqual([present, next])
    await portal.lamella('release', 'rollback', 'auth')
  })

  test(
    'an open page changes to a new version without losing a form or an upload',
    { tag: '@full' },
    ({ page, portal }) => changeWhileUploading(page, portal, 'auth'),
  )
})

test.describe('A page of a logged-in user, open for long', { tag: '@full' }, () => {
  test.beforeAll(async ({ portal }) => {
    const scratch = await mkdtemp(path.join(tmpdir(), 'lamella-open-'))
    await publishStamped(portal, 'shell', next, scratch)
    await rm(scratch, { recursive: true })
  })

  test('learns of a new remote and of a new shell from the server, and has them when its user agrees, with what was typed', async ({
    page,
    portal,
  }) => {
    const loaded: Record<string, string[]> = { auth: [], shell: [] }
    page.on('request', (request) => {
      const [, app = '', version = ''] = /\/remotes\/(auth|shell)\/([^/]+)\//.exec(request.url()) ?? []
      if (!loaded[app]?.includes(version)) loaded[app]?.push(version)
    })
    let looks = 0
    page.on('response', (response) => {
      if (new URL(response.url()).pathname === '/registry.json') looks += 1
    })
    await page.clock.install()
    await enterByLogIn(page, demoAccount('member', portal.dataFolder))
    await page.goto('/projects/new')
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Half written')
    const shell = loaded.shell?.[0] ?? ''
    const offer = page.getByRole('dialog', { name: 'There is a new version available' })

    for (const [app, before] of [
      ['auth', present],
      ['shell', shell],
    ] as const) {
      // The first look, after which the page looks each 45 s, or when the server tells it.
      const looksBefore = looks
      await expect(async () => {
        await page.clock.fastForward(31_000)
        expect(looks).toBeGreaterThan(looksBefore)
      }).toPass()
      // The clock goes on until it is stopped.
      await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3000)).toPass()
      await portal.lamella('release', 'activate', app, next)
      await expect(offer).toHaveCount(0)
      for (let second = 0; second < 20 && !(await offer.isVisible()); second += 1) {
        await page.clock.runFor(1000)
        await offer.waitFor({ timeout: 1000 }).catch(() => undefined)
      }
      await expect(offer).toBeVisible()
      await expect(name).toHaveValue('Half written')
      expect(loaded[app]).toEqual([before])
      await page.clock.resume()
      await offer.getByRole('button', { name: 'Reload' }).click()
      await expect(page.getByText(/text was restored/)).toBeVisible()
      await expect(name).toHaveValue('Half written')
      if (app === 'auth') await expect(offer).toHaveCount(0)
    }
    await expect.poll(() => loaded.shell).toEqual([shell, next])
    await page.goto('/settings')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    expect(loaded.auth).toEqual([present, next])
    for (const app of ['auth', 'shell']) await portal.lamella('release', 'rollback', app)
  })

  test('changes to a new shell without losing a form or an upload', ({ page, portal }) =>
    changeWhileUploading(page, portal, 'shell'))
})
