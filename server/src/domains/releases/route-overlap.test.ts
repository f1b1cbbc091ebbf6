import { pathsOverlap } from './route-overlap.ts'

it.each([
  ['/projects', '/projects'],
  ['/projects/', '/Projects'],
  ['/projects/:id', '/projects/:projectId'],
  ['/projects/archive', '/projects/:projectId'],
  ['/:area', '/projects'],
  ['/projects/*', '/projects/:projectId/jobs'],
  ['/projects/*', '/projects'],
  ['/projects/:projectId?', '/projects'],
  ['/projects', '/projects/:projectId?/jobs?'],
  ['/', '/'],
])('%s and %s have an address in common', (one, other) => {
  expect(pathsOverlap(one, other)).toBe(true)
  expect(pathsOverlap(other, one)).toBe(true)
})

it.each([
  ['/projects', '/datastorage'],
  ['/projects/:projectId', '/projects'],
  ['/projects/:projectId/reports', '/projects/:projectId/jobs'],
  ['/projects/:projectId/jobs/:jobId', '/projects/:projectId/jobs'],
  ['/projects/:projectId?', '/datastorage'],
  ['/', '/projects'],
])('%s and %s have none', (one, other) => {
  expect(pathsOverlap(one, other)).toBe(false)
  expect(pathsOverlap(other, one)).toBe(false)
})
