import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { selectedProjectAtom, store } from '@lamella/shared/session'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { foundAmong } from '@lamella/shared/testing/user-calls.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Link, Route, Routes } from 'react-router-dom'
import { jobOutline } from '../../../test/job-outline.ts'
import ProjectPage from './project-page.tsx'

const projectId = '019aa000-0000-7000-8000-0000000000b1'
const path = `/projects/${projectId}`
const page = <T,>(data: T[]) => ({ data, links: { next: null } })

let toasts: Toast[] = []
bus.on('toast/show').subscribe((toast) => toasts.push(toast))

let project: contract.Project
let server: ContractServer
beforeEach(() => {
  toasts = []
  sessionStorage.clear()
  localStorage.clear()
  project = {
    id: projectId,
    name: 'Ki-67',
    description: 'Breast cancer',
    owner: portalUser('member').id,
    created: '2026-08-14T08:09:10.000Z',
    modified: '2026-11-20T09:00:00.000Z',
    imageCount: 0,
    thumbnailUrl: null,
    contributors: [],
    statistics: { imageCount: 0, annotationCount: 0, jobCount: 0 },
  }
  server = ContractServer.start()
    .on(contract.getProject, () => ({ data: project }))
    .on(contract.projectHistory, () => page([]))
    .on(contract.listImages, () => page([]))
    .on(contract.listImageGroups, () => ({ data: { tags: [], types: [], folders: [], owners: [] } }))
    .on(contract.listJobs, () => ({ data: [], links: { next: null } }))
    .on(contract.getJobOutline, () => jobOutline([]))
    .on(contract.listApplications, () => page([]))
    .on(
      contract.findUsers,
      foundAmong(() => [portalUser('member')]),
    )
    .on(contract.updateProject, ({ body }) => {
      project = { ...project, name: body.data.name, description: body.data.description ?? '' }
      return undefined
    })
    .on(contract.deleteProject, () => undefined)
})
afterEach(() => server.close())

const open = async (beside?: ReactNode) => {
  const opened = renderPage(
    <>
      {beside}
      <Routes>
        <Route path="/projects/:projectId" element={<ProjectPage />} />
        <Route path="*" element={<h1>Another page</h1>} />
      </Routes>
    </>,
    { at: path },
  )
  await screen.findByRole('button', { name: 'Project actions' })
  return opened
}
const title = () => screen.getByRole('heading', { level: 1 })
const menuItem = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Project actions' }))
  return screen.findByRole('menuitem', { name })
}
const edit = async () => userEvent.click(await menuItem('Edit details'))
const name = () => screen.getByRole('textbox', { name: 'Name' })
const button = (text: string) => screen.queryByRole('button', { name: text })
const fact = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling

test('D2-2-53 D2-2-55 the title is the name, and "View images" leads to the library', async () => {
  const { location } = await open()
  expect(title()).toHaveTextContent(/^Ki-67$/)
  await userEvent.click(screen.getByRole('link', { name: 'View images' }))
  expect(location()).toBe(`${path}/library`)
})

test('D2-2-60 D2-2-66 the details are name, description, owner and the day of creation', async () => {
  await open()
  await waitFor(() => expect(fact('Owner')).toHaveTextContent('Jonas Weber'))
  expect(fact('Name')).toHaveTextContent(/^Ki-67$/)
  expect(fact('Description')).toHaveTextContent(/^Breast cancer$/)
  expect(fact('Created')).toHaveTextContent(/^14 Aug 2026$/)
})

test('D2-2-64 D2-2-65 the link of the project can be copied', async () => {
  const writeText = jest.fn(async () => undefined)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  await open()
  screen.getByRole('button', { name: 'Copy link' }).click()
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(`${window.location.origin}${path}`))
  expect(toasts).toMatchObject([{ kind: 'success', detail: 'Project link copied to clipboard' }])
})

test('D2-2-64 where the browser refuses to copy, no toast says that it was copied', async () => {
  const writeText = jest.fn(async () => Promise.reject(new DOMException('denied', 'NotAllowedError')))
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  await open()
  screen.getByRole('button', { name: 'Copy link' }).click()
  await waitFor(() => expect(toasts).toMatchObject([{ kind: 'error' }]))
})

test('D2-2-75 an empty project says so in place of its figures', async () => {
  await open()
  const statistics = screen.getByRole('region', { name: 'Project Statistics' })
  expect(statistics).toHaveTextContent('No data in this project')
  expect(within(statistics).queryByRole('figure')).not.toBeInTheDocument()
})

test('D2-2-74 others have a figure each for images, annotations and analysis jobs', async () => {
  project = { ...project, imageCount: 3, statistics: { imageCount: 3, annotationCount: 0, jobCount: 2 } }
  await open()
  const statistics = within(screen.getByRole('region', { name: 'Project Statistics' }))
  const figures = ['Images', 'Annotations', 'Analysis jobs'].map((each) =>
    statistics.getByRole('figure', { name: each }),
  )
  expect(figures.map(({ textContent }) => /^\d+/.exec(textContent)?.[0])).toEqual(['3', '0', '2'])
  // Each has its ring, the one of 0 too.
  for (const figure of figures) expect(figure).not.toHaveAttribute('data-plain')
  expect(screen.queryByText('No data in this project')).not.toBeInTheDocument()
})

describe('editing', () => {
  test('D2-2-67 D2-2-69 D2-4-01 begins in the menu, with Save and Cancel', async () => {
    await open()
    expect([button('Save'), button('Cancel')]).toEqual([null, null])
    await edit()
    expect(name()).toHaveValue('Ki-67')
    expect([button('Save'), button('Cancel')]).not.toContain(null)
  })

  test('leaving without saving, once confirmed, drops what was typed: the project opens in view mode', async () => {
    const first = await open()
    await edit()
    const form = () => name().closest('form') as HTMLFormElement
    expect(form()).not.toHaveAttribute('data-unsaved')
    await userEvent.type(name(), ' revised')
    expect(form()).toHaveAttribute('data-unsaved')
    // As the page is taken away, by an error or the end of the session.
    first.unmount()
    const second = await open()
    expect(name()).toHaveValue('Ki-67 revised')
    expect(form()).toHaveAttribute('data-unsaved')
    // As the shell does when leaving is confirmed.
    fireEvent.reset(form())
    second.unmount()
    await open()
    expect(button('Save')).toBeNull()
    expect(fact('Name')).toHaveTextContent(/^Ki-67$/)
  })

  test('what somebody else has saved meanwhile is said, and replaced only by saving again', async () => {
    server.on(contract.updateProject, ({ body }) => {
      expect(body.data.was).toEqual({ name: 'Ki-67', description: 'Breast cancer' })
      project = { ...project, name: 'Ki-67, second series' }
      return new Refusal('ERR_5013')
    })
    await open()
    await edit()
    await userEvent.type(name(), ' revised')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/it is now “Ki-67, second series”, described as “Breast cancer”/)).toBeVisible()
    expect(name()).toHaveValue('Ki-67 revised')
    server.on(contract.updateProject, ({ body }) => {
      expect(body.data.was).toEqual({ name: 'Ki-67, second series', description: 'Breast cancer' })
      project = { ...project, name: body.data.name }
      return undefined
    })
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(title()).toHaveTextContent(/^Ki-67 revised$/))
  })

  test('what is typed for one project is not offered in the next', async () => {
    const other = '019aa000-0000-7000-8000-0000000000b2'
    server.on(contract.getProject, ({ params }) => ({
      data: params.projectId === other ? { ...project, id: other, name: 'PD-L1' } : project,
    }))
    const { location } = await open(
      <>
        <Link to={path}>First</Link>
        <Link to={`/projects/${other}`}>Next</Link>
      </>,
    )
    const goTo = async (link: string, shown: RegExp) => {
      await userEvent.click(screen.getByRole('link', { name: link }))
      await waitFor(() => expect(title()).toHaveTextContent(shown))
    }
    // Both were seen before, so that neither is awaited.
    await goTo('Next', /^PD-L1$/)
    await goTo('First', /^Ki-67$/)
    await edit()
    await userEvent.type(name(), ' revised')
    await goTo('Next', /^PD-L1$/)
    expect(button('Save')).toBeNull()
    expect(location()).toBe(`/projects/${other}`)
  })

  test('D2-4-02 D2-4-09 D2-4-10 ends with the new texts, also in the menu', async () => {
    await open()
    await edit()
    await userEvent.type(name(), ' revised')
    await userEvent.click(button('Save') as HTMLElement)
    await waitFor(() => expect(title()).toHaveTextContent(/^Ki-67 revised$/))
    expect(button('Save')).toBeNull()
    expect(screen.getByRole('button', { name: 'Project actions' })).toHaveFocus()
    expect(store.get(selectedProjectAtom)).toEqual({ id: projectId, name: 'Ki-67 revised' })
  })

  test('D2-4-01 begins in the name, and the closing menu does not take the focus from what is being typed', async () => {
    await open()
    await edit()
    await waitFor(() => expect(name()).toHaveFocus())
    // Longer than a menu takes to give the focus back.
    await userEvent.setup({ delay: 5 }).keyboard(' of the second series')
    expect(name()).toHaveValue('Ki-67 of the second series')
  })

  test('D2-4-02 ends with the old texts by Cancel', async () => {
    await open()
    await edit()
    await userEvent.type(name(), ' revised')
    await userEvent.click(button('Cancel') as HTMLElement)
    expect(fact('Name')).toHaveTextContent(/^Ki-67$/)
    expect(screen.getByRole('button', { name: 'Project actions' })).toHaveFocus()
    await edit()
    expect(name()).toHaveValue('Ki-67')
  })

  test('D2-5-06 cannot be saved without a name, nor after an error before the next change', async () => {
    server.on(contract.updateProject, () => new Refusal('ERR_0409', 'Not now.'))
    await open()
    await edit()
    await userEvent.clear(name())
    expect(button('Save')).toBeDisabled()
    await userEvent.type(name(), 'x')
    await userEvent.click(button('Save') as HTMLElement)
    await waitFor(() => expect(toasts).toHaveLength(1))
    expect(button('Save')).toBeDisabled()
    await userEvent.type(name(), 'y')
    expect(button('Save')).toBeEnabled()
  })

  test('D2-5-09 is closed in the menu while an error is shown', async () => {
    server.on(contract.updateProject, () => new Refusal('ERR_0409', 'Not now.'))
    await open()
    await edit()
    await userEvent.type(name(), 'x')
    await userEvent.click(button('Save') as HTMLElement)
    await waitFor(() => expect(toasts).toHaveLength(1))
    expect(await menuItem('Edit details')).toHaveAttribute('data-disabled')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(button('Cancel') as HTMLElement)
    expect(await menuItem('Edit details')).not.toHaveAttribute('data-disabled')
  })
})

describe('deleting', () => {
  const ask = async () => {
    await userEvent.click(await menuItem('Delete project'))
    return within(await screen.findByRole('dialog', { name: 'Delete project' }))
  }

  test('D2-2-71 D2-2-72 says what is lost, and that it cannot be undone', async () => {
    project = { ...project, imageCount: 3, statistics: { imageCount: 3, annotationCount: 5, jobCount: 2 } }
    await open()
    const dialog = await ask()
    expect(dialog.getByText(/All resources/)).toHaveTextContent(
      'All resources of Ki-67 (3 images, 2 jobs, 5 annotations) are deleted permanently. This cannot be undone.',
    )
  })

  test.each(['ki-67', 'Ki-67x', 'Ki-6', ' Ki-67'])('D2-2-73 D2-5-07 is not possible after "%s"', async (typed) => {
    await open()
    const dialog = await ask()
    await userEvent.type(dialog.getByRole('textbox'), typed)
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  })

  test('D2-2-68 is offered by the menu, and asked for in a dialog', async () => {
    await open()
    await userEvent.click(await menuItem('Delete project'))
    expect(await screen.findByRole('dialog', { name: 'Delete project' })).toBeVisible()
    expect(server.calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
  })

  test('D2-4-12 D2-4-13 D2-4-14 after the exact name it leads to the projects, with a toast', async () => {
    const { location } = await open()
    const dialog = await ask()
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
    await userEvent.type(dialog.getByRole('textbox'), 'Ki-67')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(location()).toBe('/projects'))
    expect(server.calls).toContain(`DELETE /api/v1/projects/${projectId}`)
    expect(toasts).toMatchObject([{ kind: 'success', title: 'Delete project' }])
    expect(store.get(selectedProjectAtom)).toBeNull()
  })
})

describe('The card of the owner', () => {
  test('says who it is', async () => {
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Jonas Weber: details' }))
    const card = within(await screen.findByRole('dialog', { name: 'Jonas Weber: details' }))
    expect(card.getByText(portalUser('member').email)).toHaveAttribute('href', `mailto:${portalUser('member').email}`)
  })

  test('tells a guest no address', async () => {
    server.on(
      contract.findUsers,
      foundAmong(() => [{ ...portalUser('member'), email: '' }]),
    )
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Jonas Weber: details' }))
    const card = within(await screen.findByRole('dialog', { name: 'Jonas Weber: details' }))
    expect(card.getByText('Jonas Weber')).toBeVisible()
    expect(card.queryByRole('link')).not.toBeInTheDocument()
  })

  test('D3-8-39 of somebody who is not found says "User details could not be retrieved"', async () => {
    project = { ...project, owner: '019aa000-0000-7000-8000-0000000000ff' }
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Unknown: details' }))
    expect(await screen.findByRole('dialog', { name: 'Unknown: details' })).toHaveTextContent(
      /^User details could not be retrieved$/,
    )
  })
})
