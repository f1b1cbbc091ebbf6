import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { pageOfList } from '@lamella/shared/testing/long-list.ts'
import { type PersonKind, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { jobOutline } from '../../../test/job-outline.ts'
import { projectId, sampleApplication, sampleJob, sampleProject } from '../../../test/sample-result.ts'
import JobsPage from './jobs-page.tsx'

const idOf = (index: number) => `019aa000-0000-7000-8000-f0000000000${index}`
const page = <T,>(data: T[]) => ({ data, links: { next: null } })
const waiting = { started: null, finished: null, resultId: null, progress: 0 }

let jobs: contract.Job[]
let server: ContractServer
beforeEach(() => {
  jobs = [
    sampleJob({ id: idOf(1), imageName: 'tissue.svs' }),
    sampleJob({ id: idOf(2), imageName: 'culture.tif', ...waiting, status: 'running', progress: 0.426 }),
    sampleJob({ id: idOf(3), imageName: 'wound.tif', ...waiting, status: 'pending' }),
  ]
  server = ContractServer.start()
    .on(contract.getProject, () => ({ data: sampleProject() }))
    .on(contract.listApplications, () => page([sampleApplication()]))
    .on(contract.listJobs, () => page(jobs))
})
afterEach(() => server.close())

const open = (query = '', as: PersonKind = 'admin') =>
  renderPage(
    <Routes>
      <Route path="/projects/:projectId/jobs" element={<JobsPage />} />
      <Route path="*" element="Another page" />
    </Routes>,
    { at: `/projects/${projectId}/jobs${query}`, as },
  )
const table = () => screen.findByRole('table', { name: 'Analysis jobs' })
/** Texts of the cells of a row, without that of its box. */
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .slice(1)
    .map(({ textContent }) => textContent)

test('D2-2-08 Analysis Jobs lists each job with its application, state and duration', async () => {
  open()
  expect(screen.getByRole('heading', { name: 'Analysis Jobs', level: 1 })).toBeVisible()
  await within(await table()).findAllByText('DAB scoring 1.2.0')
  const [, first, second, third] = within(await table()).getAllByRole('row')
  const texts = [first, second, third].map((row) => row && cellsOf(row).filter((_, at) => at !== 3))
  expect(texts).toEqual([
    ['tissue.svs', 'DAB scoring 1.2.0', 'Successful', '0:01:05'],
    ['culture.tif', 'DAB scoring 1.2.0', 'Running, 43 %', '–'],
    ['wound.tif', 'DAB scoring 1.2.0', 'Queued', '–'],
  ])
})

test('a job leads to its page', async () => {
  const { location } = open()
  await userEvent.click(await within(await table()).findByRole('link', { name: 'culture.tif' }))
  expect(screen.getByText('Another page')).toBeVisible()
  expect(location()).toBe(`/projects/${projectId}/jobs/${idOf(2)}`)
})

test('jobs are filtered by what their rows say', async () => {
  open()
  await table()
  await enterText(screen.getByRole('searchbox', { name: 'Filter jobs' }), 'wound')
  const rows = within(await table()).getAllByRole('row')
  expect(rows.slice(1).map((row) => cellsOf(row)[0])).toEqual(['wound.tif'])
})

describe('of 600 jobs', () => {
  type Query = contract.HandlerInput<typeof contract.listJobs>['query']
  const sorted = ({ sort = '-created', 'filter[text]': text = '' }: Partial<Query>) => {
    const found = jobs.filter(({ imageName }) => imageName.includes(text))
    return sort === 'image' ? found.toReversed() : found
  }
  let asked: Query[]
  beforeEach(() => {
    asked = []
    window.innerHeight = 1080
    const nameOf = (index: number) => `image ${1000 - index}.tif`
    jobs = Array.from({ length: 600 }, (_, index) =>
      sampleJob({ id: `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}`, imageName: nameOf(index) }),
    )
    server
      .on(contract.listJobs, ({ query }) => {
        asked.push(query)
        return pageOfList(sorted(query), query)
      })
      .on(contract.getJobOutline, ({ query }) => jobOutline(sorted(query), jobs, query['page[size]']))
  })
  const names = () => [...document.querySelectorAll('tbody td:nth-child(2)')].map(({ textContent }) => textContent)

  test('D3-7-21 only what is looked at is read, sorted and filtered by the server', async () => {
    open()
    await waitFor(() => expect(names()[0]).toBe('image 1000.tif'))
    expect(await screen.findByText('600 total')).toBeVisible()
    expect(names().length).toBeLessThan(20)
    await userEvent.click(screen.getByRole('button', { name: /^Image/ }))
    await waitFor(() => expect(names()[0]).toBe('image 401.tif'))
    await enterText(screen.getByRole('searchbox', { name: 'Filter jobs' }), 'image 77')
    await waitFor(() => expect(names()).toEqual(Array.from({ length: 10 }, (_, at) => `image ${770 + at}.tif`)))
    expect(asked.map(({ sort, 'filter[text]': text }) => [sort, text])).toEqual([
      [undefined, undefined],
      ['image', undefined],
      ['image', 'image 77'],
    ])
  })

  test('what changes is read again, on the page that is shown', async () => {
    open()
    await waitFor(() => expect(names()[0]).toBe('image 1000.tif'))
    await userEvent.click(await screen.findByRole('button', { name: 'Page 50' }))
    await waitFor(() => expect(names()[0]).not.toBe('image 1000.tif'))
    const [id, name] = [jobs.find(({ imageName }) => imageName === names()[0])?.id ?? '', names()[0]]
    jobs = jobs.map((job) => (job.id === id ? { ...job, imageName: 'renamed.tif' } : job))
    act(() => bus.emit('server/changed', { type: 'job', id, project: projectId, status: 'successful', progress: 1 }))
    await waitFor(() => expect(names()[0]).toBe('renamed.tif'))
    expect(names()).not.toContain(name)
  })

  test('a page that cannot be read can be asked for again', async () => {
    open()
    await screen.findByText('600 total')
    server.on(contract.listJobs, () => new Refusal('ERR_0409'))
    await userEvent.click(screen.getByRole('button', { name: /^Image/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The jobs could not be retrieved')
    server.on(contract.listJobs, ({ query }) => pageOfList(sorted(query), query))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(names()[0]).toBe('image 401.tif'))
  })
})

describe('the jobs of a list', () => {
  const run = '019aa000-0000-7000-8000-d00000000001'
  type Query = contract.HandlerInput<typeof contract.listJobs>['query']
  const meets = (job: contract.Job, query: Query): boolean =>
    (query['filter[application]'] ?? job.appName) === job.appName &&
    (query['filter[run]'] ?? job.run) === job.run &&
    (query['filter[status]'] ?? job.status) === job.status &&
    (query['filter[image]'] ?? job.images[0]) === job.images[0]
  beforeEach(() => {
    jobs = [
      sampleJob({ id: idOf(1), imageName: 'tissue.svs', run }),
      sampleJob({ id: idOf(2), imageName: 'culture.tif', run, status: 'failed', resultId: null }),
      sampleJob({ id: idOf(3), imageName: 'cells.tif', appName: 'nuclei', run: null, images: [idOf(7)] }),
    ]
    server
      .on(contract.listJobs, ({ query }) => page(jobs.filter((job) => meets(job, query))))
      .on(contract.listJobGroups, () => ({
        data: {
          applications: [
            { name: 'dab-scoring', count: 2 },
            { name: 'nuclei', count: 1 },
          ],
          runs: [
            { id: run, appName: 'dab-scoring', appVersion: '1.2.0', created: '2026-11-20T09:00:00.000Z', count: 2 },
          ],
        },
      }))
      .on(contract.getImage, () => ({ data: sampleImage({ name: 'cells.tif' }) }))
  })
  const names = async () =>
    within(await table())
      .getAllByRole('row')
      .slice(1)
      .map((row) => cellsOf(row)[0])

  test.each([
    ['Application', /^DAB scoring \(2\)$/, 'application=dab-scoring', 'DAB scoring', ['tissue.svs', 'culture.tif']],
    [
      'Run',
      /^DAB scoring 1\.2\.0, 2026-11-20 .*, 2 jobs$/,
      `run=${run}`,
      /^Run of 2026-11-20 .*, 2 jobs$/,
      ['tissue.svs', 'culture.tif'],
    ],
    ['Status', /^Failed$/, 'status=failed', 'Failed', ['culture.tif']],
  ])('are those of one %s, which the address keeps', async (label, option, query, title, expected) => {
    const { location } = open()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Filters' }))
    await user.click(await screen.findByRole('combobox', { name: label }))
    await user.click(await screen.findByRole('option', { name: option }))
    await waitFor(async () => expect(await names()).toEqual(expected))
    expect(location()).toBe(`/projects/${projectId}/jobs?${query}`)
    await user.keyboard('{Escape}')
    await user.click(await screen.findByText(title, { selector: 'button *' }))
    await waitFor(async () => expect(await names()).toEqual(['tissue.svs', 'culture.tif', 'cells.tif']))
    expect(location()).toBe(`/projects/${projectId}/jobs`)
  })

  test('are those of one image, where its details lead here', async () => {
    open(`?image=${idOf(7)}`)
    await waitFor(async () => expect(await names()).toEqual(['cells.tif']))
    expect(await screen.findByRole('button', { name: 'Remove filter cells.tif' })).toBeVisible()
  })

  test('may be none, which is no empty project', async () => {
    open('?status=running')
    expect(await screen.findByText('No jobs found.')).toBeVisible()
    expect(screen.queryByText('No analysis jobs yet')).not.toBeInTheDocument()
  })

  test('are all where the address asks for what there is not', async () => {
    open('?status=broken&run=x')
    await waitFor(async () => expect(await names()).toHaveLength(3))
  })
})

test('a filter that nothing matches says so', async () => {
  open()
  await table()
  await enterText(screen.getByRole('searchbox', { name: 'Filter jobs' }), 'nothing like that')
  expect(await screen.findByText('No jobs found.')).toBeVisible()
})

test('without jobs the next action is offered, and nothing to filter', async () => {
  jobs = []
  open()
  expect(await screen.findByRole('heading', { name: 'No analysis jobs yet' })).toBeVisible()
  expect(screen.getAllByRole('link', { name: 'Analyse images' })).toHaveLength(1)
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
})

test('a failed request can be repeated', async () => {
  server.on(contract.listJobs, () => new Refusal('ERR_0409'))
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('The jobs could not be retrieved')
  server.on(contract.listJobs, () => page(jobs))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await within(await table()).findByText('wound.tif')).toBeVisible()
})
