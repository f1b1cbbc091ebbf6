import type { CurrentUser, Session } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { bus, type Toast } from '@lamella/shared/events'
import { store, subscriptionsAtom } from '@lamella/shared/session'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { enterText } from '@lamella/shared/testing/enter-text.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import SettingsPage from './settings-page.tsx'

const page = <T,>(data: T[]) => ({ data, links: { next: null } })
const sessionId = (index: number) => `019aa000-0000-7000-8000-0000000000e${index}`
const organisation = {
  id: portalUser('admin').organisationId,
  name: 'Nordlund Lab',
  sector: '',
  created: '2026-01-05T09:00:00.000Z',
  owner: { id: portalUser('admin').id, fullName: 'Mara Lindqvist', email: 'mara@lab.example' },
}

/** The user on the server; tests change it. */
let me: CurrentUser
let sessions: Session[]
let card: typeof organisation
let server: ContractServer
let toasts: Toast[]
const subscription = bus.on('toast/show').subscribe((toast) => toasts.push(toast))
afterAll(() => subscription.unsubscribe())

beforeEach(() => {
  sessionStorage.clear()
  me = portalUser('member')
  card = organisation
  toasts = []
  const moment = '2026-11-20T10:00:00.000Z'
  sessions = [
    { id: sessionId(1), created: moment, lastUsed: moment, device: 'Firefox on Linux', isCurrent: true },
    { id: sessionId(2), created: moment, lastUsed: moment, device: 'Safari on iPhone', isCurrent: false },
    { id: sessionId(3), created: moment, lastUsed: moment, device: null, isCurrent: false },
  ]
  server = ContractServer.start()
    .on(contract.whoAmI, () => ({ data: me }))
    .on(contract.aboutOrganisation, () => ({
      data: { id: card.id, name: card.name, portalWebAccess: true, canAccessAITrainer: true, restrictions: [] },
    }))
    .on(contract.listSubscriptions, () => page([]))
    .on(contract.getOrganisation, () => ({ data: card }))
    .on(contract.listNotificationSettings, () => ({ data: [], links: { next: null } }))
    .on(contract.listSessions, () => page(sessions))
    .on(contract.getSecondFactor, () => ({ data: { since: null, recoveryCodesLeft: 0, required: false } }))
})
afterEach(() => {
  store.set(subscriptionsAtom, [])
  server.close()
})

const open = (as: PersonKind = 'member') => renderPage(<SettingsPage />, { at: '/settings', as })
const section = async (name: string) => within(await screen.findByRole('region', { name }))

test.each(['guest', 'member', 'admin'] as const)('D1-2.6-58 the page shows a %s the own account', async (kind) => {
  const { firstName, lastName, email } = portalUser(kind)
  open(kind)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Settings')
  expect(screen.getByLabelText('First name')).toHaveValue(firstName)
  expect(screen.getByLabelText('Last name')).toHaveValue(lastName)
  expect(screen.getByLabelText(/^Email/)).toHaveValue(email)
  expect(screen.getByLabelText(/^Email/)).toBeDisabled()
  expect(await screen.findByText('Firefox on Linux')).toBeVisible()
  expect(await screen.findByText('Nordlund Lab')).toBeVisible()
})

describe('the name', () => {
  const save = () => screen.getByRole('button', { name: 'Save name' })

  it('is saved, and the whole portal knows it', async () => {
    server.on(contract.updateProfile, ({ body }) => {
      me = { ...me, ...body.data, fullName: `${body.data.firstName} ${body.data.lastName}` }
      return undefined
    })
    open()
    expect(save()).toBeDisabled()
    await userEvent.clear(screen.getByLabelText('First name'))
    await enterText(screen.getByLabelText('First name'), ' Jon ')
    await userEvent.click(save())
    await waitFor(() =>
      expect(toasts).toEqual([{ kind: 'success', title: 'Profile', detail: 'Your name has been changed.' }]),
    )
    expect(me.fullName).toBe('Jon Weber')
    expect(server.calls).toContain('GET /api/v1/users/me')
  })

  it.each([
    ['First name', 'Firstname is a required field'],
    ['Last name', 'Lastname is a required field'],
  ])('%s may not be empty', async (field, message) => {
    open()
    expect(screen.queryByText(message)).not.toBeInTheDocument()
    await userEvent.clear(screen.getByLabelText(field))
    expect(screen.getByText(message)).toBeVisible()
    expect(save()).toBeDisabled()
  })

  it('asks before the page is left by choice, and is forgotten when that is confirmed', async () => {
    open()
    const field = screen.getByLabelText('First name')
    const form = field.closest('form') as HTMLFormElement
    expect(form).not.toHaveAttribute('data-unsaved')
    await userEvent.type(field, 'athan')
    expect(form).toHaveAttribute('data-unsaved')
    // As the shell does when leaving is confirmed.
    fireEvent.reset(form)
    await waitFor(() => expect(field).toHaveValue('Jonas'))
    expect(form).not.toHaveAttribute('data-unsaved')
  })

  it('of 128 characters is accepted, counted as readers do', async () => {
    server.on(contract.updateProfile, () => undefined)
    open()
    const field = screen.getByLabelText('First name')
    await userEvent.clear(field)
    await enterText(field, '🧬'.repeat(129))
    expect(screen.getByText('Firstname can only contain 128 characters')).toBeVisible()
    expect(save()).toBeDisabled()
    await userEvent.clear(field)
    await enterText(field, '🧬'.repeat(128))
    expect(save()).toBeEnabled()
  })

  it('that was changed elsewhere meanwhile is not replaced unseen', async () => {
    const { updateProfile } = contract
    server.on(updateProfile, ({ body }) => {
      expect(body.data.was).toEqual({ firstName: 'Jonas', lastName: 'Weber' })
      me = { ...me, firstName: 'Jon', lastName: 'Weber', fullName: 'Jon Weber' }
      return new Refusal('ERR_5013')
    })
    open()
    await userEvent.type(screen.getByLabelText('Last name'), '-Ohm')
    await userEvent.click(save())
    expect(await screen.findByText(/it is “Jon Weber” now/)).toBeVisible()
    expect(screen.getByLabelText('Last name')).toHaveValue('Weber-Ohm')
    server.on(updateProfile, ({ body }) => {
      expect(body.data.was).toEqual({ firstName: 'Jon', lastName: 'Weber' })
      return undefined
    })
    await userEvent.click(save())
    await waitFor(() => expect(toasts).toMatchObject([{ kind: 'success' }]))
  })

  it('that the server refuses stays in the form', async () => {
    server.on(contract.updateProfile, () => new Refusal('ERR_0503', 'The database is being moved.'))
    open()
    await userEvent.type(screen.getByLabelText('Last name'), '-Ohm')
    await userEvent.click(save())
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is being moved.')
    expect(screen.getByLabelText('Last name')).toHaveValue('Weber-Ohm')
  })
})

describe('the picture', () => {
  const png = (size = 8) => new File([new Uint8Array(size)], 'me.png', { type: 'image/png' })
  const choose = (file: File) => userEvent.upload(screen.getByLabelText('Picture file'), file, { applyAccept: false })

  it('is uploaded, shown and removed', async () => {
    server
      .on(contract.putAvatar, () => {
        me = { ...me, avatar: 'v1' }
        return undefined
      })
      .on(contract.getAvatar, ({ query }) => {
        expect(query.version).toBe('v1')
        return undefined
      })
      .on(contract.deleteAvatar, () => {
        const { avatar: _, ...bare } = me
        me = bare
        return undefined
      })
    open()
    expect(screen.queryByRole('button', { name: 'Remove picture' })).not.toBeInTheDocument()
    await choose(png())
    await userEvent.click(await screen.findByRole('button', { name: 'Remove picture' }))
    expect(await screen.findByRole('button', { name: 'Upload picture' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Remove picture' })).not.toBeInTheDocument()
    expect(server.calls).toContain('DELETE /api/v1/users/me/avatar')
  })

  it.each([
    ['of another type', new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' })],
    ['that is too large', png(contract.maxAvatarSize + 1)],
  ])('%s is refused before it is sent', async (_, file) => {
    open()
    await choose(file)
    expect(await screen.findByRole('alert')).toHaveTextContent(contract.errorCatalogue.ERR_1011.detail)
    expect(server.calls).not.toContain('PUT /api/v1/users/me/avatar')
  })
})

describe('the password', () => {
  const fill = async (current: string, next: string, again: string) => {
    const form = within(screen.getByRole('form', { name: 'Password' }))
    await enterText(form.getByLabelText('Current password'), current)
    await enterText(form.getByLabelText('New password'), next)
    await enterText(form.getByLabelText('Confirm password'), again)
    return form.getByRole('button', { name: 'Change password' })
  }

  it('is changed when the new one meets the rules of the live checklist', async () => {
    server.on(contract.changePassword, ({ body }) => {
      expect(body.data).toEqual({ currentPassword: 'old', newPassword: 'Nuclei#2026' })
      sessions = sessions.filter(({ isCurrent }) => isCurrent)
      return undefined
    })
    open()
    await screen.findByText('Safari on iPhone')
    const button = await fill('old', 'nuclei', 'Nuclei#2026')
    expect(screen.getByText('One digit').textContent).toContain('unmet')
    expect(screen.getByText('Passwords do not match')).toBeVisible()
    expect(button).toBeDisabled()
    await userEvent.clear(screen.getByLabelText('New password'))
    await enterText(screen.getByLabelText('New password'), 'Nuclei#2026')
    expect(screen.getByText('One digit').textContent).not.toContain('unmet')
    await userEvent.click(button)
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument())
    expect(toasts).toMatchObject([{ kind: 'success', title: 'Password' }])
    expect(screen.getByLabelText('Current password')).toHaveValue('')
  })

  it('asks before the page is left by choice while something is typed, and forgets it then', async () => {
    open()
    const form = screen.getByRole('form', { name: 'Password' })
    expect(form).not.toHaveAttribute('data-unsaved')
    await userEvent.type(within(form).getByLabelText('Current password'), 'old')
    expect(form).toHaveAttribute('data-unsaved')
    // As the shell does when leaving is confirmed.
    fireEvent.reset(form)
    await waitFor(() => expect(within(form).getByLabelText('Current password')).toHaveValue(''))
  })

  it('stays when the present one is wrong, and nothing typed is lost', async () => {
    server.on(contract.changePassword, () => new Refusal('ERR_1009'))
    open()
    await userEvent.click(await fill('wrong', 'Nuclei#2026', 'Nuclei#2026'))
    expect(await screen.findByText('The current password is not correct.')).toBeVisible()
    expect(screen.getByLabelText('New password')).toHaveValue('Nuclei#2026')
  })
})

describe('the sessions', () => {
  it('are listed, and each other one can be ended', async () => {
    server.on(contract.endSession, ({ params }) => {
      sessions = sessions.filter(({ id }) => id !== params.sessionId)
      return undefined
    })
    open()
    const list = await section('Sessions')
    expect(await list.findAllByRole('listitem')).toHaveLength(3)
    expect(list.getByText('this session')).toBeVisible()
    expect(list.queryByRole('button', { name: 'Log out Firefox on Linux' })).not.toBeInTheDocument()
    await userEvent.click(list.getByRole('button', { name: 'Log out Safari on iPhone' }))
    await waitFor(() => expect(list.queryByText('Safari on iPhone')).not.toBeInTheDocument())
    expect(list.getByRole('button', { name: 'Log out unknown device' })).toBeVisible()
  })

  it('all end after a question, this one too', async () => {
    server.on(contract.endSessions, () => undefined)
    const { location } = open()
    await userEvent.click(screen.getByRole('button', { name: 'Log out everywhere' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Log out everywhere' }))
    expect(location()).toBe('/settings')
    await userEvent.click(dialog.getByRole('button', { name: 'Log out everywhere' }))
    await waitFor(() => expect(location()).toBe('/auth/logout'))
    expect(server.calls).toContain('DELETE /api/v1/users/me/sessions')
  })

  it('that cannot be ended stay, and the page too', async () => {
    server.on(contract.endSessions, () => new Refusal('ERR_0503'))
    const { location } = open()
    await userEvent.click(screen.getByRole('button', { name: 'Log out everywhere' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Log out everywhere' }))
    await waitFor(() =>
      expect(toasts).toEqual([{ kind: 'error', title: 'Log out everywhere', detail: 'Service unavailable' }]),
    )
    expect(location()).toBe('/settings')
  })

  it('that cannot be read are read again', async () => {
    server.on(contract.listSessions, () => new Refusal('ERR_0500'))
    open()
    const list = await section('Sessions')
    const again = await list.findByRole('button', { name: 'Try again' })
    expect(list.getByText('Your sessions could not be retrieved')).toBeVisible()
    server.on(contract.listSessions, () => page(sessions))
    await userEvent.click(again)
    expect(await list.findByText('Firefox on Linux')).toBeVisible()
  })
})

describe('the organisation', () => {
  it('is shown with sector, admin, plan and age', async () => {
    open()
    const facts = await section('Organization')
    await facts.findByText('Nordlund Lab')
    expect(facts.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Sector',
      'Admin',
      'Plan',
      'Created',
    ])
    expect(facts.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Nordlund Lab',
      '–',
      'Mara Lindqvistmara@lab.example',
      '–',
      '5 Jan 2026',
    ])
    expect(facts.queryByRole('button')).not.toBeInTheDocument()
  })

  it('is changed by its admins', async () => {
    me = portalUser('admin')
    server.on(contract.updateOrganisation, ({ body }) => {
      card = { ...card, ...body.data }
      return undefined
    })
    open('admin')
    const facts = await section('Organization')
    await userEvent.click(await facts.findByRole('button', { name: 'Edit organization' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit organization' }))
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await userEvent.clear(dialog.getByLabelText('Name'))
    expect(dialog.getByText('Name is a required field')).toBeVisible()
    await enterText(dialog.getByLabelText('Name'), 'Nordlund Institute')
    await enterText(dialog.getByLabelText('Sector (optional)'), 'Pathology')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await facts.findByText('Nordlund Institute')).toBeVisible()
    expect(facts.getByText('Pathology')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})

it('The organization that another admin has changed meanwhile is not replaced unseen', async () => {
  me = portalUser('admin')
  server.on(contract.updateOrganisation, ({ body }) => {
    expect(body.data.was).toEqual({ name: 'Nordlund Lab', sector: '' })
    card = { ...card, name: 'Nordlund Centre', sector: 'Botany' }
    return new Refusal('ERR_5013')
  })
  open('admin')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit organization' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit organization' }))
  const form = dialog.getByLabelText('Name').closest('form')
  expect(form).not.toHaveAttribute('data-unsaved')
  await userEvent.type(dialog.getByLabelText('Name'), ' West')
  expect(form).toHaveAttribute('data-unsaved')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/it is now “Nordlund Centre”, sector “Botany”/)).toBeVisible()
  expect(dialog.getByLabelText('Name')).toHaveValue('Nordlund Lab West')
  server.on(contract.updateOrganisation, ({ body }) => {
    expect(body.data.was).toEqual({ name: 'Nordlund Centre', sector: 'Botany' })
    card = { ...card, ...body.data }
    return undefined
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Nordlund Lab West')).toBeVisible()
})

describe('what was typed when the page was taken away', () => {
  const note = 'Your text was restored.'

  test('is in the form of names again, and can be saved', async () => {
    const first = open()
    await userEvent.type(screen.getByLabelText('First name'), 'as')
    first.unmount()
    open()
    expect(screen.getByLabelText('First name')).toHaveValue(`${portalUser('member').firstName}as`)
    expect(screen.getByText(note)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Save name' })).toBeEnabled()
  })

  test('is in the dialog of the organisation again, which opens with it; cancelled it is gone', async () => {
    const first = open('admin')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit organization' }))
    const sector = async () => within(await screen.findByRole('dialog')).getByLabelText(/^Sector/)
    await userEvent.clear(await sector())
    await enterText(await sector(), 'Pathology')
    first.unmount()
    const second = open('admin')
    expect(await sector()).toHaveValue('Pathology')
    expect(screen.getByText(note)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    second.unmount()
    open('admin')
    await screen.findByRole('button', { name: 'Edit organization' })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
