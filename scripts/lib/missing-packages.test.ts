import { missingPackages } from './missing-packages.mjs'

describe('packages of the lock file that are not installed', () => {
  const locked = {
    '': {},
    server: { version: '1.0.0' },
    'node_modules/@lamella/server': { link: true },
    'node_modules/zod': { version: '4.6.7' },
    'node_modules/turbo-windows': { version: '2.0.0', optional: true },
    'server/node_modules/pg': { version: '8.23.1' },
  }
  const complete = { 'node_modules/zod': { version: '4.6.7' }, 'server/node_modules/pg': { version: '8.23.1' } }

  it('are none when all but links and other platforms are installed', () => {
    expect(missingPackages(locked, complete)).toEqual([])
  })

  it('include a package in another version', () => {
    expect(missingPackages(locked, { ...complete, 'node_modules/zod': { version: '4.6.6' } })).toEqual([
      'node_modules/zod',
    ])
  })

  it('include an absent package, also inside a workspace', () => {
    expect(missingPackages(locked, { 'node_modules/zod': { version: '4.6.7' } })).toEqual(['server/node_modules/pg'])
  })

  it('include an optional package in another version', () => {
    expect(missingPackages(locked, { ...complete, 'node_modules/turbo-windows': { version: '1.0.0' } })).toEqual([
      'node_modules/turbo-windows',
    ])
  })
})
