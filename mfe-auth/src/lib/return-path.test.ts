import fc from 'fast-check'
import { returnPath } from './return-path.ts'

test.each([
  ['/projects', '/projects'],
  ['/projects?a=1#b', '/projects?a=1#b'],
  [null, '/'],
  ['', '/'],
  ['projects', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/./\\/evil.example', '/'],
  ['/%2e//evil.example', '/'],
  ['/..//evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/auth/logout', '/'],
  ['/Auth/Logout', '/'],
  ['/x/../auth/logout', '/'],
  ['/projects/../auth', '/'],
])('D1-2.1-19 the return parameter %j leads to %s', (wanted, path) => {
  expect(returnPath(wanted)).toBe(path)
})

/** Texts made of what has ever fooled a check of addresses. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('/', '//', '\\', '.', '..', '@', ':', '?', '#', '%2f', '%5c', '%2e', '\t', '\n', '\r', ' ', '\0'),
      fc.constantFrom('https:', 'javascript:', 'data:', 'evil.example', 'localhost', 'auth', 'projects'),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

test('D1-2.1-19 no return parameter leads to another site', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        hostile,
        hostile.map((text) => `/${text}`),
        fc.webUrl(),
        fc.string(),
      ),
      (wanted) => {
        const path = returnPath(wanted)
        expect(path).toMatch(/^\/(?![/\\])/)
        // As the browser reads it, and as it reads what it has read.
        const address = new URL(path, window.location.origin)
        expect(address.origin).toBe(window.location.origin)
        expect(new URL(address.pathname, window.location.origin).origin).toBe(window.location.origin)
      },
    ),
    { numRuns: 5000 },
  )
})
