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

test('the dashboard is a trail of its own', () => {
  expect(trail('/')).toEqual([['Dashboard', 'text', null, null]])
})

test('a part of the path without a page is left out', () => {
  expect(trail('/datastorage/upload')).toEqual([['Upload', 'text', null, null]])
})
