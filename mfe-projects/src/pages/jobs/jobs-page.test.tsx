import * as contract from '@lamella/shared/contract'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
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

const open = () =>
  renderPage(
    <Routes>
      <Route path="/projects/:projectId/jobs" element={<JobsPage />} />
      <Route path="*" element="Another page" />
    </Routes>,
    { at: `/projects/${projectId}/jobs` },
  )
const table = () => screen.findByRole('table', { name: 'Analysis jobs' })
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
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
