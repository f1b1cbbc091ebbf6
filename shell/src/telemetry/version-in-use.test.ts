import { shellVersion, shownVersion, showsVersion, versionOfError } from './version-in-use.ts'

const withStack = (stack: string) => Object.assign(new Error('x'), { stack })

test('an error belongs to the version out of whose files it came', () => {
  const stack =
    'Error: x\n    at f (https://lab.example/remotes/ai-trainer/1.2.3-rc.1/page.0a1b.js:1:2)\n    at g (/remotes/shell/9.9.9/main.js)'
  expect(versionOfError(withStack(stack))).toEqual({ app: 'ai-trainer', version: '1.2.3-rc.1' })
})

test('an error without such a file belongs to the version on the screen, before any to the shell', () => {
  expect(versionOfError('text')).toEqual(shellVersion)
  showsVersion({ app: 'projects', version: '2.0.0' })
  expect(versionOfError(withStack('Error: x\n    at <anonymous>'))).toEqual({ app: 'projects', version: '2.0.0' })
  expect(shownVersion()).toEqual({ app: 'projects', version: '2.0.0' })
})
