import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { selectedProjectAtom, store } from '@lamella/shared/session'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { jobOutline } from '../../../test/job-outline.ts'
import { ProjectGate } from '../../features/gone/project-gate.tsx'
import ProjectPage from './project-page.tsx'

const id = '019aa000-0000-7000-8000-0000000000b1'
const page = <T,>(data: T[]) => ({ data, links: { next: null } })
const me = portalUser('member')
const other = portalUser('admin')

let toasts: Toast[] = []
bus.on('toast/show').subscribe((toast) => toasts.push(toast))

let project: contract.Project | null
let server: ContractServer
beforeEach(() => {
  toasts = []
  sessionStorage.clear()
  project = {
    id,
    name: 'Ki-67',
    description: 'Breast cancer',
    owner: me.id,
    created: '2026-08-14T08:09:10.000Z',
    modified: '2026-11-20T09:00:00.000Z',
    imageCount: 0,
    thumbnailUrl: null,
    contributors: [],
    statistics: { imageCount: 0, annotationCount: 0, jobCount: 0 },
  }
  server = ContractServer.start()
    .on(contract.getProject, () => (project ? { data: project } : new Refusal('ERR_0404')))
    .on(contract.projectHistory, () => page([]))
    .on(contract.listImages, () => page([]))
    .on(contract.listJobs, () => page([]))
    .on(contract.getJobOutline, () => jobOutline([]))
    .on(contract.listApplications, () => page([]))
    .on(
      contract.findUsers,
      foundAmong(() => [me, other]),
    )
})
afterEach(() => server.close())

const open = async () => {
  const opened = renderPage(
    <Routes>
      <Route
        path="/projects/:projectId"
        element={
          <ProjectGate>
            <ProjectPage />
          </ProjectGate>
        }
      />
      <Route path="*" element={<h1>Another page</h1>} />
    </Routes>,
    { at: `/projects/${id}` },
  )
  await screen.findByRole('button', { name: `${me.fullName}: details` })
  return opened
}
const edit = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Project actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit details' }))
}
const name = () => screen.getByRole('textbox', { name: 'Name' })
const press = (button: string) => userEvent.click(screen.getByRole('button', { name: button }))
const title = () => screen.getByRole('heading', { level: 1 })

/** As when `by` renames the project in another window. */
const renamed = (to: string, by: contract.User = other) => {
  if (project) project = { ...project, name: to }
  act(() => bus.emit('server/changed', { type: 'project', project: id, by: by.id }))
}
/** As when `by` deletes it. */
const deleted = (by: contract.User = other) => {
  project = null
  act(() => bus.emit('server/changed', { type: 'projectDeleted', id, user: me.id, by: by.id }))
}

test('a project that is looked at follows at once when somebody else renames it', async () => {
  await open()
  renamed('PD-L1')
  await waitFor(() => expect(title()).toHaveTextContent(/^PD-L1$/))
  expect(store.get(selectedProjectAtom)).toEqual({ id, name: 'PD-L1' })
})

describe('a project that is being edited when somebody else renames it', () => {
  const typeThen = async (by?: contract.User) => {
    await open()
    await edit()
    await userEvent.type(name(), ' revised')
    renamed('PD-L1', by)
    return screen.findByRole('alert')
  }

  test('keeps what was typed, and says who has changed what', async () => {
    const notice = await typeThen()
    expect(notice).toHaveTextContent(
      `${other.fullName} changed the project in the meantime: it is now “PD-L1”, described as “Breast cancer”.`,
    )
    expect(name()).toHaveValue('Ki-67 revised')
  })

  test('says so of oneself in another window', async () => {
    expect(await typeThen(me)).toHaveTextContent(/^You, in another window, changed the project/)
  })

  test('takes the new texts by Load, and leaves no draft', async () => {
    await typeThen()
    await press('Load their changes')
    expect(name()).toHaveValue('PD-L1')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(name().closest('form')).not.toHaveAttribute('data-unsaved')
    expect(Object.values(sessionStorage).join()).not.toContain('revised')
  })

  test('is saved over them after Keep', async () => {
    const saved: unknown[] = []
    server.on(contract.updateProject, ({ body }) => void saved.push(body.data))
    await typeThen()
    await press('Keep mine')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await press('Save')
    await waitFor(() =>
      expect(saved).toEqual([
        {
          name: 'Ki-67 revised',
          description: 'Breast cancer',
          was: { name: 'PD-L1', description: 'Breast cancer' },
        },
      ]),
    )
  })

  test('is compared with what was seen when neither was chosen, so that nothing is replaced unnoticed', async () => {
    server.on(contract.updateProject, ({ body }) => {
      expect(body.data.was).toEqual({ name: 'Ki-67', description: 'Breast cancer' })
      return new Refusal('ERR_5013')
    })
    await typeThen()
    await press('Save')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/Save again to replace that/))
  })
})

test('a project that is looked at is left, with a toast, when somebody else deletes it', async () => {
  const { location } = await open()
  deleted()
  await waitFor(() => expect(location()).toBe('/projects'))
  expect(toasts).toMatchObject([{ kind: 'info', detail: `Ki-67 was deleted by ${other.fullName}.` }])
  expect(store.get(selectedProjectAtom)).toBeNull()
})

test('what is typed stays, and cannot be saved, when somebody else deletes the project', async () => {
  const { location } = await open()
  await edit()
  await userEvent.type(name(), ' revised')
  const asked = () => server.calls.filter((call) => call === `GET /api/v1/projects/${id}`).length
  const before = asked()
  deleted()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    `${other.fullName} deleted the project in the meantime. What you typed is still here`,
  )
  // As when the window is looked at again.
  act(() => {
    window.dispatchEvent(new Event('visibilitychange'))
  })
  expect(name()).toHaveValue('Ki-67 revised')
  expect(name()).toHaveAttribute('readonly')
  expect(screen.getByRole('textbox', { name: 'Description (optional)' })).toHaveValue('Breast cancer')
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  await press('Go to projects')
  await waitFor(() => expect(location()).toBe('/projects'))
  expect(asked()).toBe(before)
})

test('the deletion of another project is no news', async () => {
  const { location } = await open()
  act(() => bus.emit('server/changed', { type: 'projectDeleted', id: other.id, user: me.id, by: other.id }))
  renamed('PD-L1')
  await waitFor(() => expect(title()).toHaveTextContent(/^PD-L1$/))
  expect(location()).toBe(`/projects/${id}`)
})
