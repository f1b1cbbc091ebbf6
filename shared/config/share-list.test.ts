import { shareList } from './share-list.ts'

describe.each([
  ['the shell provides', true],
  ['a remote takes from the shell', false],
])('A module that %s', (_which, provide) => {
  const modules = Object.entries(shareList({ provide }))

  it('is one of several', () => expect(modules.length).toBeGreaterThan(10))

  it.each(modules)('%s is loaded once, and never in a version outside of the range', (_request, module) => {
    expect(module).toMatchObject({
      singleton: true,
      // Else the runtime only warns, and the remote runs with a module that it was not built for.
      strictVersion: true,
      requiredVersion: expect.stringMatching(/^\^\d+\.\d+\.\d+/),
    })
    if (provide) expect(module.requiredVersion).toBe(`^${module.version}`)
    else expect(module).toMatchObject({ import: false })
  })
})
