import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'playwright/test'
import type { Build } from './federation/broken-builds.ts'
import { stampBuild } from './federation/stamped-build.ts'
import { appAtHand } from './support/app-at-hand.ts'
import { loadedVersions } from './support/loaded-versions.ts'
import { test } from './support/own-portal.ts'

test.describe.configure({ mode: 'serial' })

const version = '7.0.0'
let scratch = ''
let build: Build
/** The range of React in the build at hand. */
let own = ''
const other = '^99.0.0'

test.beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'lamella-forced-'))
  const good = await appAtHand('auth')
  const file = 'compatibility.json'
  const compatibility = JSON.parse(await readFile(path.join(good.folder, file), 'utf8'))
  own = compatibility.needs.react.range
  build = await stampBuild(good, version, scratch, (code) => code.replaceAll(`"${own}"`, `"${other}"`))
  const needs = await readFile(path.join(build.folder, file), 'utf8')
  await writeFile(path.join(build.folder, file), needs.replaceAll(`"${own}"`, `"${other}"`))
})
test.afterAll(() => rm(scratch, { recursive: true }))

test('a remote built for another major of React is refused, naming both', async ({ portal }) => {
  await portal.lamella('release', 'publish', 'auth', '--from', build.folder)
  await expect(portal.lamella('release', 'activate', 'auth', version)).rejects.toThrow(
    new RegExp(`auth 7\\.0\\.0 needs react \\^99\\.0\\.0, shell .* provides ${own.slice(1)}`),
  )
})

test('forced, it falls back to the last good version, with a notice, and is counted as a failure of loading', async ({
  page,
  portal,
}) => {
  await portal.lamella('release', 'activate', 'auth', version, '--force', '--reason', 'Tried by a test')
  await page.goto('/auth/login')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await expect(page.getByText('An earlier version of The account area is shown')).toBeVisible()
  // It was tried: its entry has run, and the singleton was what failed.
  expect(await loadedVersions(page, 'auth')).toContain(version)
  const log = await page.evaluate(() => globalThis.__LAMELLA_TELEMETRY__)
  const failure = log?.find(({ event }) => event === 'remote-failed')
  expect(failure).toMatchObject({ app: 'auth', version })
  expect(failure?.detail).toMatch(/react/)
  expect(failure?.detail).toMatch(/99\.0\.0/)
})

test('a rollback ends it', async ({ page, portal }) => {
  await portal.lamella('release', 'rollback', 'auth')
  await page.goto('/auth/login')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  expect(await loadedVersions(page, 'auth')).not.toContain(version)
  await expect(page.getByText('An earlier version')).toHaveCount(0)
})
