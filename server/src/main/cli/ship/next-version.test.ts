import { nextVersion, type Part } from './next-version.ts'

it.each<[string, string[], string, Part | undefined, string]>([
  ['nothing is published', [], '1.0.0', undefined, '1.0.0'],
  ['versions of work trees only', ['1.0.0-b3f2a91c04d'], '1.0.0', undefined, '1.0.0'],
  ['a patch by default', ['1.0.0', '1.0.1'], '1.0.0', undefined, '1.0.2'],
  ['a minor version', ['1.0.9', '1.1.3'], '1.0.0', 'minor', '1.2.0'],
  ['a major version', ['1.9.9'], '1.0.0', 'major', '2.0.0'],
  ['by number, not by letter', ['1.9.0', '1.10.0'], '1.0.0', undefined, '1.10.1'],
  ['a trial of a later one does not count', ['1.4.0', '2.0.0-rc.1'], '1.0.0', undefined, '1.4.1'],
  ['package.json is ahead', ['1.4.0'], '2.0.0', undefined, '2.0.0'],
  ['package.json is behind', ['1.4.0'], '1.3.9', undefined, '1.4.1'],
])('%s: after %j with %s in package.json, %s', (_case, published, own, part, next) => {
  expect(nextVersion(published, own, part)).toBe(next)
})
