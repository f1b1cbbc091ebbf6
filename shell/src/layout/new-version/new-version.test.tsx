import { call } from '@lamella/shared/api'
import { createMedium, createProject } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { Refusal } from '@lamella/shared/testing/contract-server.ts'
import { uploads } from '@lamella/shared/upload'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  closePortal,
  ids,
  openPortal,
  type PortalOptions,
  registryFile,
  registryWith,
} from '../../../test/open-portal.tsx'

afterEach(async () => {
  jest.useRealTimers()
  await closePortal()
})

const second = 1000
const minute = 60 * second
/** Passes time, and what happens in it. */
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds))
const prompt = () => screen.queryByRole('dialog', { name: 'There is a new version available' })
const looks = ({ calls }: { calls: readonly string[] }) => calls.filter((call) => call === 'GET /registry.json').length
const clickLater = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime })

/** A portal in which `activate` makes another version of a remote the active one. */
const open = async (path = '/auth/login', { answers, ...options }: PortalOptions = { as: null }) => {
  jest.useFakeTimers()
  let registry = registryWith()
  const reload = jest.fn()
  const portal = await openPortal(path, {
    ...options,
    reload,
    answers: (server) => {
      server.on(registryFile, () => registry)
      answers?.(server)
    },
  })
  await pass(0)
  return {
    ...portal,
    reload,
    activate: (app: string, version: string) => {
      registry = registryWith({ [app]: version })
    },
  }
}

test('D1-4.6-04 no update is looked for in the first 30 s, and then one is', async () => {
  const { server } = await open()
  const atStart = looks(server)
  await pass(30 * second - 1)
  expect(looks(server)).toBe(atStart)
  await pass(1)
  expect(looks(server)).toBe(atStart + 1)
})

test('D1-4.6-01 D1-2.6-53 D1-2.6-54 once another version of a remote is active, the prompt says so', async () => {
  const { activate } = await open()
  await pass(31 * second)
  expect(prompt()).not.toBeInTheDocument()
  activate('projects', '1.1.0')
  await pass(minute)
  const dialog = prompt() as HTMLElement
  expect(within(dialog).getByText('Reload the page now to use the new version')).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('a version that is active no more is another version too', async () => {
  const { activate } = await open()
  activate('auth', '0.9.0')
  await pass(31 * second)
  expect(prompt()).toBeInTheDocument()
})

test('D1-4.6-02 "Reload" reloads the page', async () => {
  const { activate, reload } = await open()
  activate('auth', '1.1.0')
  await pass(31 * second)
  await clickLater().click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('D1-4.6-03 a dismissed prompt comes back every five minutes', async () => {
  const { activate } = await open()
  activate('auth', '1.1.0')
  await pass(31 * second)
  for (const _ of ['first', 'second']) {
    await clickLater().click(screen.getByRole('button', { name: 'Close dialog' }))
    await pass(5 * minute - second)
    expect(prompt()).not.toBeInTheDocument()
    await pass(second)
    expect(prompt()).toBeInTheDocument()
  }
})

test('a check that fails is repeated', async () => {
  const { server, activate } = await open()
  let fails = true
  server.on(registryFile, () => (fails ? Response.error() : registryWith({ auth: '1.1.0' })))
  activate('auth', '1.1.0')
  await pass(31 * second)
  expect(prompt()).not.toBeInTheDocument()
  fails = false
  await pass(minute)
  expect(prompt()).toBeInTheDocument()
})

describe('a tab', () => {
  const show = (state: DocumentVisibilityState) => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  afterEach(() => jest.restoreAllMocks())

  it('that is visible knows of each change within 60 s', async () => {
    const { server, activate } = await open()
    await pass(31 * second)
    const before = looks(server)
    while (looks(server) === before) await pass(second)
    // Right after a look, the next one is farthest.
    activate('auth', '1.1.0')
    await pass(minute - second)
    expect(prompt()).toBeInTheDocument()
  })

  it('looks soon after the server has announced a change', async () => {
    const { activate } = await open()
    await pass(31 * second)
    activate('auth', '1.1.0')
    act(() => bus.emit('server/changed', { type: 'releasesChanged' }))
    await pass(3 * second)
    expect(prompt()).toBeInTheDocument()
  })

  it('that is hidden does not check, and does so at once when it is visible again', async () => {
    show('hidden')
    const { server, activate } = await open()
    const atStart = looks(server)
    await pass(10 * minute)
    activate('auth', '1.1.0')
    expect(looks(server)).toBe(atStart)
    show('visible')
    await pass(0)
    expect(looks(server)).toBe(atStart + 1)
    expect(prompt()).toBeInTheDocument()
  })

  it('that is shown again in the first 30 s waits for their end', async () => {
    const { server } = await open()
    const atStart = looks(server)
    show('hidden')
    show('visible')
    await pass(20 * second)
    expect(looks(server)).toBe(atStart)
  })
})

test('a look is given up after 30 s, so that one without an answer does not end them', async () => {
  const limit = jest.spyOn(AbortSignal, 'timeout')
  await open()
  expect(limit).not.toHaveBeenCalledWith(30 * second)
  await pass(31 * second)
  expect(limit).toHaveBeenCalledWith(30 * second)
  limit.mockRestore()
})

test('the offer leaves the focus and the page as they are, and is announced in a region that was there before', async () => {
  const { activate } = await open()
  const regions = screen.getAllByRole('status')
  const link = screen.getByRole('link', { name: 'Skip to content' })
  act(() => link.focus())
  activate('auth', '1.1.0')
  await pass(31 * second)
  expect(regions.some((region) => region.contains(prompt()))).toBe(true)
  expect(prompt()).not.toHaveAttribute('aria-modal')
  expect(link).toHaveFocus()
})

describe('what a reload would lose keeps it back until it is over', () => {
  const openWithOffer = async (...where: Parameters<typeof open>) => {
    const portal = await open(...where)
    portal.activate('auth', '1.1.0')
    await pass(31 * second)
    return portal
  }
  const agree = async () => {
    await clickLater().click(screen.getByRole('button', { name: 'Reload' }))
  }
  /** An answer that comes when it is let. */
  const late = () => {
    const { promise, resolve } = Promise.withResolvers<Refusal>()
    return { promise, answer: () => act(async () => resolve(new Refusal('ERR_0500'))) }
  }
  const add = (html: string) => {
    const place = document.createElement('div')
    place.innerHTML = html
    document.body.append(place)
    return place
  }
  const changes = 'You have unsaved changes. The page reloads when you have finished.'

  it('uploads', async () => {
    const { promise, answer } = late()
    const portal = await openWithOffer('/projects', { answers: (server) => server.on(createMedium, () => promise) })
    const file = (name: string) => ({
      file: new File(['x'], name),
      name,
      fileType: 'TwoDimensions' as const,
      projectId: ids.project,
    })
    act(() => uploads.add([file('one.tif'), file('two.tif')]))
    await agree()
    expect(prompt()).toHaveTextContent('2 image uploads are not finished. The page reloads when they are.')
    const [first] = uploads.snapshot().items
    await act(() => uploads.cancel(first?.id ?? ''))
    await pass(second)
    expect(prompt()).toHaveTextContent('1 image upload is not finished. The page reloads when it is.')
    expect(portal.reload).not.toHaveBeenCalled()
    await act(() => uploads.cancelAll())
    await answer()
    await pass(second)
    expect(portal.reload).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['a form', '<form><input aria-label="Field"></form>'],
    ['what is filled in like a form', '<div data-form><input aria-label="Field"></div>'],
  ])('%s', async (_, html) => {
    const portal = await openWithOffer()
    const place = add(html)
    await clickLater().type(screen.getByLabelText('Field'), 'typed')
    await agree()
    expect(prompt()).toHaveTextContent(changes)
    await pass(10 * minute)
    expect(portal.reload).not.toHaveBeenCalled()
    place.remove()
    await pass(second)
    expect(portal.reload).toHaveBeenCalledTimes(1)
  })

  it('a choice from a list', async () => {
    const portal = await openWithOffer()
    const place = add(
      '<form><select multiple aria-label="Stains"><option>HE</option><option>PAS</option></select></form>',
    )
    const list = screen.getByLabelText('Stains')
    await clickLater().click(list)
    await clickLater().selectOptions(list, 'PAS')
    await agree()
    expect(prompt()).toHaveTextContent(changes)
    await clickLater().deselectOptions(list, 'PAS')
    await pass(second)
    expect(portal.reload).toHaveBeenCalledTimes(1)
    place.remove()
  })

  it.each([
    ['in a form', '<form><div contenteditable="true" tabindex="0">Note</div></form>'],
    ['in no form', '<div contenteditable="true" tabindex="0">Note</div>'],
  ])('a text that is edited in its place, %s', async (_, html) => {
    const portal = await openWithOffer()
    const place = add(html)
    const text = screen.getByText('Note')
    await clickLater().click(text)
    text.textContent = 'Another note'
    await agree()
    expect(prompt()).toHaveTextContent(changes)
    text.textContent = 'Note'
    await pass(second)
    expect(portal.reload).toHaveBeenCalledTimes(1)
    place.remove()
  })

  it('a choice in a form', async () => {
    const portal = await openWithOffer()
    const place = add('<form><input type="checkbox" aria-label="Choice"></form>')
    const choice = screen.getByLabelText('Choice')
    await clickLater().click(choice)
    await agree()
    expect(prompt()).toHaveTextContent(changes)
    await clickLater().click(choice)
    await pass(second)
    expect(portal.reload).toHaveBeenCalledTimes(1)
    place.remove()
  })

  it('a change that is being saved', async () => {
    const { promise, answer } = late()
    const portal = await openWithOffer('/projects', { answers: (server) => server.on(createProject, () => promise) })
    const saved = call(createProject, { body: { data: { name: 'Liver', description: '' } } }).catch(() => undefined)
    await agree()
    expect(prompt()).toHaveTextContent(changes)
    await answer()
    await pass(second)
    await saved
    expect(portal.reload).toHaveBeenCalledTimes(1)
  })

  it('what asks before the page is left', async () => {
    const portal = await openWithOffer()
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    await agree()
    expect(prompt()).toHaveTextContent(changes)
    window.removeEventListener('beforeunload', ask)
    await pass(second)
    expect(portal.reload).toHaveBeenCalledTimes(1)
  })

  it('but not a form whose text is kept and restored, unless it is being filled in by the time', async () => {
    const portal = await openWithOffer()
    const place = add('<form data-kept><input aria-label="Field"></form>')
    const field = screen.getByLabelText('Field')
    await clickLater().type(field, 'typed')
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    await agree()
    field.focus()
    window.removeEventListener('beforeunload', ask)
    await pass(minute)
    expect(portal.reload).not.toHaveBeenCalled()
    field.blur()
    await pass(second)
    expect(portal.reload).toHaveBeenCalledTimes(1)
    place.remove()
  })

  it('and the user may change their mind', async () => {
    const portal = await openWithOffer()
    const place = add('<form><input aria-label="Field"></form>')
    await clickLater().type(screen.getByLabelText('Field'), 'typed')
    await agree()
    await clickLater().click(screen.getByRole('button', { name: 'Do not reload' }))
    place.remove()
    await pass(minute)
    expect(portal.reload).not.toHaveBeenCalled()
    expect(prompt()).toHaveTextContent('Reload the page now to use the new version')
  })
})
