import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { jobOutline } from '../../../test/job-outline.ts'
import { sampleJob } from '../../../test/sample-result.ts'
import ProjectPage from './project-page.tsx'

const projectId = '019aa000-0000-7000-8000-0000000000b1'
const project: contract.Project = {
  id: projectId,
  name: 'Ki-67',
  description: '',
  owner: portalUser('member').id,
  created: '2026-11-13T08:09:10.000Z',
  modified: '2026-11-20T09:00:00.000Z',
  imageCount: 3,
  thumbnailUrl: null,
  contributors: [],
  statistics: { imageCount: 3, annotationCount: 0, jobCount: 2 },
}

let toasts: Toast[] = []
bus.on('toast/show').subscribe((toast) => toasts.push(toast))

let server: ContractServer
beforeEach(() => {
  toasts = []
  sessionStorage.clear()
  server = ContractServer.start()
    .on(contract.getProject, () => ({ data: project }))
    .on(contract.listImageGroups, () => ({ data: { tags: [], types: [], folders: [], owners: [] } }))
    .on(contract.projectHistory, () => ({ data: [], links: { next: null } }))
    .on(contract.listImages, () => ({ data: [], links: { next: null } }))
    .on(contract.listJobs, () => ({ data: [], links: { next: null } }))
    .on(contract.getJobOutline, () => jobOutline([]))
    .on(contract.listApplications, () => ({ data: [], links: { next: null } }))
    .on(
      contract.findUsers,
      foundAmong(() => [portalUser('member')]),
    )
})
afterEach(() => server.close())

const openPage = () =>
  renderPage(
    <Routes>
      <Route path="/projects/:projectId" element={<ProjectPage />} />
      <Route path="*" element={<h1>Another page</h1>} />
    </Routes>,
    { at: `/projects/${projectId}` },
  )

const open = async () => {
  openPage()
  return screen.findByRole('button', { name: 'Project actions' })
}

test('a project is kept with Escape, and the focus is back at its menu', async () => {
  const menu = await open()
  await userEvent.click(menu)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete project' }))
  await screen.findByRole('dialog', { name: 'Delete project' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(menu).toHaveFocus()
})

describe('what is saved', () => {
  const change = async () => {
    const page = openPage()
    await userEvent.click(await screen.findByRole('button', { name: 'Project actions' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit details' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' revised')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    return page
  }

  test('D2-8-04 a failure is told in a toast, and the form stays', async () => {
    server.on(contract.updateProject, () => new Refusal('ERR_0409', 'Somebody else was faster.'))
    const { location } = await change()
    await waitFor(() =>
      expect(toasts).toEqual([
        {
          kind: 'error',
          title: 'Update project',
          detail: 'Changes could not be saved due to an error (Somebody else was faster.). Please try again.',
        },
      ]),
    )
    expect(location()).toBe(`/projects/${projectId}`)
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ki-67 revised')
  })

  test.each([
    ['ERR_0503', '/error/503'],
    ['ERR_0403', '/error/403'],
    ['ERR_0500', '/error'],
  ] as const)('D2-8-05 a fatal %s shows no toast but %s, and the text is there on the way back', async (code, page) => {
    server.on(contract.updateProject, () => new Refusal(code))
    const { location, unmount } = await change()
    await waitFor(() => expect(location()).toBe(page))
    expect(localStorage.getItem('errorReturnUrl')).toBe(`/projects/${projectId}`)
    expect(toasts).toEqual([])
    unmount()
    openPage()
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Ki-67 revised')
  })

  test('D2-8-05 without an answer the form says so itself, and can be saved again', async () => {
    server.on(contract.updateProject, () => Response.error())
    const { location } = await change()
    expect(await screen.findByText(/it is not known whether your changes were saved/)).toBeVisible()
    expect(location()).toBe(`/projects/${projectId}`)
    expect(toasts).toEqual([])
    server.on(contract.updateProject, () => undefined)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).not.toBeInTheDocument())
  })
})

test('D2-8-06 a project that cannot be deleted stays, and a toast that stays says why', async () => {
  server.on(contract.deleteProject, () => new Refusal('ERR_0503', 'Down for a moment.'))
  const menu = await open()
  await userEvent.click(menu)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete project' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete project' })
  await userEvent.type(within(dialog).getByRole('textbox'), 'Ki-67')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() =>
    expect(toasts).toEqual([
      {
        kind: 'error',
        title: 'Delete project',
        detail: 'Project could not be deleted due to an error (Down for a moment.). Please try again.',
        sticky: true,
      },
    ]),
  )
})

test('D2-8-08 an owner whose name cannot be read is told of in a toast', async () => {
  server.on(contract.findUsers, () => new Refusal('ERR_0409', 'Not now.'))
  await open()
  await waitFor(() =>
    expect(toasts).toEqual([
      {
        kind: 'error',
        title: 'Project Details',
        detail: 'Something went wrong retrieving the name of the owner (Not now.).',
      },
    ]),
  )
})

test('D2-2-74 without a limit jobs are divided by status, counted by the server', async () => {
  const jobs = [
    ...Array.from({ length: 300 }, () => sampleJob()),
    ...Array.from({ length: 7 }, () => sampleJob({ status: 'failed' })),
  ]
  server.on(contract.getJobOutline, () => jobOutline(jobs))
  await open()
  const figure = await screen.findByRole('figure', { name: 'Analysis jobs' })
  await waitFor(() => expect(figure).toHaveTextContent('300'))
  expect(figure).toHaveTextContent(/7/)
})

test('the statistics follow images and jobs without a reload', async () => {
  let statistics = project.statistics
  server.on(contract.getProject, () => ({ data: { ...project, imageCount: statistics.imageCount, statistics } }))
  await open()
  const figures = () => screen.getByRole('region', { name: 'Project Statistics' })
  expect(figures()).toHaveTextContent('Statistics3')
  const id = '019aa000-0000-7000-8000-0000000000c1'
  statistics = { ...statistics, imageCount: 41 }
  act(() => bus.emit('server/changed', { type: 'image', id, project: projectId, status: 'available' }))
  await waitFor(() => expect(figures()).toHaveTextContent('41'))
  statistics = { ...statistics, jobCount: 57 }
  act(() => bus.emit('server/changed', { type: 'job', id, project: projectId, status: 'pending', progress: 0 }))
  await waitFor(() => expect(figures()).toHaveTextContent('57'))
})
