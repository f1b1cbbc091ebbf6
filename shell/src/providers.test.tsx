import { sessionStateAtom, store } from '@lamella/shared/session'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'

test('the cached answers of one user are gone before the next one logs in', async () => {
  // Webpack's global, which the nonce is assigned to.
  Object.assign(globalThis, { __webpack_nonce__: '' })
  const { Providers } = await import('./providers.tsx')
  const clients: QueryClient[] = []
  const Probe = () => {
    clients.push(useQueryClient())
    return null
  }
  store.set(sessionStateAtom, 'active')
  render(
    <Providers>
      <Probe />
    </Providers>,
  )
  clients[0]?.setQueryData(['projects'], ['Ki-67'])
  expect(clients[0]?.getQueryData(['projects'])).toEqual(['Ki-67'])
  act(() => store.set(sessionStateAtom, 'anonymous'))
  expect(clients[0]?.getQueryData(['projects'])).toBeUndefined()
})
