import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hDabField, toTiff } from '@lamella/shared/testing/pictures/index.ts'
import { expect } from 'playwright/test'
import { enter } from './steps/account.ts'
import { createProject } from './steps/upload.ts'
import { expectSameBytes, watchUploads } from './steps/upload-protocol.ts'
import { startCuttingProxy } from './support/cutting-proxy.ts'
import { demoAccount } from './support/demo.ts'
import { test as base } from './support/policy.ts'
import { sharedPlace } from './support/portal.ts'

/** Bytes of the first part of a file after which its connection breaks. */
const cutAfter = 500_000

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  baseURL: async ({}, use) => {
    const proxy = await startCuttingProxy(Number(sharedPlace().port), /^content-range: bytes 0-/im, cutAfter)
    await use(proxy.url)
    proxy.close()
    expect(proxy.cuts()).toBe(1)
  },
})

test('an upload whose connection is cut goes on by itself after the last byte that arrived, as one upload', async ({
  page,
}, info) => {
  const folder = info.outputPath('pictures')
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, 'cut.tif')
  await writeFile(file, toTiff(hDabField({ seed: 6, width: 1024, height: 683 }), 0.5))
  await enter(page, demoAccount('member'))
  const project = await createProject(page, `Cut ${info.retry}`)
  await page.goto(`/datastorage/upload?project=${path.basename(project)}`)
  await page.getByLabel('Files for 2D Images').setInputFiles(file)
  const uploads = watchUploads(page)
  await page.getByRole('button', { name: 'Start upload' }).click()

  await page.getByRole('link', { name: 'Image library', exact: true }).click()
  await expect(page.getByRole('tab', { name: /^Available ?1/ })).toBeVisible({ timeout: 60_000 })
  await expectSameBytes(page, project, [file])
  const starts = uploads.parts.flatMap(({ range }) => /^bytes (\d+)-/.exec(range)?.[1] ?? []).map(Number)
  expect(starts[0]).toBe(0)
  expect(starts.at(-1)).toBeGreaterThan(0)
  expect(starts.at(-1)).toBeLessThanOrEqual(cutAfter)
  expect(new Set(uploads.parts.map(({ upload }) => upload)).size).toBe(1)
})
