import fc from 'fast-check'
import { pathsOverlap, segmentsMeet } from './route-overlap.ts'

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

/** All lists of segments that a path stands for, without optional ones. */
const variantsOf = ([first, ...rest]: readonly string[]): string[][] => {
  if (first === undefined) return [[]]
  const others = variantsOf(rest)
  const name = first.replace(/\?$/, '')
  return [...others.map((one) => [name, ...one]), ...(first.endsWith('?') ? others : [])]
}
const meetPlainly = ([first, ...rest]: readonly string[], [other, ...others]: readonly string[]): boolean => {
  if (first === '*' || other === '*') return true
  if (first === undefined || other === undefined) return first === other
  return (first.startsWith(':') || other.startsWith(':') || first === other) && meetPlainly(rest, others)
}
const segment = fc.constantFrom('a', 'b', ':p', 'a?', 'b?', ':q?')
const path = fc
  .tuple(fc.array(segment, { maxLength: 5 }), fc.boolean())
  .map(([named, isOpen]) => (isOpen ? [...named, '*'] : named))

test('two paths overlap if some of what they stand for does, when each optional segment is there or not', () => {
  fc.assert(
    fc.property(path, path, (one, other) => {
      const some = variantsOf(one).some((first) => variantsOf(other).some((second) => meetPlainly(first, second)))
      expect(segmentsMeet(one, other)).toBe(some)
    }),
  )
})

test('each segment is read once per segment of the other path, however many are optional', () => {
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 40 }), fc.array(segment, { maxLength: 40 }), (one, other) => {
      const most = (one.length + 1) * (other.length + 1)
      let reads = 0
      const counted = new Proxy(other, {
        get: (target, name) => {
          if (/^\d+$/.test(String(name)) && ++reads > most) throw new Error(`More than ${most} reads`)
          return Reflect.get(target, name)
        },
      })
      segmentsMeet(one, counted)
    }),
  )
})
