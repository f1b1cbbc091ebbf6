import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sendTelemetry, type TelemetryEvent } from '@lamella/shared/contract'
import { expect, type Page } from 'playwright/test'
import { enter, enterByLogIn } from './steps/account.ts'
import { appAtHand } from './support/app-at-hand.ts'
import { demoAccount } from './support/demo.ts'
import { type OwnPortal, test } from './support/own-portal.ts'
import { publishStamped } from './support/stamped-release.ts'

/* What pages tell of the versions that they run, from the page of a user to the metrics and to the page of operators. */

test.describe.configure({ mode: 'serial' })
// Half of the pages tell timings and sessions, so each of them counts for two.
test.use({ environment: { TELEMETRY_SHARE: '0.5' } })

const app = 'datastorage'
const broken = '9.0.0'
let present = ''
let scratch = ''

test.beforeAll(async ({ portal }) => {
  scratch = await mkdtemp(path.join(tmpdir(), 'lamella-telemetry-'))
  present = (await appAtHand(app)).version
  await publishStamped(portal, app, broken, scratch, (code, file) =>
    file.startsWith('remote-entry') ? `throw new Error('broken entry');${code}` : code,
  )
  await portal.lamella('release', 'activate', app, broken)
})
test.afterAll(() => rm(scratch, { recursive: true }))

/** What is in nobody's telemetry. */
const secret = 'Biopsies of Mrs Example'

/** Decides whether the page is one of the half that tells timings; what else is random stays so. */
const draw = (page: Page, isDrawn: boolean) =>
  page.addInitScript(
    (least) => {
      const random = Math.random
      Math.random = () => least + random() / 2
    },
    isDrawn ? 0 : 0.5,
  )

/** Bodies of the beacons that the page sends; those of a page that is left are invisible to the test. */
const followBeacons = async (page: Page): Promise<{ bodies: string[]; headers: string[] }> => {
  const sent = { bodies: [] as string[], headers: [] as string[] }
  await page.route(`**${sendTelemetry.path}`, (route) => {
    sent.bodies.push(route.request().postData() ?? '')
    sent.headers.push(...Object.keys(route.request().headers()))
    return route.continue()
  })
  return sent
}

const eventsOf = (bodies: readonly string[]): TelemetryEvent[] => bodies.flatMap((body) => JSON.parse(body).data.events)

/** Logs in, types, meets an error and a broken version, and turns to another window, all in one page. */
const useThePortal = async (page: Page, portal: OwnPortal): Promise<void> => {
  await enterByLogIn(page, demoAccount('member', portal.dataFolder))
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  const failed = page.waitForEvent('pageerror')
  await page.evaluate((text) => void setTimeout(() => Promise.reject(new Error(text))), secret)
  await failed
  await menu.getByRole('link', { name: 'Data Storage', exact: true }).click()
  await expect(page.getByText('An earlier version of Data Storage is shown')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Data Storage' })).toBeVisible()
  // An interaction that the page answers by a frame.
  await page.getByRole('button', { name: /^User menu of/ }).click()
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

/** Numbers of a metric, by app@version. */
const metric = async (portal: OwnPortal, name: string): Promise<Record<string, number>> => {
  const text = await (await fetch(`${portal.url}/metrics`)).text()
  const lines = new RegExp(`^${name}\\{app="([^"]+)",version="([^"]+)"(?:,stage="\\w+")?\\} (\\S+)$`, 'gm')
  return Object.fromEntries(
    [...text.matchAll(lines)].map(([, of, version, value]) => [`${of}@${version}`, Number(value)]),
  )
}

test('a page that is drawn tells sessions, loads, LCP, INP, CLS, failures and errors per version, and nothing about its user', async ({
  page,
  portal,
}) => {
  await draw(page, true)
  const { bodies, headers } = await followBeacons(page)
  await useThePortal(page, portal)
  const kinds = () => [...new Set(eventsOf(bodies).map(({ kind }) => kind))].toSorted()
  await expect.poll(kinds).toEqual(['CLS', 'INP', 'LCP', 'error', 'failure', 'load', 'session'])

  for (const event of eventsOf(bodies)) {
    const { kind, app: of, version, stage, value, ...more } = event
    expect(more).toEqual({})
    expect(of).toMatch(/^(shell|auth|projects|datastorage)$/)
    expect(version).toMatch(/^\d+\.\d+\.\d+[\w.-]*$/)
    expect(typeof stage).toBe(kind === 'failure' ? 'string' : 'undefined')
    expect(typeof value).toBe(/^(load|LCP|INP|CLS)$/.test(kind) ? 'number' : 'undefined')
  }
  const [{ email }, said] = [demoAccount('member', portal.dataFolder), bodies.join()]
  for (const own of [secret, email, '/projects', 'http', 'Bearer']) expect(said).not.toContain(own)
  expect(headers).not.toContain('authorization')

  const [on, projects, shell] = await Promise.all(
    [app, 'projects', 'shell'].map(async (name) => `${name}@${(await appAtHand(name)).version}`),
  )
  // Beacons arrive in any order.
  await expect(async () => {
    expect(await metric(portal, 'remote_failures_total')).toEqual({ [`${app}@${broken}`]: 1 })
    // The broken entry is an error that nothing caught, too.
    expect(await metric(portal, 'remote_errors_total')).toEqual({ [projects ?? '']: 1, [`${app}@${broken}`]: 1 })
    expect(await metric(portal, 'remote_sessions_total')).toMatchObject({ [shell ?? '']: 2, [on ?? '']: 2 })
    expect(await metric(portal, 'remote_loads_total')).toMatchObject({ [projects ?? '']: 2, [on ?? '']: 2 })
    expect((await metric(portal, 'remote_load_seconds_sum'))[on ?? '']).toBeGreaterThan(0)
    for (const name of ['web_vital_lcp_seconds', 'web_vital_inp_seconds', 'web_vital_cls']) {
      const counts = Object.values(await metric(portal, `${name}_count`))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
    }
    const [inp = 0] = Object.values(await metric(portal, 'web_vital_inp_seconds_sum'))
    expect(inp).toBeGreaterThan(0)
  }).toPass()
})

test('a page that is not drawn tells failures and errors only', async ({ page, portal }) => {
  await draw(page, false)
  const { bodies } = await followBeacons(page)
  await useThePortal(page, portal)
  const kinds = () => new Set(eventsOf(bodies).map(({ kind }) => kind))
  await expect.poll(kinds).toEqual(new Set(['error', 'failure']))
  await expect.poll(() => metric(portal, 'remote_failures_total')).toEqual({ [`${app}@${broken}`]: 2 })
})

test('Releases: who runs what, with failures, vitals and size of a version beside those of the version before', async ({
  page,
  portal,
}) => {
  await enter(page, demoAccount('admin', portal.dataFolder))
  await page.goto(`/settings/releases?app=${app}`)
  const figures = page.getByRole('region', { name: `Figures of ${app}` })
  await figures.getByRole('button', { name: 'Show as a table' }).click()
  const versions = figures.getByRole('region', { name: 'Versions' })
  const line = async (version: string): Promise<Record<string, string>> => {
    const titles = await versions.getByRole('columnheader').allTextContents()
    const row = versions.getByRole('row').filter({ hasText: version })
    const cells = await row.locator('th, td').allTextContents()
    return Object.fromEntries(titles.map((title, i) => [title.replace(/,.*/, ''), cells[i] ?? '']))
  }
  await expect(versions.getByRole('row')).toHaveCount(3)
  const size = expect.stringMatching(/^[\d.]+ [KM]B$/)
  // All of those who got it could not use it.
  expect(await line(broken)).toMatchObject({
    Version: `${broken} active`,
    Sessions: '0',
    Failures: '100.00',
    INP: '–',
    Size: size,
  })
  const number = expect.stringMatching(/^[\d.]+$/)
  expect(await line(present)).toMatchObject({
    Version: `${present} before`,
    Sessions: '2',
    Failures: '0.00',
    INP: number,
    CLS: number,
    Size: size,
  })
  const facts = page.getByRole('region', { name: `${app} ${broken}` }).getByRole('definition')
  await expect(facts.filter({ hasText: present }).first()).toHaveText(
    new RegExp(`(more than|less than|as) ${present}$`),
  )
  const apps = page.getByRole('row')
  const rowOf = (name: string) => apps.filter({ has: page.getByRole('button', { name, exact: true }) })
  await expect(rowOf(app)).toContainText('100.00 %')
  // The largest paint was that of the log-in page.
  await expect(rowOf('auth')).toContainText(/\d s/)
})
