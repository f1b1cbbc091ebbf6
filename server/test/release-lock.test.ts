import { type Compatibility, contractVersion, registry as registrySchema, remoteForm } from '@lamella/shared/contract'
import { sql } from 'drizzle-orm'
import { blobKeys } from '../src/platform/storage/blobs.ts'
import { setUpServer } from './helper.ts'
import { activate, asItIsNow, filesOf, publish } from './release-files.ts'
import { until } from './until.ts'

const server = setUpServer()
const request = '@mantine/core/rest'

const build = (changes: Partial<Compatibility>) => ({
  'compatibility.json': JSON.stringify({
    contract: contractVersion,
    remoteForms: [remoteForm],
    calls: [],
    needs: {},
    provides: {},
    ...changes,
  }),
})
const shell = (names: string[]) => build({ provides: { [request]: { version: '9.7.3', names } } })
const remote = (names: string[]) => build({ needs: { [request]: { range: '^9.7.3', names } } })

/** Whether somebody waits for a lock that another one holds. */
const somebodyWaits = async (): Promise<boolean> => {
  const waits = sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  return (await server.context.db.execute(waits)).rows.length > 0
}

it('Of a shell and a remote that are changed at once, and fit alone but not together, exactly one becomes active', async () => {
  for (const [app, version, more] of [
    ['shell', '1.0.0', shell(['Card', 'Tabs'])],
    ['shell', '2.0.0', shell(['Card'])],
    ['projects', '1.0.0', remote(['Card'])],
    ['projects', '2.0.0', remote(['Tabs'])],
  ] as const)
    await publish(server, app, version, filesOf(app, version, more))
  for (const app of ['shell', 'projects']) expect((await activate(server, app, '1.0.0')).status).toBe(204)

  // Each change compares its release with the active one of the other app. There it waits, until the other change does so too, or has to wait.
  const compared = new Set<string>()
  const { blobs } = server.context
  const read = blobs.read.bind(blobs)
  jest.spyOn(blobs, 'read').mockImplementation(async (key, range) => {
    for (const app of ['shell', 'projects'])
      if (key === `${blobKeys.release(app, '1.0.0')}compatibility.json`) compared.add(app)
    if (compared.size > 0 && key.endsWith('1.0.0/compatibility.json'))
      await until(async () => compared.size === 2 || (await somebodyWaits()))
    return read(key, range)
  })

  const states = { shell: await asItIsNow(server, 'shell'), projects: await asItIsNow(server, 'projects') }
  const both = await Promise.all([
    activate(server, 'shell', '2.0.0', 100, {}, states.shell['if-match']),
    activate(server, 'projects', '2.0.0', 100, {}, states.projects['if-match']),
  ])
  expect(both.map(({ status, code }) => [status, code]).sort()).toEqual([
    [204, null],
    [409, 'ERR_6005'],
  ])
  const { microFrontends } = registrySchema.parse((await server.app.inject('/registry.json')).json())
  const active = ['shell', 'projects'].map((app) => microFrontends[app]?.[0]?.metadata.version)
  expect(active.sort()).toEqual(['1.0.0', '2.0.0'])
})
