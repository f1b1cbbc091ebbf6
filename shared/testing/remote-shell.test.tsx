import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { runRemoteAlone } from './remote-shell.tsx'
import { sampleConfig } from './sample-config.ts'

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

test('A remote that runs alone opens at its first page, links to all without parameters, and asks for a log-in where a page needs one', async () => {
  document.body.innerHTML = '<div id="root" data-server="https://portal.example"></div>'
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(sampleConfig))
  const page = { crumb: null, roles: [] }
  const routes = [
    { ...page, id: 'plate', path: '/plates/:plateId', title: 'Plate', guards: ['login' as const] },
    { ...page, id: 'about', path: '/plates/about', title: 'About plates', guards: [] },
    { ...page, id: 'start', path: '/plates', title: 'Plates', guards: ['login' as const] },
  ]
  const text = (words: string) => async () => ({ default: () => <p>{words}</p> })
  await act(() =>
    runRemoteAlone({
      manifest: { id: 'plates', contract: '^1.0.0', routes, menu: [] },
      routes: { plate: text('One plate'), about: text('Who made this'), start: text('All plates') },
    }),
  )
  expect(await screen.findByText('Who made this')).toBeVisible()
  expect(location.pathname).toBe('/plates/about')
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['About plates', 'Plates'])
  await userEvent.click(screen.getByRole('link', { name: 'Plates' }))
  expect(await screen.findByRole('heading', { name: 'Log in to the portal' })).toBeVisible()
  expect(screen.queryByText('All plates')).not.toBeInTheDocument()
})
