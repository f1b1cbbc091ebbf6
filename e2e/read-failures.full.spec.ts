import {
  type Endpoint,
  getBundle,
  getImage,
  getImageOutline,
  getJob,
  getMediaOutline,
  getProject,
  listApplications,
  listAudit,
  listContributors,
  listInvitations,
  listJobs,
  listLabelSets,
  listMembers,
  listMultichannelSettings,
  listProjects,
  listSessions,
  listUploads,
  organisationStorage,
  organisationUsage,
  releaseOverview,
  uploadConfig,
  userProjectCounts,
} from '@lamella/shared/contract'
import { expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/policy.ts'

/** Refuses each call that a page reads from, and checks where the user is led (D1-8-15 to D1-8-29). */
const id = '019aa000-0000-7000-8000-0000000000b1'
const project = `/projects/${id}`

/** Answer to `getProject`, which the pages of a project read before the call under test. */
const projectAnswer = {
  id,
  name: 'Liver',
  description: '',
  owner: id,
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-01-01T00:00:00.000Z',
  imageCount: 0,
  thumbnailUrl: null,
  contributors: [],
  statistics: { imageCount: 0, annotationCount: 0, jobCount: 0 },
}

const isOf = ({ path }: Endpoint) => {
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
  return ({ pathname }: URL): boolean => pattern.test(pathname)
}

const refuse = async (page: Page, endpoint: Endpoint, status: number): Promise<void> => {
  const json = { errors: [{ code: `ERR_0${status}`, detail: 'Said by the server.' }] }
  await page.route(isOf(endpoint), (route) =>
    route.request().method() === endpoint.method ? route.fulfill({ status, json }) : route.fallback(),
  )
}

/** Main calls of each page, with the page to which a failure without an error page of its own leads. */
const reads: [at: string, reads: Endpoint, otherwise: string | 'in line'][] = [
  ['/', listProjects, '/error'],
  ['/', userProjectCounts, 'in line'],
  ['/projects', listProjects, 'in line'],
  ['/projects', userProjectCounts, 'in line'],
  ['/projects', organisationStorage, 'in line'],
  [project, getProject, '/error'],
  [`${project}/library`, getImageOutline, 'in line'],
  [`${project}/jobs`, listJobs, 'in line'],
  [`${project}/jobs/${id}`, getJob, 'in line'],
  [`${project}/analysis`, listApplications, 'in line'],
  [`${project}/viewer?image=${id}`, getImage, 'in line'],
  [`${project}/sharing`, listContributors, 'in line'],
  [`${project}/labelsets`, listLabelSets, 'in line'],
  [`${project}/multichannel`, listMultichannelSettings, 'in line'],
  ['/datastorage', organisationStorage, '/error'],
  ['/datastorage', getMediaOutline, 'in line'],
  ['/datastorage/upload', uploadConfig, 'in line'],
  ['/datastorage/monitor', listUploads, 'in line'],
  ['/ai-trainer/dashboard', organisationUsage, 'in line'],
  ['/settings/users', listMembers, 'in line'],
  ['/settings/users?scope=invitations', listInvitations, 'in line'],
  ['/settings/audit', listAudit, 'in line'],
  ['/settings/releases', releaseOverview, 'in line'],
  [`/downloads/jobresultbundles/${id}`, getBundle, '/error'],
]

const returnUrl = (page: Page) => page.evaluate(() => localStorage.getItem('errorReturnUrl'))

/** One list and one call for statistics only: server errors are retried three times, which takes long on each page. */
const few = reads.filter(([at]) => at === '/projects').slice(0, 2)

for (const [statement, status, errorPage, tried] of [
  ['D1-8-15', 403, '/error/403', reads],
  ['D1-8-22', 409, null, reads],
  ['D1-8-18', 410, '/error/410', few],
  ['D1-8-19', 503, '/error/503', few],
  ['D1-8-17', 504, null, few],
  ['D1-8-23', 418, '/error', few],
] as const) {
  test(`${statement} D1-8-29 the main calls of each page, refused with ${status}, lead to ${errorPage ?? 'the page itself, or to /error'}`, async ({
    page,
  }) => {
    test.setTimeout(300_000)
    await enter(page, demoAccount('admin'))
    for (const [at, endpoint, otherwise] of tried) {
      await test.step(`${at}: ${endpoint.path}`, async () => {
        await page.unrouteAll()
        if (at.startsWith(project) && endpoint !== getProject) {
          await page.route(isOf(getProject), (route) => route.fulfill({ json: { data: projectAnswer } }))
        }
        await refuse(page, endpoint, status)
        const answered = page.waitForResponse((answer) => answer.status() === status)
        await page.goto(at)
        await answered
        const end = errorPage ?? (otherwise === 'in line' ? at : otherwise)
        await expect(page).toHaveURL(end)
        if (end === at) await expect(page.getByRole('heading').first()).toBeAttached()
        else expect(await returnUrl(page)).toBe(at)
      })
    }
  })
}

test('D1-8-25 a refused list shows the detail of the server, and is loaded by another try', async ({ page }) => {
  await enter(page, demoAccount('admin'))
  await refuse(page, listProjects, 409)
  await page.goto('/projects')
  await expect(page.getByText('Said by the server. Nothing was lost.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/\d+ total|No projects found/)).toBeVisible()
})

test('D1-8-28 one card among others shows its own error', async ({ page }) => {
  await enter(page, demoAccount('admin'))
  await refuse(page, listSessions, 403)
  await page.goto('/settings')
  await expect(page.getByText('Your sessions could not be retrieved')).toBeVisible()
  await expect(page).toHaveURL('/settings')
})

test('D2-4-15 a project without access leads to /error/404, and its id is never shown as a name', async ({ page }) => {
  await enter(page, demoAccount('admin'))
  const pages = [
    project,
    `${project}/library`,
    `${project}/jobs`,
    `${project}/analysis`,
    `${project}/viewer?image=${id}`,
  ]
  for (const at of pages) {
    await page.goto(at)
    await expect(page).toHaveURL('/error/404')
    await expect(page.getByText(id)).toHaveCount(0)
    expect(await returnUrl(page)).toBe(at)
  }
})
