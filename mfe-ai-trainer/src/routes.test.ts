import { remoteManifest } from '@lamella/shared/contract'
import * as z from 'zod/mini'
import { manifest } from '../manifest.ts'
import { routes as pages } from './routes.tsx'

const { routes, menu } = z.parse(remoteManifest, manifest)
const routeAt = (path: string) => {
  const route = routes.find((candidate) => candidate.path === path)
  if (!route) throw new Error(`No route ${path}`)
  return route
}
const children = routes.filter(({ path }) => path !== '/ai-trainer')

test('D1-2.4-01 D1-2.4-02 log-in is the first thing that the area and each of its pages ask for', () => {
  expect(children).toHaveLength(10)
  expect(routes.filter(({ guards }) => guards[0] !== 'login')).toEqual([])
})

test('D1-2.4-03 the breadcrumb of the area is the name of the AI area', () => {
  expect(routeAt('/ai-trainer').crumb).toBe('AI Trainer')
})

test.each([
  ['D1-2.4-04', '/ai-trainer/dashboard', 'AI Trainer'],
  ['D1-2.4-05 D1-2.4-18', '/ai-trainer/new-training', 'New Training'],
  ['a training under way', '/ai-trainer/new-training/:trainingId', 'New Training'],
  ['D1-2.4-07 D1-2.4-19', '/ai-trainer/training-overview', 'Training Overview'],
  ['D1-2.4-08 D1-2.4-21', '/ai-trainer/training-evaluation', 'Training Evaluation'],
  ['D1-2.4-09 D1-2.4-23', '/ai-trainer/training-evaluation/training-information/:trainingId', 'Training Information'],
  ['D1-2.4-10 D1-2.4-22', '/ai-trainer/training-evaluation/training-comparison/:trainingId', 'Training Comparison'],
  ['D1-2.4-11 D1-2.4-20', '/ai-trainer/algorithm-robustness', 'Algorithm robustness'],
  ['D1-2.4-12', '/ai-trainer/subscription', 'AI Trainer'],
  ['D1-2.4-13', '/ai-trainer/guest', 'AI Trainer'],
])('%s: %s has a page and the title "%s"', async (_ids, path, title) => {
  const route = routeAt(path)
  expect(route.title).toBe(title)
  const { default: page } = await pages[route.id as keyof typeof pages]()
  expect(typeof page).toBe('function')
})

test('D1-2.4-15 D1-2.4-16 every page is for users, the guest page for guests alone', () => {
  const rolesOf = Object.fromEntries(children.map(({ id, roles }) => [id, roles]))
  expect(rolesOf.guest).toEqual(['GUEST'])
  const { guest: _, ...others } = rolesOf
  expect(Object.values(others).filter((roles) => roles.join() !== 'USER')).toEqual([])
})

test('D1-2.4-17 the subscription page asks both AI guards, in their order', () => {
  expect(routeAt('/ai-trainer/subscription').guards).toEqual(['login', 'ai-trainer', 'ai-subscription', 'role'])
})

test('guests and members without access are redirected from every page that is not theirs', () => {
  const others = routes.filter(({ id }) => id !== 'guest')
  expect(others.filter(({ guards }) => guards.indexOf('ai-trainer') !== 1)).toEqual([])
})

test('D1-2.6-25 the menu has these items in this order', () => {
  expect(menu.toSorted((a, b) => a.order - b.order).map(({ title, to, group }) => [title, to, group])).toEqual([
    ['Dashboard', '/ai-trainer/dashboard', 'ai'],
    ['New Training', '/ai-trainer/new-training', 'ai'],
    ['Training Overview', '/ai-trainer/training-overview', 'ai'],
    ['Training Evaluation', '/ai-trainer/training-evaluation', 'ai'],
  ])
})

test('D1-2.6-26 guests have only "Dashboard" of them', () => {
  expect(menu.filter(({ roles }) => roles.includes('GUEST')).map(({ title }) => title)).toEqual(['Dashboard'])
})
