import { ApiFailure, leavePage } from '@lamella/shared/api'
import { createMedium } from '@lamella/shared/contract'
import { currentUserAtom, restrictionsAtom, store } from '@lamella/shared/session'
import { uploads } from '@lamella/shared/upload'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closePortal, ids, openPortal } from '../../../test/open-portal.tsx'

afterEach(closePortal)

/** @returns whether the browser would ask before it leaves the page */
const leave = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return !event.defaultPrevented
}

/** The transfer's first request is never answered. */
const open = (path: string) =>
  openPortal(path, { answers: (server) => server.on(createMedium, () => new Promise<never>(() => undefined)) })

const upload = (...names: string[]): void =>
  act(() =>
    uploads.add(
      names.map((name) => ({ file: new File(['x'], name), name, fileType: 'TwoDimensions', projectId: ids.project })),
    ),
  )

test.each([
  ['/projects', 'Page projects'],
  ['/home', /./],
  ['/auth/welcome', 'Page welcome'],
])('D1-4.2-12 at %s leaving is blocked while uploads are active, not before and not after', async (path, name) => {
  await open(path)
  await screen.findByRole('heading', { name, level: 1 })
  expect(leave()).toBe(true)
  upload('one.tif')
  expect(uploads.hasActive()).toBe(true)
  expect(leave()).toBe(false)
  await act(() => uploads.cancelAll())
  expect(leave()).toBe(true)
})

describe('the log-out', () => {
  const logOut = async () => {
    await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: /^User menu of/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  }
  const question = () => screen.findByRole('dialog', { name: 'Log out' })
  const atProjects = async () => {
    const portal = await open('/projects')
    await screen.findByRole('heading', { name: 'Page projects' })
    return portal
  }

  test('asks first, and goes nowhere when the uploads are to go on', async () => {
    const { location } = await atProjects()
    upload('one.tif', 'two.tif', 'three.tif')
    await logOut()
    const asked = await question()
    expect(asked).toHaveTextContent('3 image uploads are not finished.')
    await userEvent.click(within(asked).getByRole('button', { name: 'Continue uploading' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(location()).toBe('/projects')
    expect(uploads.hasActive()).toBe(true)
  })

  test('is forgotten with Escape, and the focus is back at the user menu', async () => {
    await atProjects()
    upload('one.tif')
    await logOut()
    await question()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(within(screen.getByRole('banner')).getByRole('button', { name: /^User menu of/ })).toHaveFocus()
  })

  test('follows when it is confirmed', async () => {
    const { location } = await atProjects()
    upload('one.tif')
    await logOut()
    const asked = await question()
    expect(asked).toHaveTextContent('1 image upload is not finished. When you log out, it stops')
    await userEvent.click(within(asked).getByRole('button', { name: 'Log out' }))
    expect(await screen.findByRole('heading', { name: 'Page logout' })).toBeVisible()
    expect(location()).toBe('/auth/logout')
  })

  test('asks nothing without uploads', async () => {
    await atProjects()
    await logOut()
    expect(await screen.findByRole('heading', { name: 'Page logout' })).toBeVisible()
  })

  test('of a user who has lost access asks nothing', async () => {
    await atProjects()
    upload('one.tif')
    const restrictions = store.get(restrictionsAtom)
    if (!restrictions) throw new Error('Nobody is logged in')
    act(() => store.set(restrictionsAtom, { ...restrictions, portalWebAccess: false }))
    expect(await screen.findByRole('heading', { name: 'Page login' })).toBeVisible()
    expect(store.get(currentUserAtom)).toBeNull()
    expect(uploads.hasActive()).toBe(false)
  })
})

describe('a form with unsaved changes', () => {
  const resets: string[] = []
  /** As forms of remotes mark themselves. */
  const putForm = (): void => {
    const form = document.createElement('form')
    form.setAttribute('data-unsaved', 'true')
    form.addEventListener('reset', () => resets.push('reset'))
    screen.getByRole('main').append(form)
  }
  beforeEach(() => resets.splice(0))
  afterEach(() => {
    for (const form of document.querySelectorAll('form[data-unsaved]')) form.remove()
  })

  const atProjects = async () => {
    const portal = await open('/projects')
    await screen.findByRole('heading', { name: 'Page projects' })
    putForm()
    return portal
  }
  const goHome = () =>
    userEvent.click(within(screen.getByRole('navigation', { name: 'Main menu' })).getByRole('link', { name: 'Home' }))
  const question = () => screen.findByRole('dialog', { name: 'You have unsaved changes' })

  test('is not left unasked: "Back" stays, and nothing is dropped', async () => {
    const { location } = await atProjects()
    await goHome()
    await userEvent.click(within(await question()).getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(location()).toBe('/projects')
    expect(resets).toEqual([])
  })

  test('drops its draft when leaving is confirmed', async () => {
    const { location } = await atProjects()
    await goHome()
    await userEvent.click(within(await question()).getByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(location()).toBe('/'))
    expect(resets).toEqual(['reset'])
  })

  test('is taken away without a question by an error, and keeps its draft', async () => {
    const { location } = await atProjects()
    act(() => void leavePage(new ApiFailure(503, 'ERR_0503', 'Service unavailable', '/error/503')))
    await waitFor(() => expect(location()).toBe('/error/503'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(resets).toEqual([])
  })
})
