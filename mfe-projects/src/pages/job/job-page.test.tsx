import { delay } from '@lamella/shared/api'
import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal, WithHeaders } from '@lamella/shared/testing/contract-server.ts'
import { type PersonKind, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage, sampleView } from '@lamella/shared/testing/sample-image.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router-dom'
import {
  jobId,
  projectId,
  sampleApplication,
  sampleJob,
  sampleObjects,
  sampleProject,
  sampleResult,
} from '../../../test/sample-result.ts'
import JobPage from './job-page.tsx'

const page = <T,>(data: T[]) => ({ data, links: { next: null } })

let job: contract.Job
let server: ContractServer
beforeEach(() => {
  job = sampleJob()
  server = ContractServer.start()
    .on(contract.getProject, () => ({ data: sampleProject() }))
    .on(contract.listApplications, () => page([sampleApplication()]))
    .on(contract.getJob, () => ({ data: job }))
    .on(contract.getJobResult, () => ({ data: sampleResult() }))
    .on(contract.pageResultObjects, () => ({ data: { total: 3, offset: 0, objects: [...sampleObjects] } }))
    .on(contract.findResultObjects, () => ({ data: { total: 3, oneOf: 1, objects: [...sampleObjects] } }))
    .on(contract.getImage, () => ({ data: sampleImage() }))
    .on(contract.getImageView, () => ({ data: sampleView() }))
})
afterEach(() => server.close())

const openPage = (as?: PersonKind) =>
  renderPage(
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Routes>
        <Route path="/projects/:projectId/jobs/:jobId" element={<JobPage />} />
        <Route path="*" element="Another page" />
      </Routes>
    </>,
    { at: `/projects/${projectId}/jobs/${jobId}`, ...(as && { as }) },
  )
const open = async (as?: PersonKind) => {
  const rendered = openPage(as)
  await screen.findByRole('heading', { name: 'DAB scoring of field.tif', level: 1 })
  return rendered
}
const firstToast = () =>
  new Promise<Toast>((resolve) => {
    const subscription = bus.on('toast/show').subscribe((toast) => {
      subscription.unsubscribe()
      resolve(toast)
    })
  })
const objects = async () => within(await screen.findByRole('region', { name: 'Objects' }))

test('a successful job shows figures, picture, classes, objects and provenance', async () => {
  await open()
  for (const name of ['Figures', 'Result overlay', 'Objects by class', 'Objects', 'Provenance'])
    expect(await screen.findByRole('region', { name })).toBeVisible()
  expect(screen.getByText(/^Version 1.2.0, finished .+ in 0:01:05$/)).toBeVisible()
})

test('a click on a row marks its object, one at a time', async () => {
  await open()
  const table = await objects()
  await userEvent.click(await table.findByText('3+'))
  expect(table.getByRole('button', { pressed: true })).toHaveTextContent('2')
  await userEvent.click(table.getByRole('button', { name: '3' }))
  expect(table.getByRole('button', { pressed: true })).toHaveTextContent('3')
})

test('without the picture the numbers still are there', async () => {
  server.on(contract.getImageView, () => new Refusal('ERR_0404'))
  await open()
  expect(await screen.findByRole('region', { name: 'Figures' })).toBeVisible()
  expect(await (await objects()).findByText('3+')).toBeVisible()
  // Neither the overlay nor its placeholder.
  await waitFor(() => expect(document.querySelector('.mantine-Skeleton-root')).not.toBeInTheDocument())
  expect(screen.queryByRole('region', { name: 'Result overlay' })).not.toBeInTheDocument()
})

test.each([
  ['pending', 0, 'The job is waiting for a free worker. You can leave this page: the job continues.'],
  ['running', 0.426, 'Analysing, 43 % done. You can leave this page: the job continues.'],
] as const)('a %s job says how far it is', async (status, progress, text) => {
  job = sampleJob({ status, progress, finished: null, resultId: null })
  await open()
  expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Progress of the job' })).toHaveAttribute(
    'aria-valuenow',
    `${progress * 100}`,
  )
  expect(screen.queryByRole('button', { name: 'Download' })).not.toBeInTheDocument()
})

test('a running job can be cancelled, which leads back to the jobs', async () => {
  job = sampleJob({ status: 'running', progress: 0.1, finished: null, resultId: null })
  let cancelled = ''
  server.on(contract.deleteJob, ({ params }) => {
    cancelled = params.jobId
    return undefined
  })
  const { location } = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel job' }))
  expect(await screen.findByText('Another page')).toBeVisible()
  expect([cancelled, location()]).toEqual([jobId, `/projects/${projectId}/jobs`])
})

test('a job that has ended meanwhile is not deleted by cancelling it, and its result is shown', async () => {
  job = sampleJob({ status: 'running', progress: 0.9, finished: null, resultId: null })
  server.on(contract.deleteJob, ({ query }) => {
    job = sampleJob()
    return query.only === 'unfinished' ? new Refusal('ERR_4006') : undefined
  })
  const told = firstToast()
  const { location } = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel job' }))
  expect(await screen.findByRole('region', { name: 'Figures' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cancel job' })).not.toBeInTheDocument()
  expect(location()).toBe(`/projects/${projectId}/jobs/${jobId}`)
  const { detail } = contract.errorCatalogue.ERR_4006
  expect(await told).toEqual({ kind: 'error', title: 'Cancel job', detail })
})

test.each([
  ['cancelled', { status: 'running', finished: null, resultId: null }, contract.deleteJob, 'Cancel job'],
  ['put into a file', {}, contract.createBundle, 'Download'],
] as const)('who leaves while a job is being %s stays where they are', async (_, changes, endpoint, button) => {
  job = sampleJob(changes)
  const answer = Promise.withResolvers<void>()
  let isAsked = false
  server.on<contract.Endpoint>(endpoint, async () => {
    isAsked = true
    await answer.promise
    return new WithHeaders(undefined as never, { location: `/api/v1/jobResultBundles/${jobId}` })
  })
  const { location } = await open()
  await userEvent.click(screen.getByRole('button', { name: button }))
  if (button === 'Download') await userEvent.click(await screen.findByRole('menuitem', { name: /xlsx/ }))
  await waitFor(() => expect(isAsked).toBe(true))
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  answer.resolve()
  await act(() => delay(50))
  expect(location()).toBe('/elsewhere')
})

test('a job that does not exist is said to, and the way on is the list of jobs instead of another attempt', async () => {
  server.on(contract.getJob, () => new Refusal('ERR_0404'))
  openPage()
  const said = await screen.findByRole('alert')
  expect(said).toHaveTextContent('This job does not existIt was deleted, or the address is wrong.')
  expect(within(said).getByRole('link', { name: 'Go to the analysis jobs' })).toHaveAttribute(
    'href',
    `/projects/${projectId}/jobs`,
  )
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

test('a failed job says why, and has nothing to download or cancel', async () => {
  job = sampleJob({ status: 'failed', statusErrors: ['The image has no DAB stain.'], resultId: null })
  await open()
  expect(screen.getByText('The image has no DAB stain.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Download|Cancel/ })).not.toBeInTheDocument()
  const picture = await screen.findByRole('link', { name: 'Open field.tif in the viewer' })
  expect(picture).toHaveAttribute('href', `/projects/${projectId}/viewer?image=${sampleImage().id}`)
})

describe('a job is run again', () => {
  const newId = '019aa000-0000-7000-8000-f00000000002'
  let sent: (string | undefined)[]
  beforeEach(() => {
    sent = []
    job = sampleJob({ status: 'failed', statusErrors: ['The server ran out of memory.'], resultId: null })
    const waiting = sampleJob({ id: newId, status: 'pending', finished: null, resultId: null })
    server.on(contract.getJob, ({ params }) => ({ data: params.jobId === newId ? waiting : job }))
  })
  const again = () => screen.findByRole('button', { name: 'Run again' })

  test('and the new one is opened', async () => {
    server.on(contract.repeatJob, ({ body: { data } }) => {
      sent.push(data.submission)
      return { data: { id: newId } }
    })
    const { location } = await open('admin')
    await userEvent.dblClick(await again())
    await waitFor(() => expect(location()).toBe(`/projects/${projectId}/jobs/${newId}`))
    expect(sent).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })

  test('and whoever comes back can run it again', async () => {
    server.on(contract.repeatJob, () => ({ data: { id: newId } }))
    renderPage(
      <>
        <Link to={`/projects/${projectId}/jobs/${jobId}`}>The old one</Link>
        <Routes>
          <Route path="/projects/:projectId/jobs/:jobId" element={<JobPage />} />
        </Routes>
      </>,
      { at: `/projects/${projectId}/jobs/${jobId}`, as: 'admin' },
    )
    await userEvent.click(await again())
    expect(await screen.findByText(/^The job is waiting for a free worker/)).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'The old one' }))
    expect(await again()).toBeEnabled()
    expect(await again()).not.toHaveAttribute('data-loading')
  })

  test('once, also when an answer was lost', async () => {
    const answers = [Response.error(), { data: { id: newId } }]
    server.on(contract.repeatJob, ({ body: { data } }) => {
      sent.push(data.submission)
      return answers.shift() ?? new Refusal('ERR_0500')
    })
    const { location } = await open('admin')
    const toast = firstToast()
    await userEvent.click(await again())
    expect(await toast).toMatchObject({ kind: 'error', title: 'Run again' })
    await userEvent.click(await again())
    await waitFor(() => expect(location()).toBe(`/projects/${projectId}/jobs/${newId}`))
    expect(sent[1]).toBe(sent[0])
  })

  test('but not by who may only look on', async () => {
    await open()
    await screen.findByRole('link', { name: 'Open field.tif in the viewer' })
    expect(screen.queryByRole('button', { name: 'Run again' })).not.toBeInTheDocument()
  })
})

test('a result is requested as a workbook and as text, as a bundle of this job alone', async () => {
  const asked: unknown[] = []
  server.on(contract.createBundle, ({ body: { data } }) => {
    asked.push([data.bundleAction, data.jobs])
    return new Refusal('ERR_0500')
  })
  await open()
  const download = async (name: RegExp) => {
    await userEvent.click(screen.getByRole('button', { name: 'Download' }))
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }
  await download(/xlsx/)
  await waitFor(() => expect(asked).toEqual([['xlsx', [jobId]]]))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Download' })).not.toHaveAttribute('data-loading'))
  await download(/csv/)
  await waitFor(() => expect(asked.slice(1)).toEqual([['csv', [jobId]]]))
})
