import { configureHttp } from '@lamella/shared/api'
import { findUsers, pageSize } from '@lamella/shared/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { ContractServer, Refusal } from '../testing/contract-server.ts'
import { portalUser } from '../testing/render-page.tsx'
import { foundAmong } from '../testing/user-calls.ts'
import { createQueryClient } from './query-client.ts'
import { useUsersById } from './users-by-id.ts'

const [mara, jonas] = [portalUser('admin'), portalUser('member')]
const stranger = '019aa000-0000-7000-8000-0000000000ff'

let server: ContractServer
beforeEach(() => {
  configureHttp({ baseUrl: 'http://portal.test' })
  server = ContractServer.start().on(
    findUsers,
    foundAmong(() => [mara, jonas]),
  )
})
afterEach(() => server.close())

const ask = (ids: readonly string[], options = {}) => {
  const queries = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  return renderHook((asked: readonly string[]) => useUsersById(asked, options), { wrapper, initialProps: ids })
}

test('D1-3-18 D1-3-19 users are found by id, and who is not in the organisation is Unknown', async () => {
  const { result } = ask([mara.id, stranger, mara.id])
  expect(result.current.nameOf(mara.id)).toBe('')
  await waitFor(() => expect(result.current.nameOf(mara.id)).toBe('Mara Lindqvist'))
  expect(result.current.find(stranger)).toBeNull()
  expect(result.current.nameOf(stranger)).toBe('Unknown')
  expect(result.current.find(jonas.id)).toBeUndefined()
})

test('names stay while further ones are read, which are never Unknown meanwhile', async () => {
  const { result, rerender } = ask([mara.id])
  await waitFor(() => expect(result.current.nameOf(mara.id)).toBe('Mara Lindqvist'))
  rerender([mara.id, jonas.id])
  expect(result.current.nameOf(mara.id)).toBe('Mara Lindqvist')
  expect(result.current.nameOf(jonas.id)).toBe('')
  await waitFor(() => expect(result.current.nameOf(jonas.id)).toBe('Jonas Weber'))
})

test('nobody is asked for nobody, and many in several calls', async () => {
  expect(ask([]).result.current.error).toBeNull()
  const many = Array.from(
    { length: pageSize + 1 },
    (_, index) => `019aa000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  )
  const { result } = ask(many)
  await waitFor(() => expect(result.current.nameOf(mara.id)).toBe('Mara Lindqvist'))
  expect(server.calls).toEqual(['POST /api/v1/users/find', 'POST /api/v1/users/find'])
})

test('without an answer everybody is Unknown, and the failure is told', async () => {
  server.on(findUsers, () => new Refusal('ERR_0409', 'Not now.'))
  const { result } = ask([mara.id], { retry: false })
  await waitFor(() => expect(result.current.nameOf(mara.id)).toBe('Unknown'))
  expect(result.current.error?.message).toBe('Not now.')
})
