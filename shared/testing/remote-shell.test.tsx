import { act, screen } from '@testing-library/react'
import { runRemoteAlone } from './remote-shell.tsx'

afterEach(() => {
  jest.restoreAllMocks()
  document.body.innerHTML = ''
})

test.each<[string, () => Promise<Response>, string]>([
  ['the portal does not answer', async () => new Response('Error occurred', { status: 504 }), 'It does not answer.'],
  ['nothing answers', () => Promise.reject(new TypeError('Failed to fetch')), 'It does not answer.'],
  [
    'the address is that of something else',
    async () => new Response('<!doctype html><title>Shop</title>'),
    'It answers (200), but it is no Lamella portal.',
  ],
  [
    'it answers with other data',
    async () => Response.json({ errors: [] }, { status: 404 }),
    'It answers (404), but it is no Lamella portal.',
  ],
])('A remote that runs alone says so in words when %s', async (_case, answer, reason) => {
  document.body.innerHTML = '<div id="root" data-server="https://portal.example"></div>'
  jest.spyOn(globalThis, 'fetch').mockImplementation(answer)
  await act(() => runRemoteAlone({ manifest: { id: 'plates', contract: '^1.0.0', routes: [], menu: [] }, routes: {} }))
  expect(await screen.findByRole('heading', { name: 'No portal at https://portal.example' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(reason)
  expect(screen.getByRole('alert')).toHaveTextContent('SERVER_URL=https://portal.example npm run dev')
})
