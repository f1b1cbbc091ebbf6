import { getBundle } from '@lamella/shared/contract'
import type { ContractServer } from '@lamella/shared/testing/contract-server.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { closePortal, ids, openPortal, projectNamed } from '../../test/open-portal.tsx'

afterEach(closePortal)

const bundleAt = `/downloads/jobresultbundles/${ids.project}`
const bundle = {
  id: ids.project,
  project: ids.project,
  appName: 'nuclei',
  format: 'csv' as const,
  status: 'successful' as const,
  statusErrors: [],
  expires: null,
  downloadUrl: `/api/v1/jobResultBundles/${ids.project}/download`,
}
const answers = (server: ContractServer) => void server.on(getBundle, () => ({ data: bundle }))
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

test('D1-2.2-01 D1-2.2-02 /home is for everybody, and its button leads to the log-in page', async () => {
  const { location } = await openPortal('/home', { as: null })
  await heading(/images/)
  await userEvent.click(screen.getByRole('link', { name: 'Get started' }))
  await heading('Page login')
  expect(location()).toBe('/auth/login')
})

test('D1-2.2-03 / is the dashboard of a logged-in user', async () => {
  const { location } = await openPortal('/', { projects: [projectNamed('Ki-67')] })
  await heading('Welcome, Jonas Weber!')
  expect(location()).toBe('/')
})

test.each([
  ['D1-2.2-03', '/'],
  ['D1-2.3-02', bundleAt],
])('%s %s needs a log-in, which leads back', async (_, path) => {
  const { location } = await openPortal(path, { as: null })
  await heading('Page login')
  expect(location()).toBe(`/auth/login?return=${encodeURIComponent(path)}`)
})

test('D1-2.3-01 D1-2.3-03 D1-2.3-04 the downloads page has neither side menu nor breadcrumb', async () => {
  const { location } = await openPortal(bundleAt, { answers })
  await heading('Job Result Download')
  expect(location()).toBe(bundleAt)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Download results' })).toBeEnabled())
  expect(screen.getByRole('banner')).toBeVisible()
  expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
  expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Minimize Menu' })).not.toBeInTheDocument()
})

test('D1-2.3-03 nor can one open the side menu of the downloads page in a narrow window', async () => {
  await openPortal(bundleAt, { width: 800, answers })
  await heading('Job Result Download')
  expect(screen.queryByRole('button', { name: 'Open menu' })).not.toBeInTheDocument()
})

test('the dashboard has both, as a control of these tests', async () => {
  await openPortal('/')
  await heading('Welcome, Jonas Weber!')
  expect(screen.getByRole('complementary')).toBeVisible()
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Minimize Menu' })).toBeVisible()
})

test.each([
  ['D1-2.5-25', '/nonsense', '/error/404', 'NOT FOUND'],
  ['D1-2.5-25', '/projects/1/2/3/4', '/error/404', 'NOT FOUND'],
  ['D1-2.3-05', '/downloads/xyz', '/error/404', 'NOT FOUND'],
  ['D1-2.3-05', '/downloads/jobresultbundles/1/2', '/error/404', 'NOT FOUND'],
  ['D1-5-22', '/downloads/jobresultbundles', '/error', 'Sorry, something went wrong'],
  ['D1-2.5-01', '/error', '/error', 'Sorry, something went wrong'],
  ['D1-2.5-01', '/error/anything', '/error/anything', 'Sorry, something went wrong'],
  ['D1-2.5-01', '/error/410', '/error/410', 'SERVICE UNAVAILABLE'],
])('%s %s ends at %s', async (_, path, end, title) => {
  for (const as of ['member', null] as const) {
    const { location } = await openPortal(path, { as })
    await heading(title)
    expect(location()).toBe(end)
    await closePortal()
  }
})

test('D1-7-27 the configuration is read from its file before anything is shown', async () => {
  const { server } = await openPortal('/home', { as: null })
  await heading(/images/)
  expect(server.calls[0]).toBe('GET /assets/config/config.json')
})
