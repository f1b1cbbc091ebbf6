import type { RemoteRoute } from '@lamella/shared/contract'
import { crumbsFor } from './crumbs.ts'

const route = (path: string, crumb: string | null): RemoteRoute => ({
  id: path,
  path,
  title: path,
  crumb,
  roles: [],
  guards: [],
  layout: 'portal',
})
const routes = [
  route('/', 'Dashboard'),
  route('/projects', 'Projects'),
  route('/projects/:projectId', ':project'),
  route('/projects/:projectId/library', 'Image Library'),
  { ...route('/projects/:projectId/viewer', ':image'), parent: '/projects/:projectId/library' },
  route('/datastorage/upload', 'Upload'),
]
const trail = (path: string, params = {}) => {
  const current = routes.find((candidate) => candidate.path === path)
  if (!current) throw new Error(`No route ${path}`)
  return crumbsFor(current, routes, params).map(({ label, kind, id, to }) => [label, kind, id, to])
}

test('D1-2.6-13 the trail has the labels of all pages above, the last without a link', () => {
  expect(trail('/projects/:projectId/library', { projectId: 'p1' })).toEqual([
    ['Projects', 'text', null, '/projects'],
    ['Project', 'project', 'p1', '/projects/p1'],
    ['Image Library', 'text', null, null],
  ])
})

test('D3-2-18 the viewer of an image is below the image library', () => {
  expect(trail('/projects/:projectId/viewer', { projectId: 'p1', image: 'i1' }).slice(2)).toEqual([
    ['Image Library', 'text', null, '/projects/p1/library'],
    ['Image', 'image', 'i1', null],
  ])
})

test('the dashboard is a trail of its own', () => {
  expect(trail('/')).toEqual([['Dashboard', 'text', null, null]])
})

test('a part of the path without a page is left out', () => {
  expect(trail('/datastorage/upload')).toEqual([['Upload', 'text', null, null]])
})
