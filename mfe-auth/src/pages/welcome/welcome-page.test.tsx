import { renderRemote } from '@lamella/shared/testing/render-remote.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { manifest } from '../../../manifest.ts'
import { routes } from '../../routes.tsx'

test('D1-2.1-12 D1-2.1-13 the account was created; one button continues to the product, by login', async () => {
  const page = renderRemote({ manifest, routes }, { at: '/auth/welcome', as: 'nobody' })
  expect(await screen.findByText('Your account has been created.')).toBeInTheDocument()
  const beside = within(screen.getByRole('contentinfo')).getAllByRole('link')
  const buttons = [...screen.queryAllByRole('button'), ...screen.getAllByRole('link')].filter(
    (b) => !beside.includes(b),
  )
  expect(buttons.map((b) => b.textContent)).toEqual(['Continue to Lamella'])
  await userEvent.click(screen.getByRole('link', { name: 'Continue to Lamella' }))
  await waitFor(() => expect(page.location()).toBe('/auth/login'))
})
