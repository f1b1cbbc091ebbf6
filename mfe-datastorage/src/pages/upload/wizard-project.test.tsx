import * as contract from '@lamella/shared/contract'
import { selectedProjectAtom, store } from '@lamella/shared/session'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { resizeWindow } from '@lamella/shared/testing/window-size.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { idOf, openFiles, openWizard, press, projectOf, setUpWizard, summary } from '../../../test/open-wizard.tsx'

const wizard = setUpWizard()
const gigabyte = 1024 ** 3
const contributor = (role: 'editor' | 'annotator' | 'viewer') => [
  { userId: portalUser('member').id, role, added: '2026-01-01T00:00:00.000Z' } as never,
]
const projects = () => screen.findByRole('radio', { name: 'Project 1' })

describe('step 1', () => {
  test('D3-2-24 is the first of three steps', async () => {
    openWizard()
    await projects()
    const steps = within(screen.getByRole('list', { name: 'Image upload' })).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent)).toEqual(['1Choose Project', '2Select Image Data', '3Upload'])
    expect(steps.map((step) => step.getAttribute('aria-current') === 'step')).toEqual([true, false, false])
  })

  test('D3-2-28 D3-2-29 D3-2-30 says what to do, and which projects are shown', async () => {
    openWizard()
    await projects()
    expect(screen.getByText('Please select the project for which you want to upload images.')).toBeVisible()
    expect(screen.getByRole('note')).toHaveTextContent(
      /^You can only upload images to projects in which you are Owner or Editor\. Projects in which you are Annotator or Viewer are not shown\.$/,
    )
  })

  test('D3-2-32 D3-2-35 has its columns and its filter', async () => {
    openWizard()
    await projects()
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headers.filter((title) => title && title !== 'Chosen')).toEqual(['Name', 'Description', 'Created'])
    expect(screen.getByPlaceholderText('Filter projects')).toBeVisible()
  })

  test('D3-2-33 says how long ago a project was made, and when exactly', async () => {
    const made = new Date(Date.now() - 3 * 3_600_000)
    wizard.projects = [projectOf(1, { created: made.toISOString() })]
    openWizard()
    const age = await screen.findByText('3 hours ago')
    await userEvent.hover(age)
    const pad = (value: number) => String(value).padStart(2, '0')
    const day = `${made.getFullYear()}-${pad(made.getMonth() + 1)}-${pad(made.getDate())}`
    const time = `${pad(made.getHours())}:${pad(made.getMinutes())}:${pad(made.getSeconds())}`
    expect(await screen.findByRole('tooltip')).toHaveTextContent(new RegExp(`^${day} ${time}$`))
  })

  test('D3-1-13 D3-6-02 D3-6-03 lists projects of owners and editors only', async () => {
    const owner = portalUser('admin').id
    wizard.projects = [
      projectOf(1),
      projectOf(2, { owner, contributors: contributor('editor') }),
      projectOf(3, { owner, contributors: contributor('annotator') }),
      projectOf(4, { owner, contributors: contributor('viewer') }),
    ]
    openWizard()
    await projects()
    const names = screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))
    expect(names).toEqual(['Project 1', 'Project 2'])
  })

  test('D3-2-34 D3-2-38 one project is chosen at a time, and then "Select images" leads on', async () => {
    openWizard()
    await userEvent.click(await projects())
    await userEvent.click(screen.getByRole('radio', { name: 'Project 2' }))
    expect(screen.getAllByRole('radio', { checked: true })).toHaveLength(1)
    await press('Select images')
    expect(summary()).toHaveTextContent('Project 2')
  })

  test('D2-2-33 the side menu follows to the project that is chosen, here or by the address', async () => {
    act(() => store.set(selectedProjectAtom, { id: idOf(9), name: 'Opened before' }))
    const { unmount } = openWizard()
    await projects()
    expect(store.get(selectedProjectAtom)).toEqual({ id: idOf(9), name: 'Opened before' })
    await userEvent.click(await screen.findByRole('radio', { name: 'Project 2' }))
    expect(store.get(selectedProjectAtom)).toEqual({ id: idOf(2), name: 'Project 2' })
    expect(localStorage.getItem('selectedProjectId')).toBe(idOf(2))
    unmount()
    await openFiles()
    expect(store.get(selectedProjectAtom)).toEqual({ id: idOf(1), name: 'Project 1' })
  })

  test('D3-2-36 D3-2-37 the filter finds any field in any case', async () => {
    openWizard()
    await projects()
    expect(screen.queryByRole('button', { name: 'Select images' })).not.toBeInTheDocument()
    const field = screen.getByPlaceholderText('Filter projects')
    await enterText(field, 'SECTIONS 2')
    expect(screen.getAllByRole('radio')).toHaveLength(1)
    await enterText(field, 'x')
    expect(screen.getByText('No projects found.')).toBeVisible()
  })

  test('D3-2-40 D3-2-41 D3-2-42 without projects it leads to a new one, or reads the list again', async () => {
    wizard.projects = []
    openWizard()
    expect(await screen.findByText('No Projects found.')).toBeVisible()
    expect(screen.getByText("You haven't created any projects yet.")).toBeVisible()
    expect(screen.getByRole('link', { name: 'Create project' })).toHaveAttribute('href', '/projects/new')
    wizard.projects = [projectOf(1)]
    await press('Try again')
    expect(await projects()).toBeVisible()
  })

  test.each([
    [1080, 13],
    [600, 10],
  ])('D3-9-24 in a window %i px high a page has %i projects', async (height, rows) => {
    resizeWindow(1440, height)
    wizard.projects = Array.from({ length: 30 }, (_, index) => projectOf(index + 1))
    openWizard()
    await projects()
    expect(screen.getAllByRole('radio')).toHaveLength(rows)
  })

  test('D3-7-54 D3-7-59 asks for the storage, and for the projects with the id of the action', async () => {
    const actions: unknown[] = []
    wizard.server.on(contract.listProjects, ({ query }) => {
      actions.push(query.actionId)
      return { data: wizard.projects, links: { next: null } }
    })
    openWizard()
    await projects()
    expect(wizard.server.calls.filter((call) => call === `GET ${contract.organisationStorage.path}`)).toHaveLength(1)
    expect(actions).toEqual(['projects.list'])
  })
})

describe('a limit that is reached at load', () => {
  test.each([
    ['D3-4-33', 1, 1, 'image and storage limits'],
    ['D3-4-34', 1, 5, 'storage limits'],
    ['D3-4-35', 5, 1, 'image limits'],
  ])(
    'D3-2-44 D3-4-32 %s opens the dialog, and no project can be chosen',
    async (_, storageLimit, mediumLimit, words) => {
      wizard.used = { fileCount: 1, size: gigabyte }
      const { location } = openWizard({ limits: { storageLimit, mediumLimit }, as: 'admin' })
      const dialog = within(await screen.findByRole('dialog'))
      expect(dialog.getByText(`You cannot add new images. Your organization reached its ${words}.`)).toBeVisible()
      await userEvent.click(dialog.getByRole('button', { name: 'Leave' }))
      expect(location()).toBe('/datastorage')
    },
  )

  test('D3-1-09 D3-6-04 an admin is led to the subscriptions', async () => {
    wizard.used = { fileCount: 1, size: 0 }
    const { location } = openWizard({ limits: { mediumLimit: 1 }, as: 'admin' })
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByText('Contact your administrator')).not.toBeInTheDocument()
    await userEvent.click(dialog.getByRole('link', { name: 'Upgrade subscription' }))
    expect(location()).toBe('/settings/subscriptions')
  })

  test('D3-2-87 D3-2-88 others than admins are sent to the admin', async () => {
    wizard.used = { fileCount: 1, size: 0 }
    openWizard({ limits: { mediumLimit: 1 } })
    const dialog = within(await screen.findByRole('dialog'))
    const link = () => dialog.getByRole('link', { name: 'Contact your administrator' })
    await waitFor(() => expect(link()).toHaveAttribute('href', 'mailto:mara@lab.example'))
    expect(dialog.queryByText('Upgrade subscription')).not.toBeInTheDocument()
  })

  test('D3-2-43 one free place is enough', async () => {
    wizard.used = { fileCount: 1, size: 0 }
    openWizard({ limits: { mediumLimit: 2 } })
    await userEvent.click(await projects())
    expect(screen.getByRole('button', { name: 'Select images' })).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

test.each([
  ['D3-9-15', { storageLimit: 2 }, 'Remaining storage1.5 GB'],
  ['D3-9-16', { mediumLimit: 5 }, 'Remaining files2'],
])('%s what remains is the limit %j less what is used', async (_, limits, text) => {
  wizard.used = { fileCount: 3, size: gigabyte / 2 }
  await openFiles({ limits })
  expect(summary()).toHaveTextContent(text)
})
