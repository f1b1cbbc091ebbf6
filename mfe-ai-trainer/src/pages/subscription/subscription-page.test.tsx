import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleConfig } from '@lamella/shared/testing/sample-config.ts'
import { screen } from '@testing-library/react'
import SubscriptionPage from './subscription-page.tsx'

test('D1-2.4-32 D1-2.4-33 D1-2.4-34 says what is missing and links to the demo of the configuration', () => {
  renderPage(<SubscriptionPage />, { at: '/ai-trainer/subscription' })
  expect(
    screen.getByText('Without an active AI subscription you cannot train your own image analysis applications.'),
  ).toBeVisible()
  expect(screen.getByText('Request your AI trial by booking a free demo.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Book a demo' })).toHaveAttribute('href', sampleConfig.product.bookDemoUrl)
})
