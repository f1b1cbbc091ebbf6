import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { aboutOrganisation, whoAmI } from '@lamella/shared/contract'
import { ensureDemo, wantsDemo } from '../src/main/demo/demo-organisation.ts'
import { organisations, users } from '../src/platform/db/schema/index.ts'
import { setUpServer } from './helper.ts'
import { logIn } from './people.ts'

const server = setUpServer({ env: { LAMELLA_DEMO: '1' } })
let file = ''
beforeAll(() => {
  file = join(server.context.config.dataDir, 'demo.json')
})

const readDemo = async () => JSON.parse(await readFile(file, 'utf8'))

describe('Demo organisation', () => {
  it('D1-1-11 has an admin, a member and a guest who can log in with the password of demo.json', async () => {
    const { users: people } = await readDemo()
    const seen: unknown[] = []
    for (const { email, password, role } of people) {
      const { access_token: token } = await logIn(server, email, password)
      const { roles, operator } = (await server.call(whoAmI, { token })).body.data
      seen.push([role, roles])
      // So that who tries the portal sees its releases too.
      expect(operator).toBe(role === 'admin' ? true : undefined)
      expect((await server.call(aboutOrganisation, { token })).body.data.portalWebAccess).toBe(true)
    }
    expect(seen).toEqual([
      ['admin', ['USER', 'ORG_ADMIN']],
      ['member', ['USER']],
      ['guest', ['GUEST']],
    ])
  })

  it('keeps the password for the owner of the data folder only', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('is created once: the next start changes and announces nothing', async () => {
    const before = await readDemo()
    expect(await ensureDemo(server.context, false)).toBeNull()
    expect(await readDemo()).toEqual(before)
    expect(await server.context.db.select().from(users)).toHaveLength(3)
  })

  it('is completed by the next start when the server was killed before the users were created', async () => {
    const { email, password } = (await readDemo()).users[0]
    const { db } = server.context
    await db.delete(organisations)
    expect(
      await ensureDemo({ ...server.context, config: { ...server.context.config, demo: undefined } }, false),
    ).toHaveLength(3)
    expect((await logIn(server, email, password)).token_type).toBe('Bearer')
    expect(await readDemo()).toMatchObject({ users: [{ password }, { password }, { password }] })
  })

  const loopback = { host: '127.0.0.1', databaseUrl: undefined, demo: undefined }
  it.each([
    ['a new embedded folder on loopback', loopback, true, true],
    ['an embedded folder with data', loopback, false, false],
    ['a real database', { ...loopback, databaseUrl: 'postgres://x' }, true, false],
    ['a server open to the network', { ...loopback, host: '0.0.0.0' }, true, false],
    ['LAMELLA_DEMO=1', { host: '0.0.0.0', databaseUrl: 'postgres://x', demo: true }, false, true],
    ['LAMELLA_DEMO=0', { ...loopback, demo: false }, true, false],
  ])('%s', (_, config, isNewData, expected) => {
    expect(wantsDemo(config, isNewData)).toBe(expected)
  })
})
