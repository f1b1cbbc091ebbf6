import {
  type Endpoint,
  getBundle,
  getImage,
  getJob,
  getProject,
  listApplications,
  listAudit,
  listImages,
  listInvitations,
  listJobs,
  listMedia,
  listMembers,
  listProjects,
  listSessions,
  listUploads,
  organisationStorage,
  organisationUsage,
  uploadConfig,
  userProjectCounts,
} from '@lamella/shared/contract'
import { expect, type Page } from 'playwright/test'
import { enter } from './steps/account.ts'
import { demoAccount } from './support/demo.ts'
import { test } from './support/policy.ts'

/** What each page reads, refused on its way by a real browser's eyes: where D1-8 says the user ends. */
const id = '019aa000-0000-7000-8000-0000000000b1'
const project = `/projects/${id}`

/** Everything a project's pages read before what the test is about, as if the project were there. */
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

/** The reads of a page that it is about, each with what a failure without an error page of its own leads to. */
const reads: [at: string, reads: Endpoint, otherwise: string | 'in line'][] = [
  ['/', listProjects, '/error'],
  ['/', userProjectCounts, 'in line'],
  ['/projects', listProjects, 'in line'],
  ['/projects', userProjectCounts, 'in line'],
  ['/projects', organisationStorage, 'in line'],
  [project, getProject, '/error'],
  [`${project}/library`, listImages, 'in line'],
  [`${project}/jobs`, listJobs, 'in line'],
  [`${project}/jobs/${id}`, getJob, 'in line'],
  [`${project}/analysis`, listApplications, 'in line'],
  [`${project}/viewer?image=${id}`, getImage, 'in line'],
  ['/datastorage', organisationStorage, '/error'],
  ['/datastorage', listMedia, 'in line'],
  ['/datastorage/upload', uploadConfig, 'in line'],
  ['/datastorage/monitor', listUploads, 'in line'],
  ['/ai-trainer/dashboard', organisationUsage, 'in line'],
  ['/settings/users', listMembers, 'in line'],
  ['/settings/users?scope=invitations', listInvitations, 'in line'],
  ['/settings/audit', listAudit, 'in line'],
  [`/downloads/jobresultbundles/${id}`, getBundle, '/error'],
]

const returnUrl = (page: Page) => page.evaluate(() => localStorage.getItem('errorReturnUrl'))

/** One list and one of the statistics: a fault of the server is tried three times more, on each page. */
const few = reads.filter(([at]) => at === '/projects').slice(0, 2)

for (const [statement, status, errorPage, tried] of [
  ['D1-8-15', 403, '/error/403', reads],
  ['D1-8-22', 409, null, reads],
  ['D1-8-18', 410, '/error/410', few],
  ['D1-8-19', 503, '/error/503', few],
  ['D1-8-17', 504, null, few],
  ['D1-8-23', 418, '/error', few],
] as const) {
  test(`${statement} D1-8-29 what a page is about, refused with ${status}, ends at ${errorPage ?? 'the page itself, or at /error'}`, async ({
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

test('D1-8-25 a list that is refused says what the server says, and is there after another try', async ({ page }) => {
  await enter(page, demoAccount('admin'))
  await refuse(page, listProjects, 409)
  await page.goto('/projects')
  await expect(page.getByText('Said by the server. Nothing was lost.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/\d+ total|No projects found/)).toBeVisible()
})

test('D1-8-28 a card among others says itself what failed', async ({ page }) => {
  await enter(page, demoAccount('admin'))
  await refuse(page, listSessions, 403)
  await page.goto('/settings')
  await expect(page.getByText('Your sessions could not be retrieved')).toBeVisible()
  await expect(page).toHaveURL('/settings')
})

test('D2-4-15 a project that may not be seen ends at /error, and nowhere with its id as a name', async ({ page }) => {
  await enter(page, demoAccount('admin'))
  for (const at of [project, `${project}/library`, `${project}/jobs`, `${project}/analysis`]) {
    await page.goto(at)
    await expect(page).toHaveURL('/error')
    await expect(page.getByText(id)).toHaveCount(0)
    expect(await returnUrl(page)).toBe(at)
  }
})
