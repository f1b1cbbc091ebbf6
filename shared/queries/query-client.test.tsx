import { connection, type FailureRecord, onFailure, watchConnection } from '@lamella/shared/api'
import { type ErrorCode, endpoint, listProjects, listUsers, type Project } from '@lamella/shared/contract'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { usersQuery } from './members.ts'
import { projectsQuery } from './projects.ts'
import { anyPage, failingTo } from './query-meta.ts'

const ready = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'Whether the server answers',
  tag: 'probe',
  success: { status: 200, body: null },
})

let server: ContractServer
let redirects: FailureRecord['redirect'][]
let stop: () => void
beforeEach(() => {
  localStorage.clear()
  redirects = []
  stop = onFailure(({ redirect }) => redirect !== null && redirects.push(redirect))
  server = ContractServer.start()
})
afterEach(() => {
  stop()
  server.close()
})

type Uses = readonly (typeof projectsQuery | typeof usersQuery)[]
const Use = ({ query, enabled = true }: { query: Uses[number]; enabled?: boolean }) => {
  const { data, error, refetch } = useQuery({ ...(query as typeof projectsQuery), enabled })
  return (
    <button type="button" onClick={() => void refetch()}>
      {error ? error.message : data ? `${data.length} found` : 'waiting'}
    </button>
  )
}
const refuse = (code: ErrorCode) => {
  server.on(listProjects, () => new Refusal(code)).on(listUsers, () => new Refusal(code))
}
const answer = () => server.on(listProjects, () => ({ data: [] as Project[], links: { next: null } }))
const open = (...queries: Uses) =>
  renderPage(
    queries.map((query, index) => <Use key={index.toString()} query={query} />),
    { at: '/projects' },
  )

test.each<[string, ErrorCode, string | null]>([
  ['D1-8-13', 'ERR_0401', '/error/401'],
  ['D1-8-15', 'ERR_0403', '/error/403'],
  ['D1-8-12', 'ERR_0404', null],
  ['D1-8-18', 'ERR_0410', '/error/410'],
  ['D1-8-19', 'ERR_0503', '/error/503'],
  ['D1-8-23', 'ERR_0500', '/error'],
  ['D1-8-22', 'ERR_0409', null],
  ['D1-8-16', 'ERR_5001', null],
])('%s a query for the subject of its page that fails with %s leads to %s', async (_, code, page) => {
  refuse(code)
  const { location } = open(projectsQuery)
  await waitFor(() => expect(screen.getByRole('button')).not.toHaveTextContent('waiting'))
  await waitFor(() => expect(location()).toBe(page ?? '/projects'))
  expect(redirects).toEqual(page === null ? [] : [page])
})

test('D1-8-25 D1-8-28 a failure shown in line has the message of the server, and no redirect', async () => {
  server.on(listUsers, () => new Refusal('ERR_0503', 'The disk is full.'))
  const { location } = open(usersQuery)
  expect(await screen.findByText('The disk is full.')).toBeVisible()
  expect([location(), redirects]).toEqual(['/projects', []])
})

test('D2-4-15 a page that cannot do without a query is left on every failure', async () => {
  refuse('ERR_0404')
  const { location } = open(failingTo(anyPage, projectsQuery))
  await waitFor(() => expect(location()).toBe('/error'))
  expect(localStorage.getItem('errorReturnUrl')).toBe('/projects')
})

test('of two uses of a query, one in line, the one with an error page decides', async () => {
  refuse('ERR_0503')
  const { location } = open(failingTo(null, projectsQuery), projectsQuery, failingTo(null, projectsQuery))
  await waitFor(() => expect(location()).toBe('/error/503'))
  expect(redirects).toEqual(['/error/503'])
})

test('a disabled use has no effect', async () => {
  refuse('ERR_0503')
  const { location } = renderPage(
    <>
      <Use query={failingTo(null, projectsQuery)} />
      <Use query={projectsQuery} enabled={false} />
    </>,
    { at: '/settings' },
  )
  await waitFor(() => expect(screen.getAllByRole('button')[0]).not.toHaveTextContent('waiting'))
  expect([location(), redirects]).toEqual(['/settings', []])
})

test.each<[string, ErrorCode | null, string]>([
  ['a fault of the server', 'ERR_0503', '/projects'],
  ['no answer', null, '/projects'],
  ['a refusal', 'ERR_0403', '/error/403'],
])('when data is shown already, a refetch that fails with %s (%s) ends at %s', async (_, code, page) => {
  answer()
  const { location } = open(projectsQuery)
  expect(await screen.findByText('0 found')).toBeVisible()
  if (code) refuse(code)
  else server.on(listProjects, () => Response.error())
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(screen.getByRole('button')).not.toHaveTextContent('0 found'))
  expect(redirects).toEqual(page === '/projects' ? [] : [page])
  await waitFor(() => expect(location()).toBe(page))
})

test('when the server answers again, queries are repeated', async () => {
  watchConnection()
  let dead = true
  server
    .on(ready, () => (dead ? Response.error() : undefined))
    .on(listProjects, () => (dead ? Response.error() : { data: [], links: { next: null } }))
  open(failingTo(null, projectsQuery))
  expect(await screen.findByText('Client Error')).toBeVisible()
  await waitFor(() => expect(connection.snapshot().down).toBe(true))
  dead = false
  act(() => connection.retry())
  expect(await screen.findByText('0 found')).toBeVisible()
})
