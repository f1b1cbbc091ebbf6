import { expectIntegrity, integrityPlugin } from './integrity.ts'

const manifest = 'https://cdn.test/remotes/auth/1.2.0/mf-manifest.json'
const entry = 'https://cdn.test/remotes/auth/1.2.0/remote-entry.0a1b2c3d.js'
beforeAll(() => expectIntegrity(manifest, { 'mf-manifest.json': 'sha256-a', 'remote-entry.0a1b2c3d.js': 'sha256-b' }))

const { fetch: realFetch } = globalThis
afterEach(() => {
  globalThis.fetch = realFetch
})

const scriptFor = (url: string) => integrityPlugin.createScript?.({ url })

test('the entry of a release is a script with the integrity of the registry', () => {
  expect(scriptFor(entry)).toMatchObject({ src: entry, integrity: 'sha256-b', crossOrigin: 'anonymous' })
})

test('its manifest is fetched with it', async () => {
  const calls: unknown[] = []
  globalThis.fetch = async (...call) => {
    calls.push(call)
    return new Response('{}')
  }
  await integrityPlugin.fetch?.(manifest, { cache: 'default' })
  expect(calls).toEqual([[manifest, { cache: 'default', integrity: 'sha256-a' }]])
})

test('files without integrity, as of an older server, are loaded as before', async () => {
  const other = entry.replace('1.2.0', '1.1.0')
  expectIntegrity(other, undefined)
  expect(scriptFor(other)).toBeUndefined()
  expect(await integrityPlugin.fetch?.(other, {})).toBe(false)
})
