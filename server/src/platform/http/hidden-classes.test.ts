import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Ten requests with garbage collections between them; prints whether the last one and its response are fast objects. */
const program = `
  import { createServer, get } from 'node:http'
  import { once } from 'node:events'
  import { keepHiddenClassesStable } from ${JSON.stringify(join(import.meta.dirname, 'hidden-classes.ts'))}

  if (process.argv.includes('steady')) keepHiddenClassesStable()
  const fast = []
  const server = createServer((request, response) => {
    fast.push(%HasFastProperties(request) && %HasFastProperties(response))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  for (let index = 0; index < 10; index++) {
    const [response] = await once(get({ port: server.address().port, agent: false }), 'response')
    await once(response.resume(), 'close')
    gc()
  }
  server.close()
  console.log(fast.at(-1))
`

const lastIsFast = (...options: string[]): boolean => {
  const flags = ['--allow-natives-syntax', '--expose-gc', '--input-type=module', '--eval', program]
  return execFileSync(process.execPath, [...flags, '--', ...options], { encoding: 'utf8' }).trim() === 'true'
}

test('requests and responses stay fast objects when a garbage collection comes between the first ones', () => {
  expect(lastIsFast('steady')).toBe(true)
})

test('Node still needs this: without it they become dictionaries', () => {
  expect(lastIsFast()).toBe(false)
})
