import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import {
  aboutOrganisation,
  auditText,
  confirmPrivacy,
  confirmTerms,
  createProject,
  listAudit,
  listProjects,
  whoAmI,
} from '@lamella/shared/contract'
import { createAccount } from '../src/domains/organisations/create-account.ts'
import { organisations, secondFactors } from '../src/platform/db/schema/index.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, logIn } from './people.ts'
import { type Home, spawnLamella } from './server-process.ts'
import { until } from './until.ts'

const server = setUpServer()
let home: Home
beforeAll(() => {
  home = { dataDir: server.context.config.dataDir, databaseUrl: server.databaseUrl }
})

const admin = async (...args: string[]) => {
  const child = spawnLamella(['admin', ...args], home)
  if (!child.stdout || !child.stderr) throw new Error('no output')
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, output, complaint }
}
const createUser = (...args: string[]) => admin('create-user', ...args)

describe('lamella admin create-user', () => {
  it('makes an organisation without limits and an admin who can log in with the printed password', async () => {
    const { code, output } = await createUser('--admin', '--email', 'Boss@Plant.test', '--organisation', 'Plant')
    expect(code).toBe(0)
    const password = /shown only now: (\S+)/.exec(output)?.[1] ?? ''
    const { access_token: token } = await logIn(server, 'boss@plant.test', password)
    expect((await server.call(whoAmI, { token })).body.data).toMatchObject({
      isAdmin: true,
      roles: ['USER', 'ORG_ADMIN'],
    })
    const about = (await server.call(aboutOrganisation, { token })).body.data
    expect(about).toMatchObject({ name: 'Plant', portalWebAccess: true, canAccessAITrainer: true })
    expect(about.restrictions.every(({ value }) => value === -1)).toBe(true)
    const created = await server.call(createProject, { token, body: { data: { name: 'First' } } })
    expect(created.status).toBe(201)
  })

  it('gives the reasons in words, one per line, and creates nothing', async () => {
    const { code, complaint } = await createUser('--admin', '--email', 'nobody', '--organisation', ' ')
    expect(code).toBe(1)
    expect(complaint).toMatch(/^email: /m)
    expect(complaint).toMatch(/^organisation: /m)
    expect(complaint).not.toMatch(/ {4}at /)
  })
})

describe('Accounts by the operator', () => {
  const account = (changes: object) => ({
    email: 'new@lab.test',
    organisation: 'Plant 2',
    role: 'admin' as const,
    firstName: 'New',
    lastName: 'Person',
    password: 'Correct-horse-7',
    ...changes,
  })
  const create = (changes: object) => createAccount(server.context, account(changes))

  it('join the organisation of that name', async () => {
    await create({ email: 'head@lab.test' })
    await create({ email: 'guest@lab.test', role: 'guest' })
    const { access_token: token } = await logIn(server, 'guest@lab.test')
    expect((await server.call(whoAmI, { token })).body.data.roles).toEqual(['GUEST'])
    expect((await server.call(aboutOrganisation, { token })).body.data.name).toBe('Plant 2')
  })

  it('need an admin first where there is no organisation', async () => {
    await expect(create({ email: 'x@lab.test', role: 'user', organisation: 'Nowhere' })).rejects.toMatchObject({
      code: 'ERR_0404',
    })
  })

  it('are refused for an address with account, and leave no organisation behind', async () => {
    await expect(create({ email: 'HEAD@lab.test', organisation: 'Ghost' })).rejects.toMatchObject({ code: 'ERR_0409' })
    const all = await server.context.db.select().from(organisations)
    expect(all.map(({ name }) => name)).not.toContain('Ghost')
  })

  it('D1-9-15 are refused when the plan is full: the sixth user of a free organisation', async () => {
    const free = await addOrganisation(server)
    await addPerson(server, free.id, 'fourth')
    await create({ email: 'fifth@lab.test', organisation: 'Lab', role: 'user' })
    await expect(create({ email: 'sixth@lab.test', organisation: 'Lab', role: 'user' })).rejects.toMatchObject({
      code: 'ERR_5002',
    })
  })
})

it('lamella admin reset-second-factor turns the two-step verification of an account off, or gives the reason why not', async () => {
  const { member } = await addOrganisation(server)
  const { db, now } = server.context
  await db.insert(secondFactors).values({ userId: member.id, secret: Buffer.from('sealed'), confirmed: now() })
  const reset = () => admin('reset-second-factor', '--email', member.email)
  expect(await reset()).toMatchObject({ code: 0, output: `The two-step verification of ${member.email} is off.\n` })
  expect((await logIn(server, member.email)).token_type).toBe('Bearer')
  const again = await reset()
  expect(again.code).toBe(1)
  expect(again.complaint).toContain(`${member.email} has no two-step verification.`)
})

describe('lamella admin renew-agreements', () => {
  it('asks everybody to agree again, at once and until they have, and is in the audit log', async () => {
    const { admin: owner, member } = await addOrganisation(server)
    const other = await addOrganisation(server)
    const codeFor = async (token: string) => (await server.call(listProjects, { token })).code
    expect([await codeFor(owner.token), await codeFor(member.token), await codeFor(other.guest.token)]).toEqual([
      null,
      null,
      null,
    ])

    const { code, output } = await admin('renew-agreements', '--terms', '2026-12-01', '--privacy', 'Policy 7')
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(/^Users who have to agree again: ([6-9]|\d\d+)\n$/),
    })
    for (const { token } of [owner, member, other.guest]) await until(async () => (await codeFor(token)) === 'ERR_1008')
    const { access_token: token } = await logIn(server, member.email)
    expect((await server.call(whoAmI, { token })).body.data).toMatchObject({
      agreementTerms: false,
      agreementPrivacy: false,
    })
    expect(await codeFor(token)).toBe('ERR_1008')

    await server.call(confirmTerms, { token, body: { data: { agreementTerms: true } } })
    expect(await codeFor(token)).toBe('ERR_1008')
    await server.call(confirmPrivacy, { token, body: { data: { agreementPrivacy: true } } })
    expect(await codeFor(token)).toBeNull()
    expect(await codeFor(owner.token)).toBe('ERR_1008')

    await server.call(confirmTerms, { token: owner.token, body: { data: { agreementTerms: true } } })
    await server.call(confirmPrivacy, { token: owner.token, body: { data: { agreementPrivacy: true } } })
    const { data } = (await server.call(listAudit, { token: owner.token })).body
    const published = data.filter(({ action }) => action.endsWith('.renewed'))
    expect(published.map(({ user, detail, sentence }) => [user, detail?.by, auditText(sentence)])).toEqual([
      [null, 'operator', 'Published a new Privacy Policy of version Policy 7'],
      [null, 'operator', 'Published new Terms of Service of version 2026-12-01'],
    ])
  })

  it('renews one of the two alone, and says in words when neither is named', async () => {
    const { member } = await addOrganisation(server)
    expect((await admin('renew-agreements', '--privacy', 'Policy 8')).code).toBe(0)
    const { access_token: token } = await logIn(server, member.email)
    expect((await server.call(whoAmI, { token })).body.data).toMatchObject({
      agreementTerms: true,
      agreementPrivacy: false,
    })
    const none = await admin('renew-agreements')
    expect(none.code).toBe(1)
    expect(none.complaint).toContain('Say what is new: --terms, --privacy, or both.')
  })
})
