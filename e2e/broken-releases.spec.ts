import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'playwright/test'
import { breakages, breakBuild } from './federation/broken-builds.ts'
import { builtVersion } from './federation/build.ts'
import { stampBuild } from './federation/stamped-build.ts'
import { enterByLogIn } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/own-portal.ts'

test.describe.configure({ mode: 'serial' })

const version = '8.0.0'
const login = { page: './src/pages/login/login-page.tsx', text: '"Forgot your password?"' }

/** Replaces the files of the release in the store of the server. */
const replaceStored = async (dataFolder: string, folder: string): Promise<void> => {
  const stored = path.join(dataFolder, 'blobs', 'releases', 'auth', version)
  await rm(stored, { recursive: true })
  await cp(folder, stored, { recursive: true })
}

test.describe('A published and active release that is broken in the store', () => {
  let scratch = ''
  let folder = ''

  test.beforeAll(async ({ portal }) => {
    scratch = await mkdtemp(path.join(tmpdir(), 'lamella-broken-'))
    ;({ folder } = await stampBuild(await builtVersion('auth', 'mfe-auth'), version, scratch))
    await portal.lamella('release', 'publish', 'auth', '--from', folder)
    await portal.lamella('release', 'activate', 'auth', version)
  })
  test.afterAll(async ({ portal }) => {
    // Others use the portal after this.
    await portal.lamella('release', 'rollback', 'auth')
    await rm(scratch, { recursive: true })
  })

  for (const breakage of breakages) {
    const tag = breakage === breakages[0] ? [] : ['@full']
    test(`whose ${breakage}: the last good version is shown with a short notice`, { tag }, async ({ page, portal }) => {
      const broken = path.join(scratch, breakage.replaceAll(' ', '-'))
      await breakBuild({ app: 'auth', version, folder }, breakage, login, broken)
      await replaceStored(portal.dataFolder, broken)

      await page.goto('/auth/login')
      await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
      await expect(page.getByText('An earlier version of The account area is shown')).toBeVisible()
    })
  }

  test('is reported by the check, and works again when its files are restored', { tag: '@full' }, async ({
    page,
    portal,
  }) => {
    await expect(portal.lamella('release', 'check', 'auth', version)).rejects.toThrow(/missing or damaged/)
    await replaceStored(portal.dataFolder, folder)
    expect(await portal.lamella('release', 'check', 'auth', version)).toMatch(/all \d+ files are as published/)
    await page.goto('/auth/login')
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
    await expect(page.getByText('An earlier version')).toHaveCount(0)
  })
})

test.describe('A release that is intact in the store and changed in transit', { tag: '@full' }, () => {
  // Chunks: by the table in the entry.
  const changes = [
    ['mf-manifest.json', 'mf-manifest\\.json'],
    ['entry', 'remote-entry'],
    ['chunk of its module', '__federation_expose'],
    ['chunks', '\\d+\\.\\w+\\.js'],
    ['style sheets', '[^/]+\\.css'],
  ]
  for (const [name, file] of changes) {
    test(`its ${name}: the browser refuses it by its integrity, and the last good version is shown`, async ({
      page,
    }) => {
      let changed = 0
      await page.route(new RegExp(`/remotes/auth/${version}/${file}`), async (route) => {
        changed += 1
        const answer = await route.fetch()
        await route.fulfill({ response: answer, body: `${await answer.text()}\n` })
      })
      await page.goto('/auth/login')
      await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
      await expect(page.getByText('An earlier version of The account area is shown')).toBeVisible()
      expect(changed).toBeGreaterThan(0)
    })
  }
})

test('Each failure is counted by version and stage, for operators and their metrics', { tag: '@full' }, async ({
  page,
  portal,
}) => {
  await page.route(new RegExp(`/remotes/auth/${version}/mf-manifest.json`), (route) => route.abort())
  const metrics = async () => (await fetch(`${portal.url}/metrics`)).text()
  const failures = new RegExp(`^remote_failures_total\\{app="auth",version="${version}",stage="load"\\} (\\d+)$`, 'm')
  const count = async () => Number(failures.exec(await metrics())?.[1] ?? 0)
  const before = await count()
  await page.goto('/auth/login')
  await expect(page.getByText('An earlier version of The account area is shown')).toBeVisible()
  await expect.poll(count).toBeGreaterThan(before)
  // Timings are told when the page is left.
  await page.goto('about:blank')
  await expect.poll(metrics).toMatch(/^web_vital_lcp_seconds_count\{app="auth",version=".*"\} [1-9]/m)
  expect(await metrics()).toMatch(/^remote_loads_total\{app="auth",version=".*"\} [1-9]/m)
})

/** Removes the manifests of all stored versions of a remote. @returns restores them */
const killAllVersions = async (dataFolder: string, remote: string): Promise<() => Promise<void>> => {
  const folder = path.join(dataFolder, 'blobs', 'releases', remote)
  const versions = await readdir(folder)
  expect(versions.length).toBeGreaterThan(0)
  const move = async (from: string, to: string): Promise<void> => {
    for (const each of versions) {
      for (const file of await readdir(path.join(folder, each))) {
        if (file.startsWith(from))
          await rename(path.join(folder, each, file), path.join(folder, each, to + file.slice(from.length)))
      }
    }
  }
  await move('mf-manifest.json', 'away-manifest.json')
  return () => move('away-manifest.json', 'mf-manifest.json')
}

test('when all versions of a remote fail only its area shows an error: menu, guards and the other areas work', async ({
  page,
  portal,
}) => {
  const bringBack = await killAllVersions(portal.dataFolder, 'projects')
  // Guards need no code of the remote: users who are not logged in are redirected as always.
  await page.goto('/projects/new')
  await expect(page).toHaveURL(/\/auth\/login\?return=%2Fprojects%2Fnew$/)

  await enterByLogIn(page, demoAccount('admin', portal.dataFolder))
  const loadedAt = await page.evaluate(() => performance.timeOrigin)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Projects', exact: true }).click()
  const dead = page.getByRole('alert').filter({ hasText: 'cannot be shown' })
  await expect(dead).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Projects', exact: true })).toBeVisible()
  await menu.getByRole('link', { name: 'Data Storage', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Data Storage' })).toBeVisible()
  await page.goBack()
  await expect(dead).toBeVisible()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)

  await bringBack()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
})
