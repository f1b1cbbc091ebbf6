import type * as contract from '@lamella/shared/contract'
import { Refusal } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { entryOf, TestReleases } from '../../../test/releases.ts'
import ReleasesPage from './releases-page.tsx'

let releases: TestReleases
beforeEach(() => {
  releases = new TestReleases()
  releases.history = ['2.14.3', '2.14.2', '2.14.1', '2.13.0'].map((version) => entryOf('activate', version))
  releases.removable = [
    removable('2.14.3', 'It is active.', true),
    removable('2.14.2', 'It is a fallback of what is active.', true),
    removable('2.14.1', 'It was run by somebody in the last 7 days.'),
    removable('2.13.0', null),
    removable('2.12.0', null),
  ]
})
afterEach(() => releases.close())

const removable = (version: string, why: string | null, bound = false): contract.RemovableRelease => ({
  version,
  published: '2026-11-01T10:00:00.000Z',
  why,
  bound,
})

const ask = async (button: string) => {
  renderPage(<ReleasesPage />, { at: '/settings/releases?app=projects', as: 'member', user: { operator: true } })
  await userEvent.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog'))
}
const untilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
const texts = (dialog: ReturnType<typeof within>, list: string) =>
  within(dialog.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('Releases: removing', () => {
  it('of old versions says what would go and what stays and why, for as many as are kept', async () => {
    const dialog = await ask('Remove old versions')
    await dialog.findByText('Nothing is removed.')
    await userEvent.clear(dialog.getByLabelText('Keep the newest'))
    expect(dialog.getByText('Enter a whole number from 1 to 999.')).toBeVisible()
    expect(dialog.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
    await userEvent.type(dialog.getByLabelText('Keep the newest'), '1')
    expect(texts(dialog, 'Is removed').map((text) => text?.split(' ')[0])).toEqual(['2.13.0', '2.12.0'])
    expect(texts(dialog, 'Stays')).toEqual([
      '2.14.3 It is active.',
      '2.14.2 It is a fallback of what is active.',
      '2.14.1 It was run by somebody in the last 7 days.',
    ])
    await userEvent.type(dialog.getByLabelText('Reason (optional)'), 'Disk')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove 2 versions' }))
    await untilClosed()
    expect(releases.made).toEqual([{ call: 'prune projects', pointer: undefined, data: { keep: 1, reason: 'Disk' } }])
  })

  it('of one that nobody needs is asked about once', async () => {
    const dialog = await ask('Remove 2.13.0')
    await userEvent.click(await dialog.findByRole('button', { name: 'Remove 2.13.0' }))
    await untilClosed()
    expect(releases.made[0]).toMatchObject({ call: 'remove projects 2.13.0', data: { force: false } })
  })

  it('of one that somebody may still run needs a reason', async () => {
    const dialog = await ask('Remove 2.14.1')
    expect(await dialog.findByText('It was run by somebody in the last 7 days.')).toBeVisible()
    const button = dialog.getByRole('button', { name: 'Remove 2.14.1' })
    expect(button).toBeDisabled()
    await userEvent.type(dialog.getByLabelText('Why it is removed all the same'), 'A key was in it')
    await userEvent.click(button)
    await untilClosed()
    expect(releases.made[0]).toMatchObject({ data: { force: true, reason: 'A key was in it' } })
  })

  it('of a fallback is not offered: the dialog says why it stays', async () => {
    const dialog = await ask('Remove 2.14.2')
    expect(await dialog.findByText('It is a fallback of what is active.')).toBeVisible()
    expect(dialog.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    expect(releases.made).toEqual([])
  })

  it('that is refused meanwhile says so and stays open', async () => {
    const dialog = await ask('Remove 2.13.0')
    releases.refusal = new Refusal('ERR_6008', 'projects 2.13.0 is on trial.')
    await userEvent.click(await dialog.findByRole('button', { name: 'Remove 2.13.0' }))
    expect(await dialog.findByText('projects 2.13.0 is on trial.')).toBeVisible()
  })
})
