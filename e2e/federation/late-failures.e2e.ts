import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { LoadGraph } from '@lamella/shared/config/webpack/load-graph-plugin.ts'
import { expect } from 'playwright/test'
import { buildVersion } from './build.ts'
import { release, test } from './fixture.ts'

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
  const folder = path.join(builds.scratch, 'late')
  const order = { app: probe.app, version: '1.1.0', source: 'shared/testing/probe-remote' }
  const newer = await buildVersion({ ...order, options: ['--env', 'app=projects'] }, folder)
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
