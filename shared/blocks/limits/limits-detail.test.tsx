import { Toast } from '@lamella/shared/ui'
import { renderUi } from '@lamella/shared/ui/test-render.tsx'
import { screen } from '@testing-library/react'
import { LimitsDetail } from './limits-detail.tsx'

test('the limits toast leads to the subscriptions', () => {
  const detail = <LimitsDetail>Your organization reached its storage limits.</LimitsDetail>
  renderUi(<Toast tone="error" title="Upload images" detail={detail} onClose={jest.fn()} />)
  expect(screen.getByText('Upload images')).toBeVisible()
  expect(screen.getByText(/^Your organization reached its storage limits\./)).toHaveTextContent(
    'Your organization reached its storage limits. You can upgrade your subscription to raise your upload limits.',
  )
  const link = screen.getByRole('link', { name: 'upgrade your subscription' })
  expect(link).toHaveAttribute('href', '/settings/subscriptions')
})
