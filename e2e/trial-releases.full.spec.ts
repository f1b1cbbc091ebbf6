import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { registry as registrySchema } from '@lamella/shared/contract'
import { type Browser, expect, type Page } from 'playwright/test'
import { type DemoRole, demoAccount } from './support/demo.ts'
import { loadedVersions } from './support/loaded-versions.ts'
import { type OwnPortal, test } from './support/own-portal.ts'
import { enterInOwnBrowser, publishStamped } from './support/stamped-release.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

test.describe.configure({ mode: 'serial' })

let scratch = ''
/** Active versions. */
let present: Record<string, string> = {}

test.beforeAll(async ({ portal }) => {
  scratch = await mkdtemp(path.join(tmpdir(), 'lamella-trials-'))
  const { microFrontends } = registrySchema.parse(await (await fetch(`${portal.url}/registry.json`)).json())
  present = Object.fromEntries(
    Object.entries(microFrontends).map(([app, [release]]) => [app, release?.metadata.version ?? '']),
  )
})
test.afterAll(() => rm(scratch, { recursive: true }))

const enterAs = (browser: Browser, portal: OwnPortal, role: DemoRole): Promise<Page> =>
  enterInOwnBrowser(browser, portal, demoAccount(role, portal.dataFolder))

const openProjects = async (page: Page, query = ''): Promise<void> => {
  await page.goto(`/projects${query}`)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
}

const member = 'member@lamella.test'

test('A version on trial is for the named user, in every browser, and for nobody else', async ({ browser, portal }) => {
  await publishStamped(portal, 'projects', '9.1.0', scratch)
  const said = await portal.lamella(
    'release',
    'trial',
    'projects',
    '9.1.0',
    '--users',
    member,
    '--reason',
    'Label sets',
  )
  expect(said).toContain(`projects 9.1.0 is on trial for ${member}.`)

  const [jonas, ines] = [await enterAs(browser, portal, 'member'), await enterAs(browser, portal, 'admin')]
  await openProjects(jonas)
  await openProjects(ines)
  expect(await loadedVersions(jonas, 'projects')).toEqual(['9.1.0'])
  expect(await loadedVersions(ines, 'projects')).toEqual([present.projects])

  const elsewhere = await enterAs(browser, portal, 'member')
  await openProjects(elsewhere)
  expect(await loadedVersions(elsewhere, 'projects')).toEqual(['9.1.0'])

  // After the log-out this browser is nobody's.
  await elsewhere.goto('/auth/logout')
  const cookies = async () => (await elsewhere.context().cookies()).map(({ name }) => name)
  await expect.poll(cookies).not.toContain('lamella_assigned')
  expect(await portal.lamella('release', 'trials')).toMatch(/0 of 1, limit 2 %/)
  await portal.lamella('release', 'end-trial', 'projects', '--reason', 'Enough')
})

test('A shell on trial is sent to the named user with the next page', async ({ browser, portal }) => {
  await publishStamped(portal, 'shell', '9.1.0', scratch)
  await portal.lamella('release', 'trial', 'shell', '9.1.0', '--users', member)
  const [jonas, ines] = [await enterAs(browser, portal, 'member'), await enterAs(browser, portal, 'admin')]
  for (const page of [jonas, ines]) await openProjects(page)
  expect(await loadedVersions(jonas, 'shell')).toEqual(['9.1.0'])
  expect(await loadedVersions(ines, 'shell')).toEqual([present.shell])
  await portal.lamella('release', 'end-trial', 'shell')
})

test('A version that fails for its user ends its trial by itself, and an open page learns of it', async ({
  browser,
  portal,
}) => {
  await publishStamped(portal, 'projects', '9.2.0', scratch, (code, file) =>
    file.startsWith('remote-entry') ? `throw new Error('broken entry');${code}` : code,
  )
  const open = await enterAs(browser, portal, 'member')
  await portal.lamella('release', 'trial', 'projects', '9.2.0', '--users', member)
  await openProjects(open)
  await expect(open.getByText('An earlier version of Projects is shown')).toBeVisible()
  // By the report of this page, within seconds; the job of each minute would come too.
  await expect
    .poll(() => portal.lamella('release', 'history', 'projects'), { timeout: 60_000, intervals: [1000] })
    .toMatch(/rollback .* automatic .*It failed for 1 of 1 user \(100 %\), the limit is 2 %/)
  await expect(open.getByText(/new(er)? version/i).first()).toBeVisible({ timeout: 100_000 })
  await openProjects(open)
  expect(await loadedVersions(open, 'projects')).toEqual([present.projects])
})

test.describe('A preview by address', () => {
  const bar = (page: Page) => page.getByRole('complementary', { name: 'Preview' })

  test('shows a version that is not active to an operator, in this tab only, until they end it', async ({
    browser,
    portal,
  }) => {
    const page = await enterAs(browser, portal, 'admin')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await openProjects(page, '?preview=projects@9.1.0')
    const question = page.getByRole('dialog', { name: 'Preview projects 9.1.0?' })
    await expect(question.getByText(/Published by the holder of the operator token at/)).toBeVisible()
    await expectGoodAtAllWidths(page, 'preview-question', question)
    // Nothing of it runs unasked.
    expect(asked.filter((url) => url.includes('/9.1.0/'))).toEqual([])
    await question.getByRole('button', { name: 'Preview' }).click()
    await expect(bar(page)).toContainText('Preview of projects 9.1.0')
    await expectGoodAtAllWidths(page, 'preview', bar(page))
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    expect(await loadedVersions(page, 'projects')).toEqual(['9.1.0'])
    expect(new URL(page.url()).search).toBe('')

    const other = await page.context().newPage()
    await openProjects(other)
    expect(await loadedVersions(other, 'projects')).toEqual([present.projects])
    await expect(bar(other)).toHaveCount(0)

    await page.getByRole('button', { name: 'End preview' }).click()
    await expect(bar(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    expect(await loadedVersions(page, 'projects')).toEqual([present.projects])
  })

  test('loads a version that was never active, whose files nobody else can read', async ({ browser, portal }) => {
    await publishStamped(portal, 'projects', '9.3.0', scratch)
    const manifest = `${portal.url}/remotes/projects/9.3.0/mf-manifest.json`
    expect((await fetch(manifest)).status).toBe(404)
    const page = await enterAs(browser, portal, 'admin')
    await openProjects(page, '?preview=projects@9.3.0')
    await page.getByRole('dialog', { name: 'Preview projects 9.3.0?' }).getByRole('button', { name: 'Preview' }).click()
    await expect(bar(page)).toContainText('Preview of projects 9.3.0')
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    expect(await loadedVersions(page, 'projects')).toEqual(['9.3.0'])
    expect((await fetch(manifest)).status).toBe(404)
  })

  test('is offered to an operator who is on a trial, and begins by their answer only', async ({ browser, portal }) => {
    const [page, other] = [await enterAs(browser, portal, 'admin'), await enterAs(browser, portal, 'admin')]
    const asked: string[] = []
    for (const each of [page, other]) each.on('request', (request) => asked.push(request.url()))
    await portal.lamella('release', 'trial', 'projects', '9.3.0', '--organisations', 'Demo laboratory')
    const question = (each: Page) => each.getByRole('dialog', { name: 'Preview projects 9.3.0?' })
    await openProjects(page)
    await expect(
      question(page).getByText(/It is on trial, also for you, by the holder of the operator token/),
    ).toBeVisible()
    await openProjects(other)
    await question(other).getByRole('button', { name: 'Cancel' }).click()
    await openProjects(other)
    await expect(question(other)).toHaveCount(0)
    expect(asked.filter((url) => url.includes('/9.3.0/'))).toEqual([])
    await question(page).getByRole('button', { name: 'Preview' }).click()
    await expect(bar(page)).toContainText('Preview of projects 9.3.0')
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    expect(await loadedVersions(page, 'projects')).toEqual(['9.3.0'])
    await page.goto('/settings/releases?app=projects')
    await expect(page.getByText('Trial of 9.3.0 for all of Demo laboratory')).toBeVisible()
    await portal.lamella('release', 'end-trial', 'projects')
  })

  test('of a shell comes from the server, and ends there', async ({ browser, portal }) => {
    const page = await enterAs(browser, portal, 'admin')
    await openProjects(page, '?preview=shell@9.1.0')
    await page.getByRole('dialog', { name: 'Preview shell 9.1.0?' }).getByRole('button', { name: 'Preview' }).click()
    await expect(bar(page)).toContainText('Preview of shell 9.1.0')
    expect(await loadedVersions(page, 'shell')).toEqual(['9.1.0'])
    await page.getByRole('button', { name: 'End preview' }).click()
    await expect(bar(page)).toHaveCount(0)
    await expect.poll(() => loadedVersions(page, 'shell')).toEqual([present.shell])
  })

  test('is refused to others: the address does nothing, and the call is refused', async ({ browser, portal }) => {
    const page = await enterAs(browser, portal, 'member')
    await openProjects(page, '?preview=projects@9.1.0')
    await expect(bar(page)).toHaveCount(0)
    expect(await loadedVersions(page, 'projects')).toEqual([present.projects])
    const status = await page.evaluate(async () => {
      const { accessToken } = JSON.parse(localStorage.getItem('authToken') ?? '{}')
      const headers = { authorization: `Bearer ${accessToken}` }
      const answers = await Promise.all(
        ['projects', 'shell'].map((app) => fetch(`/api/v1/releases/${app}/9.1.0/preview`, { method: 'POST', headers })),
      )
      return answers.map((answer) => answer.status)
    })
    expect(status).toEqual([403, 403])
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('lamella_preview')
  })
})
