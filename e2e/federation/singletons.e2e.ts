import { expect } from 'playwright/test'
import { test } from './fixture.ts'

declare global {
  /** An export of each shared module, by the path of the probe that imported it. */
  var __PROBES__: Record<string, Record<string, unknown>> | undefined
}

test('two remotes and the shell share one React, one router, one store, one bus and one cache', async ({
  page,
  portal,
}) => {
  await page.goto(`${portal.url}/probe/projects`)
  await expect(page.getByText('store shared')).toBeVisible()
  await page.getByRole('link', { name: 'datastorage' }).click()
  await expect(page.getByRole('heading', { name: 'Probe /probe/datastorage' })).toBeVisible()

  const instances = await page.evaluate(() => {
    const [one = {}, other = {}] = Object.values(globalThis.__PROBES__ ?? {})
    return Object.keys(one).map((name) => ({ name, found: one[name] !== undefined, same: one[name] === other[name] }))
  })
  expect(instances.length).toBeGreaterThan(20)
  for (const instance of instances) expect(instance).toEqual({ name: instance.name, found: true, same: true })
})

test('what the shell sets reaches a remote: theme, configuration, query client', async ({ page, portal }) => {
  await page.goto(`${portal.url}/probe/projects`)
  await expect(page.getByText('colour lagoon')).toBeVisible()
  await expect(page.getByText('product Lamella')).toBeVisible()
  await expect(page.getByText('query client found')).toBeVisible()
})

test('what one remote sets reaches the other, and its events reach the shell', async ({ page, portal }) => {
  await page.goto(`${portal.url}/probe/projects`)
  await page.getByRole('button', { name: 'Select project' }).click()
  await page.getByRole('link', { name: 'datastorage' }).click()
  await expect(page.getByText('project of /probe/projects')).toBeVisible()
  await page.getByRole('button', { name: 'Send toast' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Toast of /probe/datastorage' })).toBeVisible()
})
