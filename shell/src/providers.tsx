import { createQueryClient } from '@lamella/shared/queries'
import { sessionStateAtom, store } from '@lamella/shared/session'
import { cssVariablesResolver } from '@lamella/shared/ui/theme/css-variables.ts'
import { theme } from '@lamella/shared/ui/theme/theme.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Provider } from 'jotai'
import { type ReactNode, StrictMode } from 'react'
import { nonce } from './config/nonce.ts'

const queryClient = createQueryClient()

// Answers cached for one user must not be shown to the next one.
store.sub(sessionStateAtom, () => {
  if (store.get(sessionStateAtom) === 'anonymous') queryClient.clear()
})

/** Context providers of every page, of the shell and of the remotes. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <Provider store={store}>
        <QueryClientProvider client={queryClient}>
          <MantineProvider
            theme={theme}
            cssVariablesResolver={cssVariablesResolver}
            defaultColorScheme="auto"
            getStyleNonce={() => nonce}
          >
            {children}
          </MantineProvider>
        </QueryClientProvider>
      </Provider>
    </StrictMode>
  )
}
