import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { ContractServer, Refusal, WithHeaders } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { pageOfList } from '@lamella/shared/testing/long-list.ts'
import { type PersonKind, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router-dom'
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

/** Answers orders of bundles. @returns what was ordered */
const bundlesAsked = () => {
  const asked: contract.HandlerInput<typeof contract.createBundle>['body']['data'][] = []
  server.on(contract.createBundle, ({ body: { data } }) => {
    asked.push(data)
    return new WithHeaders(undefined, { location: `/api/v1/jobResultBundles/${idOf(9)}` })
  })
  return asked
}

describe('jobs that are selected', () => {
  const select = async (...names: string[]) => {
    const user = userEvent.setup()
    for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select job of ${name}` }))
    return user
  }
  const bar = () => screen.findByRole('toolbar', { name: 'Selected jobs' })
  const inBar = async (name: string) => within(await bar()).getByRole('button', { name })
  /** Answers deletions as a server does: what has not ended is cancelled. @returns methods and jobs */
  const deletions = (refused: string[] = []) => {
    const asked: string[] = []
    server.on(contract.deleteJob, ({ params: { jobId }, query: { only } }) => {
      const job = jobs.find(({ id }) => id === jobId)
      asked.push(`${only ?? 'any'} ${job?.imageName}`)
      if (!job || refused.includes(jobId)) return new Refusal('ERR_0403')
      const isOver = job.status !== 'pending' && job.status !== 'running'
      if (isOver && only) return new Refusal('ERR_4006')
      jobs = isOver
        ? jobs.filter(({ id }) => id !== jobId)
        : jobs.map((each) => (each === job ? { ...job, status: 'cancelled' } : each))
      return undefined
    })
    return asked
  }
  const rowNames = async () =>
    within(await table())
      .getAllByRole('row')
      .slice(1)
      .map((row) => cellsOf(row)[0])

  test('are downloaded as one file: those of one application that have results', async () => {
    jobs = [...jobs, sampleJob({ id: idOf(4), imageName: 'older.tif', appVersion: '1.1.0' })]
    const asked = bundlesAsked()
    const { location } = open()
    const user = await select('tissue.svs', 'culture.tif', 'older.tif')
    expect(await bar()).toHaveTextContent('3 jobs selected')
    await user.click(await inBar('Download'))
    await user.click(await screen.findByRole('menuitem', { name: 'Comma-separated (csv, zipped)' }))
    await waitFor(() => expect(location()).toBe(`/downloads/jobresultbundles/${idOf(9)}`))
    expect(asked).toEqual([
      {
        project: projectId,
        appName: 'dab-scoring',
        appVersions: ['1.2.0', '1.1.0'],
        bundleAction: 'csv',
        jobs: [idOf(1), idOf(4)],
      },
    ])
  })

  test('of several applications are a file each, because their columns differ', async () => {
    jobs = [...jobs, sampleJob({ id: idOf(4), imageName: 'cells.tif', appName: 'nuclei', appVersion: '1.3.0' })]
    const asked = bundlesAsked()
    open()
    const user = await select('tissue.svs', 'cells.tif')
    await user.click(await inBar('Download'))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'DAB scoring: Excel workbook (xlsx)',
      'DAB scoring: Comma-separated (csv, zipped)',
      'nuclei: Excel workbook (xlsx)',
      'nuclei: Comma-separated (csv, zipped)',
    ])
    await user.click(screen.getByRole('menuitem', { name: 'nuclei: Excel workbook (xlsx)' }))
    await waitFor(() => expect(asked).toMatchObject([{ appName: 'nuclei', jobs: [idOf(4)] }]))
  })

  test('are compared where two of them have results', async () => {
    jobs = [...jobs, sampleJob({ id: idOf(4), imageName: 'older.tif' })]
    const { location } = open()
    const user = await select('tissue.svs', 'culture.tif')
    expect(within(await bar()).queryByRole('link', { name: 'Compare' })).not.toBeInTheDocument()
    await select('older.tif')
    await user.click(within(await bar()).getByRole('link', { name: 'Compare' }))
    expect(location()).toBe(`/projects/${projectId}/jobs/compare?job=${idOf(1)}&job=${idOf(4)}`)
  })

  test('are compared as a run where they are all of one, however many', async () => {
    const run = '019aa000-0000-7000-8000-d00000000001'
    jobs = Array.from({ length: 120 }, (_, index) =>
      sampleJob({ id: `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}`, imageName: `${index}.tif`, run }),
    )
    server.on(contract.listJobGroups, () => ({ data: { applications: [], runs: [] } }))
    open(`?run=${run}`)
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all jobs' }))
    const link = within(await bar()).getByRole('link', { name: 'Compare' })
    expect(link).toHaveAttribute('href', `/projects/${projectId}/jobs/compare?run=${run}`)
    await enterText(screen.getByRole('searchbox', { name: 'Filter jobs' }), 'tif')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all jobs' }))
    // Part of a run, for all that is known, and too many for an address.
    expect(within(await bar()).queryByRole('link', { name: 'Compare' })).not.toBeInTheDocument()
  })

  test('without a result have nothing to download', async () => {
    open()
    await select('culture.tif', 'wound.tif')
    expect(await inBar('Download')).toBeDisabled()
  })

  test('D3-7-30 are deleted, also those that have not ended, after a question that says how many', async () => {
    const asked = deletions()
    open()
    const user = await select('tissue.svs', 'culture.tif')
    await user.click(await inBar('Delete'))
    const dialog = await screen.findByRole('dialog', { name: 'Delete jobs' })
    expect(dialog).toHaveTextContent(
      '2 jobs are deleted permanently, with their results and corrections (1 job of these not finished yet).',
    )
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await rowNames()).toEqual(['wound.tif']))
    expect(asked.toSorted()).toEqual(['any culture.tif', 'any tissue.svs', 'unfinished culture.tif'])
    expect(screen.queryByRole('toolbar', { name: 'Selected jobs' })).not.toBeInTheDocument()
  })

  test('are deleted as far as it goes, and the first failure is told', async () => {
    const told: string[] = []
    const listening = bus.on('toast/show').subscribe(({ title, detail }) => told.push(`${title}: ${detail}`))
    jobs = ['a.tif', 'b.tif', 'c.tif'].map((imageName, index) => sampleJob({ id: idOf(index), imageName }))
    deletions([idOf(1)])
    open()
    const user = await select('a.tif', 'b.tif', 'c.tif')
    await user.click(await inBar('Delete'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await rowNames()).toEqual(['b.tif']))
    expect(told).toEqual([`Delete jobs: ${contract.errorCatalogue.ERR_0403.detail}`])
    listening.unsubscribe()
  })

  test('are cancelled where they have not ended; the others keep their results', async () => {
    const asked = deletions()
    open()
    const user = await select('tissue.svs', 'culture.tif', 'wound.tif')
    await user.click(await inBar('Cancel'))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel jobs' })
    expect(dialog).toHaveTextContent('2 jobs are cancelled.')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel jobs' }))
    await waitFor(() => expect(screen.getAllByText('Cancelled')).toHaveLength(2))
    expect(asked.toSorted()).toEqual(['unfinished culture.tif', 'unfinished wound.tif'])
  })

  test('that end while others are cancelled are no failure', async () => {
    const told: unknown[] = []
    const listening = bus.on('toast/show').subscribe((toast) => told.push(toast))
    deletions()
    open()
    const user = await select('culture.tif', 'wound.tif')
    await user.click(await inBar('Cancel'))
    jobs = jobs.map((job) => (job.imageName === 'culture.tif' ? { ...job, status: 'successful' } : job))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel jobs' }))
    await waitFor(() => expect(screen.getAllByText('Cancelled')).toHaveLength(1))
    await waitFor(() => expect(screen.getAllByText('Successful')).toHaveLength(2))
    expect(told).toEqual([])
    listening.unsubscribe()
  })

  describe('are run again', () => {
    let sent: { jobId: string; run?: string | undefined; submission?: string | undefined }[]
    let answers: Record<string, Refusal | Response>
    beforeEach(() => {
      sent = []
      answers = {}
      server
        .on(contract.listJobGroups, () => ({ data: { applications: [], runs: [] } }))
        .on(contract.repeatJob, ({ params: { jobId }, body: { data } }) => {
          sent.push({ jobId, ...data })
          return answers[jobId] ?? { data: { id: idOf(8) } }
        })
    })
    const again = async (user: ReturnType<typeof userEvent.setup>) => {
      await user.click(await inBar('Run again'))
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Run again' }))
    }

    test('as one run, which is shown', async () => {
      const { location } = open()
      const user = await select('tissue.svs', 'culture.tif', 'wound.tif')
      await again(user)
      await waitFor(() => expect(location()).toBe(`/projects/${projectId}/jobs?run=${sent[0]?.run}`))
      expect(sent).toHaveLength(3)
      expect(new Set(sent.map(({ run }) => run)).size).toBe(1)
      expect(new Set(sent.map(({ submission }) => submission)).size).toBe(3)
    })

    test('as far as they are not refused; these stay selected, and tried again they belong to the same run', async () => {
      answers = { [idOf(1)]: new Refusal('ERR_4001', 'The image is empty.'), [idOf(2)]: Response.error() }
      const { location } = open()
      const user = await select('tissue.svs', 'culture.tif', 'wound.tif')
      await again(user)
      expect(await screen.findByText('tissue.svs: ERROR (ERR_4001: The image is empty.)')).toBeVisible()
      expect(screen.getByText(/^culture\.tif: ERROR \(ERR_CLIENT: The server did not answer/)).toBeVisible()
      expect(await bar()).toHaveTextContent('2 jobs selected')
      expect(location()).toBe(`/projects/${projectId}/jobs`)
      answers = {}
      await again(user)
      await waitFor(() => expect(location()).toBe(`/projects/${projectId}/jobs?run=${sent[0]?.run}`))
      expect(new Set(sent.map(({ run }) => run)).size).toBe(1)
      const namesOf = (jobId: string) => sent.filter((each) => each.jobId === jobId).map(({ submission }) => submission)
      // Refused, it is a new one; without an answer it is the same.
      expect(new Set(namesOf(idOf(1))).size).toBe(2)
      expect(new Set(namesOf(idOf(2))).size).toBe(1)
      expect(screen.queryByText(/ERROR/)).not.toBeInTheDocument()
    })

    test('as a run per application', async () => {
      jobs = [...jobs, sampleJob({ id: idOf(4), imageName: 'cells.tif', appName: 'nuclei' })]
      open()
      const user = await select('tissue.svs', 'cells.tif')
      await again(user)
      await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected jobs' })).not.toBeInTheDocument())
      expect(new Set(sent.map(({ run }) => run)).size).toBe(2)
    })
  })

  test('on other pages go on, too', async () => {
    window.innerHeight = 1080
    jobs = Array.from({ length: 300 }, (_, index) =>
      sampleJob({ id: `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}`, ...waiting, status: 'running' }),
    )
    server
      .on(contract.listJobs, ({ query }) => pageOfList(jobs, query))
      .on(contract.getJobOutline, ({ query }) => jobOutline(jobs, jobs, query['page[size]']))
    open()
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await userEvent.click(await inBar('Select all 300'))
    await screen.findByText('300 jobs selected', { selector: '[role="toolbar"] *' })
    expect(await inBar('Download')).toBeDisabled()
    const { id } = jobs.at(-1) ?? { id: '' }
    act(() => bus.emit('server/changed', { type: 'job', id, project: projectId, status: 'successful', progress: 1 }))
    await waitFor(async () => expect(await inBar('Download')).toBeEnabled())
  })

  test('all of a list, which are read late, are not selected in another list', async () => {
    window.innerHeight = 1080
    const gate = Promise.withResolvers<void>()
    jobs = Array.from({ length: 300 }, (_, index) =>
      sampleJob({ id: `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}` }),
    )
    let isHeld = false
    server
      .on(contract.listJobs, async ({ query }) => {
        if (isHeld && query['page[after]']) await gate.promise
        return pageOfList(jobs, query)
      })
      .on(contract.getJobOutline, ({ query }) => jobOutline(jobs, jobs, query['page[size]']))
    open()
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    isHeld = true
    await userEvent.click(await inBar('Select all 300'))
    expect(await inBar('Delete')).toBeDisabled()
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Clear selection' }))
    gate.resolve()
    await waitFor(() => expect(server.calls.filter((call) => call.endsWith('/jobs')).length).toBeGreaterThan(2))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    expect(await bar()).not.toHaveTextContent('300 jobs selected')
  })

  test('are no longer selected when the list is another one', async () => {
    open()
    await select('tissue.svs')
    await bar()
    await enterText(screen.getByRole('searchbox', { name: 'Filter jobs' }), 'wound')
    expect(screen.queryByRole('toolbar', { name: 'Selected jobs' })).not.toBeInTheDocument()
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Filter jobs' }))
    expect(await screen.findByRole('checkbox', { name: 'Select job of tissue.svs' })).not.toBeChecked()
  })

  test('all at once are those that the filter leaves', async () => {
    open()
    await table()
    await enterText(screen.getByRole('searchbox', { name: 'Filter jobs' }), 'tif')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all jobs' }))
    expect(await bar()).toHaveTextContent('2 jobs selected')
  })

  test('can only be downloaded by who may only look on', async () => {
    open('', 'guest')
    await select('tissue.svs')
    expect(
      within(await bar())
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Download', ''])
  })

  test('all of a long list are selected, on whichever page they are', async () => {
    window.innerHeight = 1080
    jobs = Array.from({ length: 600 }, (_, index) =>
      sampleJob({ id: `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}` }),
    )
    server
      .on(contract.listJobs, ({ query }) => pageOfList(jobs, query))
      .on(contract.getJobOutline, ({ query }) => jobOutline(jobs, jobs, query['page[size]']))
    const asked = bundlesAsked()
    open()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(await inBar('Select all 600'))
    expect(await screen.findByText('600 jobs selected', { selector: '[role="toolbar"] *' })).toBeVisible()
    await user.click(await inBar('Download'))
    await user.click(await screen.findByRole('menuitem', { name: 'Excel workbook (xlsx)' }))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(new Set(asked[0]?.jobs)).toEqual(new Set(jobs.map(({ id }) => id)))
  })

  test('are not deleted while they could only be cancelled, and that is told', async () => {
    const told: string[] = []
    const listening = bus.on('toast/show').subscribe(({ title }) => told.push(title))
    const asked: string[] = []
    server.on(contract.deleteJob, ({ query: { only } }) => {
      asked.push(only ?? 'any')
      return new Refusal('ERR_0409')
    })
    open()
    const user = await select('culture.tif')
    await user.click(await inBar('Delete'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(told).toEqual(['Delete jobs']))
    // A deletion would have cancelled it, and counted as done.
    expect(asked).toEqual(['unfinished'])
    listening.unsubscribe()
  })

  test('are not those of another project, where an address leads there', async () => {
    const other = '019aa000-0000-7000-8000-b00000000002'
    const Elsewhere = () => <Link to={`/projects/${other}/jobs`}>Other project</Link>
    renderPage(
      <>
        <Elsewhere />
        <Routes>
          <Route path="/projects/:projectId/jobs" element={<JobsPage />} />
        </Routes>
      </>,
      { at: `/projects/${projectId}/jobs`, as: 'admin' },
    )
    const user = await select('tissue.svs')
    await bar()
    await user.click(screen.getByRole('link', { name: 'Other project' }))
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected jobs' })).not.toBeInTheDocument())
    expect(await screen.findByRole('checkbox', { name: 'Select job of tissue.svs' })).not.toBeChecked()
  })
})
