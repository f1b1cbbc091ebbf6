import type { MenuItem, RemoteRoute } from '@lamella/shared/contract'
import { problemsOf } from './manifest-plugin.ts'

const route = (changes: Partial<RemoteRoute>): RemoteRoute => ({
  id: 'list',
  path: '/things',
  title: 'Things',
  crumb: null,
  roles: ['USER'],
  guards: ['login', 'role'],
  layout: 'portal',
  ...changes,
})
const item: MenuItem = { id: 'm', title: 'Things', icon: 'list', to: '/things', group: 'project', order: 1, roles: [] }

const problems = (routes: RemoteRoute[], menu: MenuItem[] = []) =>
  problemsOf({ id: 'projects', contract: '^1.0.0', routes, menu })

test('a consistent manifest has no problems', () => {
  expect(problems([route({}), route({ id: 'open', path: '/open', roles: [], guards: [] })], [item])).toEqual([])
})

test('D1-6-02 every route with the role guard names the roles that it admits', () => {
  expect(problems([route({ roles: [] })])).toEqual(['the route list needs both roles and the guard "role", or neither'])
  expect(problems([route({ guards: ['login'] })])).toHaveLength(1)
  expect(problems([route({ guards: ['role'] })])).toEqual(['the route list asks for roles without the guard "login"'])
})

test('ids and paths are unique', () => {
  expect(problems([route({}), route({})])).toEqual(['two routes have the id list', 'two routes have the path /things'])
})

test('a menu item leads to a route', () => {
  expect(problems([route({})], [{ ...item, to: '/nowhere' }])).toEqual([
    'the menu item m leads to /nowhere, which has no route',
  ])
})
