import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { assignedVersions } from '@lamella/shared/contract'
import { type Browser, expect, type Page } from 'playwright/test'
import { type Account, enter } from './steps/account.ts'
import { appAtHand } from './support/app-at-hand.ts'
import { demoAccount } from './support/demo.ts'
import { loadedVersions } from './support/loaded-versions.ts'
import { test as base, type OwnPortal } from './support/own-portal.ts'
import { publishStamped } from './support/stamped-release.ts'

/* Who gets a version on trial, and how a trial becomes a release: by hand and by the clock. */

const test = base.extend<object, { scratch: string; letPass: (hours: number) => Promise<void> }>({
  scratch: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'lamella-audience-'))
      await writeFile(path.join(folder, 'clock'), '0')
      await use(folder)
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  environment: [
    ({ scratch }, use) =>
      use({
        NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'support/movable-clock.ts')}`,
        LAMELLA_TEST_CLOCK: path.join(scratch, 'clock'),
      }),
    { scope: 'worker' },
  ],
  /** Moves the clock of the server. */
  letPass: [
    ({ scratch }, use) => use((hours) => writeFile(path.join(scratch, 'clock'), String(hours * 3_600_000))),
    { scope: 'worker' },
  ],
})

test.describe.configure({ mode: 'serial' })

const app = 'projects'
const next = '9.1.0'
let present = ''

test.beforeAll(async ({ portal, scratch }) => {
  present = (await appAtHand(app)).version
  await publishStamped(portal, app, next, scratch)
})

/** A browser of its own of somebody. */
const browserOf = async (browser: Browser, portal: OwnPortal, account: Account): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await enter(page, account)
  return page
}

/** Version of the projects that this browser gets. */
const versionIn = async (page: Page): Promise<string[]> => {
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  return loadedVersions(page, app)
}

/** On trial by the clock, with the time after which each becomes active for all. */
const byClock = [
  { timed: 'datastorage', title: 'Data Storage', after: '2h' },
  { timed: 'ai-trainer', title: 'AI Trainer', after: '5h' },
] as const

test('by the clock: versions are given to a user, who uses them', async ({ browser, letPass, portal, scratch }) => {
  const { email } = demoAccount('member', portal.dataFolder)
  const page = await browserOf(browser, portal, demoAccount('member', portal.dataFolder))
  for (const { timed, title, after } of byClock) {
    await publishStamped(portal, timed, next, scratch)
    await portal.lamella('release', 'trial', timed, next, '--users', email, '--promote-after', after)
    await page.goto(`/${timed}`)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    expect(await loadedVersions(page, timed)).toEqual([next])
    await expect.poll(() => portal.lamella('release', 'trials')).toMatch(new RegExp(`^${timed} .*0 of 1`, 'm'))
  }
  await letPass(3)
})

test('an organisation: all of its users get the version, nobody of another one', async ({ browser, portal }) => {
  const email = 'vera@second-lab.test'
  const made = await portal.lamella('admin', 'create-user', '--admin', '--email', email, '--organisation', 'Second Lab')
  const [, password = ''] = /Password, shown only now: (\S+)/.exec(made) ?? []
  await portal.lamella('release', 'trial', app, next, '--organisations', 'Second Lab')
  const [vera, member] = [
    await browserOf(browser, portal, { email, password }),
    await browserOf(browser, portal, demoAccount('member', portal.dataFolder)),
  ]
  expect(await versionIn(vera)).toEqual([next])
  expect(await versionIn(member)).toEqual([present])
  await portal.lamella('release', 'end-trial', app)
  expect(await versionIn(vera)).toEqual([present])
})

/** Gives the version on trial to a share of the users. */
const setShare = (portal: OwnPortal, share: number) =>
  portal.lamella('release', 'trial', app, next, '--share', `${share}%`)

/** Version that the server gives a user. */
const given = async (page: Page): Promise<string | undefined> => {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('authToken') ?? '{}').accessToken)
  const answer = await page.request.get(assignedVersions.path, { headers: { authorization: `Bearer ${token}` } })
  return assignedVersions.success.body.parse(await answer.json()).data.versions[app]
}

test('a share of the users: each has their version after a reload and in a second browser, and keeps it as the share grows', async ({
  browser,
  portal,
}) => {
  const accounts = (['admin', 'member', 'guest'] as const).map((role) => demoAccount(role, portal.dataFolder))
  const pages = await Promise.all(accounts.map((account) => browserOf(browser, portal, account)))
  /** Whether each of them gets the version on trial. */
  let drawn: boolean[] = []
  let share = 0
  // Their places are as random as their ids: the share is halved and raised until it divides them.
  for (let [least, most] = [0, 100]; new Set(drawn).size < 2 && most - least > 1; ) {
    share = Math.floor((least + most) / 2)
    await setShare(portal, share)
    drawn = await Promise.all(pages.map(async (page) => (await given(page)) === next))
    ;[least, most] = drawn[0] ? [least, share] : [share, most]
  }
  expect(new Set(drawn).size).toBe(2)

  for (const wanted of [true, false]) {
    const index = drawn.indexOf(wanted)
    const [page, account] = [pages[index], accounts[index]]
    if (!page || !account) throw new Error('One of three users is missing')
    const expected = [wanted ? next : present]
    // A page learns of the last change of the share by an event, and has what it learned at its next load.
    await expect.poll(() => versionIn(page), { timeout: 60_000 }).toEqual(expected)
    expect(await versionIn(page)).toEqual(expected)
    expect(await versionIn(await browserOf(browser, portal, account))).toEqual(expected)
  }
  // More share only adds users: nobody is drawn again.
  const drawnPages = pages.filter((_, index) => drawn[index])
  for (let step = 1; step <= 5; step++) {
    await setShare(portal, share + Math.floor(((99 - share) * step) / 5))
    for (const user of drawnPages) expect(await given(user)).toBe(next)
  }
  for (const user of drawnPages) expect(await versionIn(user)).toEqual([next])
})

test('by hand: an operator gives the version on trial to all', async ({ browser, portal }) => {
  await portal.lamella('release', 'trial', app, next, '--share', '0%', '--users', 'vera@second-lab.test')
  const member = await browserOf(browser, portal, demoAccount('member', portal.dataFolder))
  expect(await versionIn(member)).toEqual([present])
  expect(await portal.lamella('release', 'activate', app, next)).toContain(`${next} (100 %)`)
  expect(await versionIn(member)).toEqual([next])
  expect(await portal.lamella('release', 'trials')).not.toMatch(new RegExp(`^${app} `, 'm'))
})

test('by the clock: when its time is over and the limits hold, the server gives it to all', async ({
  browser,
  portal,
}) => {
  await expect
    .poll(() => portal.lamella('release', 'history', 'datastorage'), { timeout: 90_000, intervals: [2000] })
    .toMatch(/activate .* automatic .*As planned after 2 hours: it failed for 0 of 1 user \(0 %\)/)
  // The other one waits for its own time, though the server has looked at both.
  expect(await portal.lamella('release', 'trials')).toMatch(/^ai-trainer .*0 of 1/m)
  const admin = await browserOf(browser, portal, demoAccount('admin', portal.dataFolder))
  await admin.goto('/datastorage')
  await expect(admin.getByRole('heading', { name: 'Data Storage', level: 1 })).toBeVisible()
  expect(await loadedVersions(admin, 'datastorage')).toEqual([next])
})
