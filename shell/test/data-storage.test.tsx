import { screen, within } from '@testing-library/react'
import { closePortal, ids, openPortal } from './open-portal.tsx'

afterEach(closePortal)

const crumbs = () =>
  within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .slice(1)

test.each([
  ['D3-2-02 D1-2.6-62', '/datastorage', 'dashboard', ['Data Storage'], 'Data Storage'],
  ['D3-2-03 D3-2-04 D1-2.6-63', '/datastorage/upload', 'upload', ['Data Storage', 'Upload'], 'Image Upload'],
  ['D3-2-11 D1-2.6-64', '/datastorage/monitor', 'monitor', ['Data Storage', 'Monitor'], 'Upload Monitor'],
  [
    'D3-2-14 D1-2.6-68',
    `/projects/${ids.project}/library`,
    'library',
    ['Projects', 'Reference panel', 'Image Library'],
    'Image Library',
  ],
])('%s %s is the page "%s" with its trail', async (_, path, page, trail) => {
  await openPortal(path)
  await screen.findByRole('heading', { name: `Page ${page}` })
  expect(await screen.findByText(trail.at(-1) ?? '', { selector: 'header *' })).toBeVisible()
  await within(screen.getByRole('banner')).findByText(trail.at(-2) ?? trail.at(-1) ?? '')
  expect(crumbs()).toEqual(trail)
})

test('D3-2-08 the title of the upload page is "Image Upload"', async () => {
  await openPortal('/datastorage/upload')
  await screen.findByRole('heading', { name: 'Page upload' })
  expect(document.title).toBe('Image Upload – Lamella')
})

test('D3-2-09 on the upload page the side menu is at Data Storage', async () => {
  await openPortal('/datastorage/upload')
  const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }))
  const group = menu.getByRole('button', { name: 'Pages of Data Storage' })
  expect(group).toHaveAttribute('aria-expanded', 'true')
  const pages = document.getElementById(group.getAttribute('aria-controls') ?? '')
  expect(within(pages ?? document.body).getByRole('link', { current: 'page' })).toHaveTextContent('Image Upload')
})

test('D3-2-07 the upload page asks for a log-in, and is returned to', async () => {
  const { location } = await openPortal('/datastorage/upload?project=p1', { as: null })
  await screen.findByRole('heading', { name: 'Page login' })
  expect(location()).toBe(`/auth/login?return=${encodeURIComponent('/datastorage/upload?project=p1')}`)
})

test.each([
  ['member', 'Page monitor', '/datastorage/monitor'],
  ['admin', 'Page monitor', '/datastorage/monitor'],
  // Guests are led to the dashboard.
  ['guest', /^Welcome/, '/'],
] as const)('D3-2-12 at the upload monitor a %s meets %s', async (as, heading, path) => {
  const { location } = await openPortal('/datastorage/monitor', { as })
  await screen.findByRole('heading', { name: heading, level: 1 })
  expect(location()).toBe(path)
})
