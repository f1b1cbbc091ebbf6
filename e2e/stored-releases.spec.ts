import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compatibility } from '@lamella/shared/contract'
import { expect, type Page } from 'playwright/test'
import { type StoredApp, storedApps, unpackStored } from './federation/stored/stored-builds.ts'
import { enterByLogIn } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { loadedVersions } from './support/loaded-versions.ts'
import { type OwnPortal, test } from './support/own-portal.ts'

/*
 * Builds of an earlier release (`npm run store-builds`) beside those of today, on the server of today. The gate has to admit them: what the
 * portal refuses here it would refuse in every portal that is brought up to date one app after the other.
 */

test.describe.configure({ mode: 'serial' })

let scratch = ''
test.beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'lamella-stored-'))
})
test.afterAll(() => rm(scratch, { recursive: true }))

/** Publishes a stored build. @returns its version */
const publish = async (portal: OwnPortal, app: StoredApp): Promise<string> => {
  const { version, folder } = await unpackStored(app, scratch)
  await portal.lamella('release', 'publish', app, '--from', folder)
  return version
}

/** Publishes a stored build and activates it, unforced. @returns its version */
const release = async (portal: OwnPortal, app: StoredApp): Promise<string> => {
  const version = await publish(portal, app)
  expect(await portal.lamella('release', 'activate', app, version)).toContain(`${version} (100 %)`)
  return version
}

/** Makes a project, finds it in the list, and opens its pages by clicks. */
const useProjects = async (page: Page, name: string): Promise<void> => {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await page.goto('/projects/new')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}/)
  await menu.getByRole('link', { name: 'Image Library' }).click()
  await expect(page).toHaveURL(/\/library$/)
  await menu.getByRole('link', { name: 'Image Analysis' }).click()
  await expect(page).toHaveURL(/\/analysis$/)
  await menu.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(page.getByText('An earlier version')).toHaveCount(0)
}

test('a remote of an earlier release works in the shell of today', async ({ page, portal }) => {
  const version = await release(portal, 'projects')
  await enterByLogIn(page, demoAccount('member', portal.dataFolder))
  await useProjects(page, 'Made by the remote of before')
  expect(await loadedVersions(page, 'projects')).toEqual([version])
  expect(await loadedVersions(page, 'shell')).not.toContain(version)
  await portal.lamella('release', 'rollback', 'projects')
})

/** Why a stored shell does not fit: remotes of today that need parts that it really does not have. @returns their names */
const remotesAhead = async (portal: OwnPortal, shell: string): Promise<string[]> => {
  const check = await portal.lamella('release', 'check', 'shell', shell).catch((error: Error) => error.message)
  const file = path.join(scratch, 'shell', shell, 'compatibility.json')
  const { provides } = compatibility.parse(JSON.parse(await readFile(file, 'utf8')))
  const needs = [...check.matchAll(/^ +(\S+) \S+ needs (.+) of (\S+), which shell/gm)]
  for (const [, , names = '', module = ''] of needs)
    expect(names.split(', ').filter((name) => provides[module]?.names?.includes(name))).toEqual([])
  return [...new Set(needs.map(([, app = '']) => app))]
}

test('a shell of an earlier release works with the remotes of today, except those that the gate names as ahead of it', async ({
  page,
  portal,
}) => {
  const version = await publish(portal, 'shell')
  // As docs/releases.md says: backwards, such a remote goes before the shell.
  const ahead = await remotesAhead(portal, version)
  for (const app of ahead) await release(portal, storedApps.find((one) => one === app) ?? 'shell')
  expect(ahead).not.toContain('projects')
  expect(await portal.lamella('release', 'activate', 'shell', version)).toContain(`${version} (100 %)`)
  await enterByLogIn(page, demoAccount('member', portal.dataFolder))
  expect(await loadedVersions(page, 'shell')).toEqual([version])
  await useProjects(page, 'Made in the shell of before')
  expect(await loadedVersions(page, 'projects')).not.toContain(version)
  for (const [area, title] of [
    ['/datastorage', 'Data Storage'],
    ['/settings', 'Settings'],
    ['/ai-trainer', 'AI Trainer'],
  ] as const) {
    await page.goto(area)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await expect(page.getByText('An earlier version')).toHaveCount(0)
  await portal.lamella('release', 'rollback', 'shell')
  for (const app of ahead) await portal.lamella('release', 'rollback', app)
})
