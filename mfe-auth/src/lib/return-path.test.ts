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
  ['javascript:alert(1)', '/'],
  ['/auth/logout', '/'],
])('D1-2.1-19 the return parameter %j leads to %s', (wanted, path) => {
  expect(returnPath(wanted)).toBe(path)
})
