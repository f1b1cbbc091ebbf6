import * as contract from '@lamella/shared/contract'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestReleases } from '../../../test/releases.ts'
import ReleasesPage from './releases-page.tsx'

let releases: TestReleases
beforeEach(() => {
  releases = new TestReleases()
})
afterEach(() => releases.close())

const open = () =>
  renderPage(<ReleasesPage />, { at: '/settings/releases?app=projects', as: 'member', user: { operator: true } })
const dialog = () => screen.findByRole('dialog')

describe('Releases: a token', () => {
  const token = {
    name: 'projects-ci',
    apps: ['projects'],
    may: ['publish' as const],
    created: '2026-01-05T09:00:00.000Z',
    createdBy: 'Jonas Weber',
    expires: null,
    lastUsed: null,
  }

  it('is made for some apps and actions, and its secret is shown once', async () => {
    const asked: unknown[] = []
    releases.server.on(contract.createOperatorToken, ({ body }) => {
      asked.push(body.data)
      return { data: { ...token, secret: 'lmt_secret' } }
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'New token' }))
    const form = within(await dialog())
    await userEvent.type(form.getByLabelText('Name'), 'projects-ci')
    await userEvent.click(form.getByRole('button', { name: 'Make token' }))
    expect(form.getByText('Choose an app.')).toBeVisible()
    await userEvent.click(form.getByRole('checkbox', { name: 'projects' }))
    await userEvent.click(form.getByRole('checkbox', { name: 'Activate' }))
    await userEvent.click(form.getByRole('button', { name: 'Make token' }))
    expect(await screen.findByLabelText('Secret')).toHaveTextContent('lmt_secret')
    expect(asked).toEqual([
      {
        name: 'projects-ci',
        apps: ['projects'],
        may: ['publish', 'check', 'trial', 'activate'],
        expires: expect.stringMatching(/^\d{4}-/),
      },
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByText('lmt_secret')).not.toBeInTheDocument())
  })

  it('is removed after a question', async () => {
    releases.tokens = [token]
    releases.server.on(contract.removeOperatorToken, ({ params }) => {
      releases.tokens = releases.tokens.filter(({ name }) => name !== params.name)
      return undefined
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Remove projects-ci' }))
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('No tokens')).toBeVisible()
  })
})
