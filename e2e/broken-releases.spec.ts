import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'playwright/test'
import { breakages, breakBuild } from './federation/broken-builds.ts'
import { buildVersion } from './federation/build.ts'
import { test } from './support/own-portal.ts'

test.describe.configure({ mode: 'serial' })

const version = '8.0.0'
const login = { page: './src/pages/login/login-page.tsx', text: '"Forgot your password?"' }

/** What the server really holds of the release is replaced. */
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
    ;({ folder } = await buildVersion({ app: 'auth', version, source: 'mfe-auth' }, scratch))
    await portal.lamella('release', 'publish', 'auth', '--from', folder)
    await portal.lamella('release', 'activate', 'auth', version)
  })
  test.afterAll(() => rm(scratch, { recursive: true }))

  for (const breakage of breakages) {
    test(`whose ${breakage}: the last good version is shown with a short notice`, async ({ page, portal }) => {
      const broken = path.join(scratch, breakage.replaceAll(' ', '-'))
      await breakBuild({ app: 'auth', version, folder }, breakage, login, broken)
      await replaceStored(portal.dataFolder, broken)

      await page.goto('/auth/login')
      await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
      await expect(page.getByText('An earlier version of The account area is shown')).toBeVisible()
    })
  }

  test('is told by a check, and is whole again when its bytes are back', async ({ page, portal }) => {
    await expect(portal.lamella('release', 'check', 'auth', version)).rejects.toThrow(/missing or damaged/)
    await replaceStored(portal.dataFolder, folder)
    expect(await portal.lamella('release', 'check', 'auth', version)).toMatch(/all \d+ files are as published/)
    await page.goto('/auth/login')
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
    await expect(page.getByText('An earlier version')).toHaveCount(0)
  })
})
