import { readFileSync } from 'node:fs'
import path from 'node:path'
import { completeLock, missingOptional } from './complete-lock.mjs'

const lock = {
  lockfileVersion: 3,
  packages: {
    '': {},
    'node_modules/tool': {
      version: '2.0.0',
      dev: true,
      optionalDependencies: {
        '@tool/linux-x64': '2.0.0',
        '@tool/darwin-64': '2.0.0',
        '@tool/windows-arm64': '2.0.0',
        '@tool/linux-arm-gnueabihf': '2.0.0',
        '@tool/wasm32-wasi': '2.0.0',
      },
    },
    'node_modules/@tool/linux-x64': { version: '2.0.0' },
    'server/node_modules/nested': { version: '1.0.0', optionalDependencies: { '@tool/linux-x64': '2.0.0' } },
  },
}

describe('a lock file that lacks builds for other platforms', () => {
  it('lacks entries that are derived from it, with the platforms in their names', () => {
    expect(missingOptional(lock.packages)).toEqual({
      'node_modules/@tool/darwin-64': { version: '2.0.0', dev: true, optional: true, os: ['darwin'], cpu: ['x64'] },
      'node_modules/@tool/windows-arm64': {
        version: '2.0.0',
        dev: true,
        optional: true,
        os: ['win32'],
        cpu: ['arm64'],
      },
      'node_modules/@tool/linux-arm-gnueabihf': {
        version: '2.0.0',
        dev: true,
        optional: true,
        os: ['linux'],
        cpu: ['arm'],
      },
      'node_modules/@tool/wasm32-wasi': { version: '2.0.0', dev: true, optional: true, cpu: ['wasm32'] },
    })
  })

  it('is complete afterwards, and completing it again changes nothing', () => {
    const complete = completeLock(lock)
    expect(missingOptional(complete.packages)).toEqual({})
    expect(completeLock(complete)).toEqual(complete)
  })

  it('is not completed by guesses where a name has no platform', () => {
    const unknown = { 'node_modules/tool': { optionalDependencies: { fsevents: '2.3.3' } } }
    expect(() => missingOptional(unknown)).toThrow('run npm install')
  })
})

it('package-lock.json is complete, so that npm ci accepts it (else run scripts/complete-lock.mjs)', () => {
  const file = path.resolve(__dirname, '../../package-lock.json')
  expect(Object.keys(missingOptional(JSON.parse(readFileSync(file, 'utf8')).packages))).toEqual([])
})
