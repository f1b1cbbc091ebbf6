import path from 'node:path'
import { affectsAllTests, startsProcesses } from './affected.mjs'

const root = path.resolve(__dirname, '../..')

test('a change of what jest itself reads affects all tests, one of a page or of a single test does not', () => {
  for (const file of [
    'jest.config.cjs',
    'server/jest.config.cjs',
    'shared/config/jest-preset.cjs',
    'shared/config/jest/testing-library.cjs',
    'package-lock.json',
  ])
    expect([file, affectsAllTests(['README.md', file])]).toEqual([file, true])
  expect(
    affectsAllTests(['README.md', 'shell/src/index.ts', 'shared/config/jest/computed-style.test.ts', 'package.json']),
  ).toBe(false)
})

test('a test starts processes also through a helper beside it', () => {
  const inServer = (name: string) => path.join(root, 'server/test', name)
  expect(startsProcesses(inServer('release-cli.full.test.ts'))).toBe(true)
  expect(startsProcesses(inServer('bad-files.test.ts'))).toBe(true)
  expect(startsProcesses(inServer('until.test.ts'))).toBe(false)
})
