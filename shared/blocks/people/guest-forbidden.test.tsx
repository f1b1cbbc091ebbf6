import { renderUi } from '@lamella/shared/ui/test-render.tsx'
import { screen } from '@testing-library/react'
import { GuestForbidden } from './guest-forbidden.tsx'

const contact = () => screen.getByText('Contact Admin').closest('a')

test('D1-6-25 offers "Contact Admin", a mail to the admin', () => {
  renderUi(<GuestForbidden message="As a guest you cannot create projects." adminEmail="mara@lab.example" />)
  expect(screen.getByRole('heading')).toHaveTextContent(/^As a guest you cannot create projects\.$/)
  expect(screen.getByRole('link', { name: 'Contact Admin' })).toHaveAttribute('href', 'mailto:mara@lab.example')
})

test('D1-6-26 says by default that the admin of the organisation can help', () => {
  renderUi(<GuestForbidden adminEmail="mara@lab.example" />)
  expect(screen.getByRole('heading')).toHaveTextContent('As a guest of this organization you cannot do this.')
  expect(screen.getByText('The admin of your organization can help.')).toBeVisible()
})

test('until the admin is known, the link is disabled', () => {
  renderUi(<GuestForbidden adminEmail={undefined} />)
  expect(contact()).not.toHaveAttribute('href')
  expect(contact()).toHaveAttribute('aria-disabled', 'true')
})
