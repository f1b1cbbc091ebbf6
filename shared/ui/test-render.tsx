import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { theme } from './theme/theme.ts'

/** Renders in the portal's theme and a router, as every component of this folder is used. */
export const renderUi = (ui: ReactNode) =>
  render(ui, {
    wrapper: ({ children }) => (
      <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
        <MemoryRouter>{children}</MemoryRouter>
      </MantineProvider>
    ),
  })
