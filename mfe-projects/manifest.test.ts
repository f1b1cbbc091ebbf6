import { manifest } from './manifest.ts'

const itemsOf = (wanted: string) =>
  manifest.menu
    .filter(({ group }) => group === wanted)
    .toSorted((one, other) => one.order - other.order)
    .map(({ title, to }) => [title, to])

test('D1-2.6-19 the area is one entry of the menu', () => {
  expect(itemsOf('projects')).toEqual([['Projects', '/projects']])
})

test('D1-2.6-21 D2-2-79 the group of the selected project has these items in this order, for guests too', () => {
  expect(itemsOf('project')).toEqual([
    ['Details', '/projects/:projectId'],
    ['Image Library', '/projects/:projectId/library'],
    ['Image Analysis', '/projects/:projectId/analysis'],
    ['Analysis Jobs', '/projects/:projectId/jobs'],
    ['Label Sets', '/projects/:projectId/labelsets'],
    ['Multichannel Settings', '/projects/:projectId/multichannel'],
    ['Annotations', '/projects/:projectId/annotations'],
    ['Sharing', '/projects/:projectId/sharing'],
  ])
  expect(manifest.menu.filter(({ roles }) => !roles.includes('GUEST'))).toEqual([])
})

test('D2-2-17 every page of the area asks for the log-in first', () => {
  expect(manifest.routes.filter(({ path }) => !path.startsWith('/projects'))).toEqual([])
  expect(manifest.routes.filter(({ guards: [first] }) => first !== 'login')).toEqual([])
})
