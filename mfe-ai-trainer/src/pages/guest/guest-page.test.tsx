import { theme } from '@lamella/shared/ui/theme/theme.ts'
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import GuestPage from './guest-page.tsx'

test('D1-2.4-31 tells a guest that no training can be started, and where to go instead', () => {
  render(
    <MantineProvider theme={theme} env="test">
      <MemoryRouter>
        <GuestPage />
      </MemoryRouter>
    </MantineProvider>,
  )
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('AI Trainer')
  expect(screen.getByText('As a guest of this organization you cannot start a training.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'View projects' })).toHaveAttribute('href', '/projects')
})
