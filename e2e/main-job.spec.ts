import path from 'node:path'
import { type Browser, expect, type Page } from 'playwright/test'
import { type Account, logIn, signUpAndLogIn } from './steps/account.ts'
import { correctResult, downloadResults, linkObjects, runDabScoring, shownFigures } from './steps/analysis.ts'
import { findInLists } from './steps/lists.ts'
import { cancelUpload, createProject, uploadInBackground } from './steps/upload.ts'
import { expectThumbnails, openInViewer, switchChannels, zoomIn } from './steps/viewer.ts'
import { generatedPictures, type Pictures, realPictures } from './support/pictures.ts'
import { watchPolicy } from './support/policy.ts'
import { expectGoodScreen } from './support/screen.ts'
import { expectTouchTargets } from './support/targets.ts'
import { test, watch } from './support/watched-page.ts'
import { expectGoodAtAllWidths } from './support/widths.ts'

/** Faults that are invisible on the page, as collected by `watch` and `watchPolicy`. */
interface Found {
  faults: string[]
  violations: string[]
}

interface Walked {
  account: Account
  libraryPath: string
  jobPath: string
  downloadPath: string
  /** Address of the viewer with the objects over the image. */
  viewerAddress: string
}

/** From sign-up to the numbers in a spreadsheet. */
const walk = async (page: Page, name: string, pictures: Pictures, folder: string): Promise<Walked> => {
  const project = `Walk with ${name} pictures`
  const account = await signUpAndLogIn(page, name)
  const projectPath = await createProject(page, project)
  const libraryPath = `${projectPath}/library`
  await uploadInBackground(page, libraryPath, project, pictures)
  await cancelUpload(page, libraryPath, project, pictures)
  await expectThumbnails(page, pictures)
  await zoomIn(page, pictures)
  await page.goto(libraryPath)
  await switchChannels(page, pictures)
  await page.goto(libraryPath)
  await runDabScoring(page, pictures)
  const jobPath = new URL(page.url()).pathname
  await correctResult(page)
  const downloadPath = await downloadResults(page, folder)
  const viewerAddress = await linkObjects(page)
  await findInLists(page, projectPath)
  return { account, libraryPath, jobPath, downloadPath, viewerAddress }
}

/** Log-in, library, viewer and job on a phone. */
const walkOnPhone = (
  browser: Browser,
  walked: Walked,
  pictures: Pictures,
  { faults, violations }: Found,
): Promise<void> =>
  test.step('on a phone', async () => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      baseURL: test.info().project.use.baseURL,
    })
    const page = await context.newPage()
    await watchPolicy(context, violations)
    watch(page, faults)
    await page.goto('/auth/login')
    await expectGoodScreen(page, 'phone-log-in')
    await logIn(page, walked.account)
    await expectGoodScreen(page, 'phone-dashboard')
    await page.goto(walked.libraryPath)
    await expect(page.getByRole('tabpanel').or(page.locator('main')).getByRole('img').first()).toBeAttached()
    await expectGoodScreen(page, 'phone-library')
    await expectTouchTargets(page, 'phone-library')
    await openInViewer(page, pictures.multichannel)
    await expectGoodScreen(page, 'phone-viewer')
    await expectTouchTargets(page, 'phone-viewer')
    await page.getByRole('button', { name: 'Channels', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Channels' })).toBeVisible()
    await expectGoodScreen(page, 'phone-viewer-channels')
    await expectTouchTargets(page, 'phone-viewer-channels')
    await page.goto(walked.jobPath)
    await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible()
    await expectGoodScreen(page, 'phone-job')
    await expectTouchTargets(page, 'phone-job')
    await context.close()
  })

/** The screens of a project with images and a job. */
const lookAtProject = async (page: Page, walked: Walked): Promise<void> => {
  const { libraryPath, jobPath, downloadPath, viewerAddress } = walked
  const projectPath = path.dirname(libraryPath)
  const screens = {
    project: projectPath,
    library: libraryPath,
    'library-table': `${libraryPath}?view=table`,
    analysis: `${projectPath}/analysis`,
    jobs: `${projectPath}/jobs`,
    job: jobPath,
    'job-result-download': downloadPath,
    'viewer-objects': viewerAddress,
    'dashboard-with-project': '/',
    'projects-with-project': '/projects',
    'data-storage-with-images': '/datastorage',
  }
  for (const [name, address] of Object.entries(screens)) {
    await test.step(`${name} at all widths`, async () => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      await expectGoodAtAllWidths(page, name)
    })
  }
}

test.describe('The main job', () => {
  test.describe.configure({ mode: 'serial', timeout: 420_000 })
  let walked: Walked
  let pictures: Pictures

  test('with generated pictures @main-job', async ({ page }, info) => {
    pictures = await generatedPictures(info.outputPath('pictures'))
    walked = await walk(page, 'generated', pictures, info.outputPath())
    await page.goto(walked.jobPath)
    await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible()
    const nuclei = (await shownFigures(page)).find(({ title }) => title === 'Nuclei')
    const known = pictures.nuclei ?? 0
    expect(Math.abs(Number(nuclei?.text) - known) / known, `of ${known} nuclei`).toBeLessThan(0.1)
  })

  test('on a phone, and its screens at all widths', { tag: '@full' }, async ({ page, browser, faults, violations }) => {
    await walkOnPhone(browser, walked, pictures, { faults, violations })
    await page.goto('/auth/login')
    await logIn(page, walked.account)
    await lookAtProject(page, walked)
  })
})

test('The main job with images of a laboratory', { tag: '@full' }, async ({ page }, info) => {
  test.setTimeout(420_000)
  const pictures = realPictures()
  test.skip(!pictures, 'the real images are not on this machine (LAMELLA_TEST_DATA, ../shared/data)')
  if (pictures) await walk(page, 'real', pictures, info.outputPath())
})
