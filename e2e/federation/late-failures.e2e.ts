import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { LoadGraph } from '@lamella/shared/config/webpack/load-graph-plugin.ts'
import { expect, type Page } from 'playwright/test'
import type { Build } from './broken-builds.ts'
import { release, test } from './fixture.ts'
import type { ReleaseTarget } from './release-target.ts'
import { stampBuild } from './stamped-build.ts'

/** What the worker of a page that hangs has stored for the next page. */
const storedHangs = (page: Page): Promise<unknown[]> =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('lamella.hangs', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('hangs')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('hangs').objectStore('hangs').getAllKeys()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result)
          }
        }
      }),
  )

test('a page that throws after it was shown shows an error and keeps its version', async ({ page, portal }) => {
  await page.goto(`${portal.url}/probe/projects`)
  await page.getByRole('button', { name: 'Break now' }).click()
  await expect(page.getByRole('alert')).toContainText('Projects cannot be shown')
  await expect(page.getByText('An earlier version')).toHaveCount(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Probe /probe/projects' })).toBeVisible()
})

test('a chunk that a shown page loads later is missing: the earlier version takes over', async ({
  page,
  portal,
  builds,
}) => {
  const [probe] = builds.probes
  const newer = await stampBuild(probe, '1.1.0', path.join(builds.scratch, 'late'))
  const graph: LoadGraph = JSON.parse(await readFile(path.join(newer.folder, 'load-graph.json'), 'utf8'))
  for (const file of graph.lazy['./src/late-panel.tsx']?.files ?? []) await rm(path.join(newer.folder, file))
  await release(portal, newer)

  await page.goto(`${portal.url}/probe/projects`)
  await expect(page.getByText('version 1.1.0')).toBeVisible()
  await page.getByRole('button', { name: 'Load panel' }).click()
  await expect(page.getByText('version 1.0.0')).toBeVisible()
  await expect(page.getByText('An earlier version of Projects is shown')).toBeVisible()
  await page.getByRole('button', { name: 'Load panel' }).click()
  await expect(page.getByText('Late panel')).toBeVisible()
})

test.describe('A version that fails after its first render', () => {
  /** Releases 1.2.0 of the probe over 1.0.0; `without` names a module whose chunk is missing. */
  const releaseNewer = async (
    portal: ReleaseTarget,
    { probes: [probe], scratch }: { probes: [Build, Build]; scratch: string },
    without?: string,
  ): Promise<void> => {
    const newer = await stampBuild(probe, '1.2.0', path.join(scratch, without ? 'without' : 'late-versions'))
    if (without) {
      const graph: LoadGraph = JSON.parse(await readFile(path.join(newer.folder, 'load-graph.json'), 'utf8'))
      const files = graph.lazy[without]?.files ?? []
      expect(files.length).toBeGreaterThan(0)
      for (const file of files) await rm(path.join(newer.folder, file))
    }
    await release(portal, newer)
  }

  for (const [how, button] of [
    ['throws when it renders again', 'Break now'],
    ['throws in an effect', 'Break an effect'],
  ] as const) {
    test(`because it ${how}: "Use version" loads the one before in this area, also after a reload`, async ({
      page,
      portal,
      builds,
    }) => {
      await releaseNewer(portal, builds)
      await page.goto(`${portal.url}/probe/projects`)
      await expect(page.getByText('version 1.2.0')).toBeVisible()
      const loadedAt = await page.evaluate(() => performance.timeOrigin)
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('alert')).toContainText('Projects cannot be shown')
      await page.getByRole('button', { name: 'Use version 1.0.0' }).press('Enter')
      await expect(page.getByText('version 1.0.0')).toBeVisible()
      expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
      await page.getByRole('link', { name: 'datastorage' }).click()
      await page.getByRole('link', { name: 'projects' }).click()
      await expect(page.getByText('version 1.0.0')).toBeVisible()
      await page.reload()
      await expect(page.getByText('version 1.0.0')).toBeVisible()
      const log = await page.evaluate(() => globalThis.__LAMELLA_TELEMETRY__)
      expect(log.filter(({ version }) => version === '1.2.0')).toEqual([])
    })
  }

  test('because a click loads a chunk that is missing: the page stays, with the offer above it', async ({
    page,
    portal,
    builds,
  }) => {
    await releaseNewer(portal, builds, './src/late-action.ts')
    await page.goto(`${portal.url}/probe/projects`)
    await page.getByRole('button', { name: 'Act' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'A part of Projects did not load.' })).toBeVisible()
    await expect(page.getByText('version 1.2.0')).toBeVisible()
    await page.getByRole('button', { name: 'Use version 1.0.0' }).click()
    await page.getByRole('button', { name: 'Act' }).click()
    await expect(page.getByText('acted in 1.0.0')).toBeVisible()
  })

  test('because a click throws: nothing is offered', async ({ page, portal, builds }) => {
    await releaseNewer(portal, builds)
    await page.goto(`${portal.url}/probe/projects`)
    const thrown = page.waitForEvent('pageerror')
    await page.getByRole('button', { name: 'Break a click' }).click()
    await thrown
    await page.getByRole('button', { name: 'Select project' }).click()
    await expect(page.getByText('project of /probe/projects')).toBeVisible()
    await expect(page.getByRole('button', { name: /Use version/ })).toHaveCount(0)
  })

  test('because it is busy for more than five seconds: it goes on, with the offer above it', async ({
    page,
    portal,
    builds,
  }) => {
    await releaseNewer(portal, builds)
    await page.goto(`${portal.url}/probe/projects`)
    await page.getByRole('button', { name: 'Block for a while' }).click()
    await expect(page.getByText(/Projects did not respond for \d seconds\./)).toBeVisible()
    await page.getByRole('button', { name: 'Use version 1.0.0' }).click()
    await expect(page.getByText('version 1.0.0')).toBeVisible()
    // It came back: the next page has nothing to ask.
    await page.reload()
    await expect(page.getByText('version 1.0.0')).toBeVisible()
  })

  test('because it is busy without end: the next page asks before it shows it again', async ({
    page,
    context,
    portal,
    builds,
  }) => {
    await releaseNewer(portal, builds)
    await page.goto(`${portal.url}/probe/projects`)
    const hangs = () => storedHangs(other)
    const other = await context.newPage()
    await other.goto(`${portal.url}/registry.json`)
    await page
      .getByRole('button', { name: 'Block for ever' })
      .click({ noWaitAfter: true, timeout: 3000 })
      .catch(() => undefined)
    await expect.poll(hangs, { timeout: 20_000 }).toEqual(['projects 1.2.0'])

    await other.goto(`${portal.url}/probe/projects`)
    await expect(other.getByRole('alert')).toContainText('Projects did not respond')
    await other.getByRole('button', { name: 'Use version 1.0.0' }).click()
    await expect(other.getByText('version 1.0.0')).toBeVisible()
    expect(await hangs()).toEqual([])
  })
})
