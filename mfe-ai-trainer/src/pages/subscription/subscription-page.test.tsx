import { runtimeConfig } from '@lamella/shared/contract'
import { runtimeConfigAtom, store } from '@lamella/shared/session'
import { theme } from '@lamella/shared/ui/theme/theme.ts'
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import * as z from 'zod/mini'
import SubscriptionPage from './subscription-page.tsx'

const address = (page: string) => `https://company.example/${page}`

test('D1-2.4-32 D1-2.4-33 D1-2.4-34 says what is missing and links to the demo of the configuration', () => {
  store.set(
    runtimeConfigAtom,
    z.parse(runtimeConfig, {
      appId: 'portal',
      appSecret: 'public',
      authServiceDomain: '',
      basePaths: { commons: '', portal: '', prisma: '' },
      product: {
        name: 'Lamella',
        companyName: 'Company',
        companyUrl: address(''),
        supportEmail: 'support@company.example',
        knowledgeBaseUrl: address('help'),
        privacyUrl: address('privacy'),
        termsUrl: address('terms'),
        bookDemoUrl: address('demo'),
        guideUrl: address('guide'),
      },
      version: '2.108.0',
    }),
  )
  render(
    <Provider store={store}>
      <MantineProvider theme={theme} env="test">
        <SubscriptionPage />
      </MantineProvider>
    </Provider>,
  )
  expect(
    screen.getByText('Without an active AI subscription you cannot train your own image analysis applications.'),
  ).toBeVisible()
  expect(screen.getByText('Request your AI trial by booking a free demo.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Book a demo' })).toHaveAttribute('href', address('demo'))
})
