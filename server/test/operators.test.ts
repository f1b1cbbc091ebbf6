import {
  activateRelease,
  changeTrial,
  checkRelease,
  createOperatorToken,
  endTrial,
  listAudit,
  listOperatorTokens,
  listReleases,
  releaseHistory,
  releaseOverview,
  removeOperatorToken,
  startTrial,
  whoAmI,
} from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { setSecondFactorRequired } from '../src/domains/auth/second-factor/repository.ts'
import { addOperator, listOperators, removeOperator } from '../src/domains/operators/index.ts'
import { operatorTokens, users } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, logIn, setUpOrganisation } from './people.ts'
import { activate, asItIsNow, filesOf, operatorToken, publish, putFile, rollBack } from './release-files.ts'
import { until } from './until.ts'

const clock = createClock(new Date().toISOString())
const server = setUpServer({ now: clock.now })
const lab = setUpOrganisation(server)
beforeAll(async () => {
  for (const [app, version] of [
    ['projects', '1.0.0'],
    ['projects', '1.1.0'],
    ['auth', '1.0.0'],
  ] as const) {
    await publish(server, app, version)
  }
  await activate(server, 'projects', '1.0.0')
})

const overview = async (token: string) => (await server.call(releaseOverview, { token })).code
const activateBy = async (token: string, app: string, version: string, reason?: string) =>
  server.call(activateRelease, {
    params: { app, version },
    headers: await asItIsNow(server, app),
    body: { data: { reason } },
    token,
  })
const newest = async (token: string) =>
  (await server.call(releaseHistory, { params: { app: 'projects' }, token })).body.data[0]

describe('Users who operate the portal', () => {
  it('see and change releases under their own name, from the moment at which they may', async () => {
    expect(await overview(lab.member.token)).toBe('ERR_0403')
    expect(await addOperator(server.context.db, lab.member.email.toUpperCase(), clock.now())).toBe(true)
    expect(await addOperator(server.context.db, lab.member.email, clock.now())).toBe(false)
    // What processes remember of a session is forgotten by a notification.
    await until(async () => (await overview(lab.member.token)) === null)
    expect((await server.call(whoAmI, { token: lab.member.token })).body.data.operator).toBe(true)
    await activateBy(lab.member.token, 'projects', '1.1.0', 'Label sets')
    expect(await newest(lab.member.token)).toMatchObject({
      action: 'activate',
      version: '1.1.0',
      actor: 'member Tester',
      reason: 'Label sets',
    })
    const { data } = (await server.call(listAudit, { token: lab.admin.token })).body
    const acts = data.map(({ user, action, objectName }) => [user?.fullName, action, objectName])
    expect(acts).toContainEqual(['member Tester', 'release.activated', 'projects 1.1.0'])
    expect(acts).toContainEqual([undefined, 'operator.added', 'member Tester'])
  })

  it('are no operators any more when that was taken from them', async () => {
    expect((await listOperators(server.context.db)).map(({ email }) => email)).toEqual([lab.member.email])
    expect(await removeOperator(server.context.db, lab.member.email, clock.now())).toBe(true)
    await until(async () => (await overview(lab.member.token)) === 'ERR_0403')
    expect((await server.call(whoAmI, { token: lab.member.token })).body.data).not.toHaveProperty('operator')
  })

  it('are never guests, whatever is stored', async () => {
    await expect(addOperator(server.context.db, lab.guest.email, clock.now())).rejects.toThrow('guests never operate')
    await server.context.db.update(users).set({ operator: true }).where(eq(users.id, lab.guest.id))
    const { access_token: token } = await logIn(server, lab.guest.email)
    expect(await overview(token)).toBe('ERR_0403')
    expect((await server.call(whoAmI, { token })).body.data).not.toHaveProperty('operator')
  })

  it('need the second factor where their organisation asks for it', async () => {
    const strict = await addOrganisation(server)
    await addOperator(server.context.db, strict.admin.email, clock.now())
    await setSecondFactorRequired(server.context.db, strict.id, true)
    const { access_token: token } = await logIn(server, strict.admin.email)
    expect(await overview(token)).toBe('ERR_1023')
  })

  it('exist only with an account', async () => {
    await expect(addOperator(server.context.db, 'nobody@lab.test', clock.now())).rejects.toThrow('no account')
  })
})

describe('Named tokens', () => {
  let master: string
  let ci: string
  const create = (token: string, data: Parameters<typeof server.call<typeof createOperatorToken>>[1]['body']['data']) =>
    server.call(createOperatorToken, { token, body: { data } })
  beforeAll(async () => {
    master = await operatorToken(server)
    const answer = await create(master, { name: 'projects-ci', apps: ['projects'], may: ['publish', 'check', 'trial'] })
    expect(answer.status).toBe(201)
    ci = answer.body.data.secret
  })

  it('are stored as a hash, and listed without their secret', async () => {
    const [row] = await server.context.db.select().from(operatorTokens)
    expect(ci).toMatch(/^lmt_[\w-]{43}$/)
    expect(JSON.stringify(row)).not.toContain(ci)
    const list = await server.call(listOperatorTokens, { token: master })
    expect(list.raw.toString()).not.toContain(ci)
    expect(list.body.data).toMatchObject([{ name: 'projects-ci', createdBy: 'operator', expires: null }])
    expect(list.body.data[0]).not.toHaveProperty('secret')
  })

  it('may do what they are for, under their own name', async () => {
    for (const [path, bytes] of Object.entries(filesOf('projects', '1.2.0'))) {
      expect((await putWith(ci, '1.2.0', path, bytes)).statusCode).toBe(204)
    }
    const params = { app: 'projects', version: '1.1.0' }
    expect((await server.call(checkRelease, { params, token: ci })).status).toBe(200)
    expect((await server.call(listReleases, { token: ci })).status).toBe(200)
    const headers = await asItIsNow(server, 'projects')
    const trial = { params: { app: 'projects' }, headers, body: { data: { version: '1.0.0', share: 10 } }, token: ci }
    expect((await server.call(startTrial, trial)).status).toBe(204)
    expect(await newest(master)).toMatchObject({ version: '1.0.0', traffic: 10, actor: 'projects-ci' })
    const [token] = (await server.call(listOperatorTokens, { token: master })).body.data
    expect(token?.lastUsed).not.toBeNull()
  })

  it('that may not activate start no trial that becomes active for all, change none, and force none', async () => {
    const params = { app: 'projects' }
    const change = async (call: typeof startTrial | typeof changeTrial, token: string, data: object) =>
      server.call(call as typeof startTrial, {
        params,
        headers: await asItIsNow(server, 'projects'),
        body: { data: data as { version: string } },
        token,
      })
    const version = '1.0.0'
    const sure = { share: 99, promoteAfter: 1, limits: { failures: 100, minimum: 1 } }
    const refused = await change(startTrial, ci, { version, ...sure })
    expect(refused).toMatchObject({ status: 403, code: 'ERR_6007' })
    expect(refused.raw.toString()).toContain('it may not activate projects')
    expect(await change(changeTrial, ci, sure)).toMatchObject({ status: 403, code: 'ERR_6007' })
    const force = { force: true, reason: 'It will do' }
    expect(await change(startTrial, ci, { version, share: 5, ...force })).toMatchObject({ code: 'ERR_6007' })

    // Of a promotion that an operator has planned, the limits are not theirs either; they may end it.
    expect((await change(changeTrial, master, { promoteAfter: 48 })).status).toBe(204)
    expect(await change(changeTrial, ci, { limits: { failures: 100 } })).toMatchObject({ code: 'ERR_6007' })
    expect((await change(changeTrial, ci, { share: 20, promoteAfter: null })).status).toBe(204)

    const { secret } = (await create(master, { name: 'all-ci', apps: ['projects'], may: ['activate'] })).body.data
    expect((await change(changeTrial, secret, { promoteAfter: 48 })).status).toBe(204)
    expect((await change(changeTrial, master, { promoteAfter: null })).status).toBe(204)
  })

  it('that may not activate give no trial to most users, loosen no limits, and end what they have started', async () => {
    const params = { app: 'projects' }
    const headers = () => asItIsNow(server, 'projects')
    const start = async (token: string, data: object) =>
      server.call(startTrial, {
        params,
        headers: await headers(),
        body: { data: { version: '1.0.0', ...data } },
        token,
      })
    const change = async (token: string, data: object) =>
      server.call(changeTrial, { params, headers: await headers(), body: { data }, token })
    const end = async (token: string) =>
      server.call(endTrial, { params, headers: await headers(), body: { data: {} }, token })
    const usual = { failures: 2, minimum: 20 }
    await activate(server, 'projects', '1.1.0')

    for (const [more, words] of [
      [{ share: 51 }, 'may not give a trial to more than 50 % of the users: it may not activate projects.'],
      [{ share: 50, limits: { failures: 2.5 } }, 'that ends later than at 2 % failures of 20 users'],
      [{ share: 50, limits: { minimum: 21 } }, 'that ends later than at 2 % failures of 20 users'],
      [{ share: 99, limits: { failures: 100, minimum: 1000 } }, 'The token "projects-ci" may not'],
    ] as const) {
      const refused = await start(ci, more)
      expect(refused).toMatchObject({ status: 403, code: 'ERR_6007' })
      expect(refused.raw.toString().replaceAll('\\', '')).toContain(words)
    }
    expect((await start(ci, { share: 50, limits: { failures: 1, minimum: 5 } })).status).toBe(204)
    expect(await change(ci, { share: 51 })).toMatchObject({ code: 'ERR_6007' })
    expect(await change(ci, { limits: { failures: 3 } })).toMatchObject({ code: 'ERR_6007' })
    expect((await change(ci, { limits: usual })).status).toBe(204)
    expect((await change(master, { share: 99, limits: { failures: 100 } })).status).toBe(204)
    expect(await change(ci, { until: null })).toMatchObject({ code: 'ERR_6007' })
    expect((await change(ci, { share: 50, limits: usual })).status).toBe(204)

    const secretOf = async (name: string, apps: string[], may: ('check' | 'rollback' | 'trial')[]) =>
      (await create(master, { name, apps, may })).body.data.secret
    const refused = await end(await secretOf('looks', ['projects'], ['check']))
    expect(refused).toMatchObject({ status: 403, code: 'ERR_6007' })
    expect(refused.raw.toString().replaceAll('\\', '')).toContain('The token "looks" may not end a trial of projects.')
    expect(await end(await secretOf('elsewhere', ['auth'], ['trial']))).toMatchObject({ code: 'ERR_6007' })
    expect((await end(ci)).status).toBe(204)
    expect(await newest(master)).toMatchObject({ action: 'rollback', version: '1.1.0', actor: 'projects-ci' })
    expect(await rollBack(server, 'projects', {}, undefined, ci)).toMatchObject({ code: 'ERR_6007' })
    expect((await start(ci, { share: 5 })).status).toBe(204)
    expect((await end(await secretOf('back', ['projects'], ['rollback']))).status).toBe(204)
  })

  it('that may roll back only force nothing back', async () => {
    const may = ['rollback'] as const
    const { secret } = (await create(master, { name: 'undo', apps: ['datastorage'], may: [...may] })).body.data
    for (const version of ['0.1.0', '0.2.0']) {
      await publish(server, 'datastorage', version)
      await activate(server, 'datastorage', version)
    }
    const forced = await rollBack(server, 'datastorage', { force: true, reason: 'At once' }, undefined, secret)
    expect(forced).toMatchObject({ status: 403, code: 'ERR_6007' })
    expect(forced.raw.toString()).toContain('it may not activate datastorage')
    expect((await rollBack(server, 'datastorage', {}, undefined, secret)).body.data.version).toBe('0.1.0')
  })

  it.each(['automatic', 'Operator', 'npm start'])(
    'are never called %s, as the server is in the history',
    async (name) => {
      const answer = await create(master, { name, apps: ['projects'], may: ['check'] })
      expect(answer).toMatchObject({ status: 409, code: 'ERR_0409' })
      expect(answer.raw.toString()).toContain('choose another name')
    },
  )

  it('do not read who is on trial of other apps', async () => {
    for (const version of ['1.0.0', '1.1.0']) await publish(server, 'datastorage', version)
    await activate(server, 'datastorage', '1.0.0')
    const own = (await create(master, { name: 'storage-ci', apps: ['datastorage'], may: ['check'] })).body.data.secret
    const people = { users: [lab.member.email], organisations: [lab.id] }
    const trial = {
      params: { app: 'datastorage' },
      headers: await asItIsNow(server, 'datastorage'),
      body: { data: { version: '1.1.0', share: 10, ...people } },
    }
    expect((await server.call(startTrial, { ...trial, token: master })).status).toBe(204)
    const namesFor = async (token: string) => {
      const { data } = (await server.call(releaseOverview, { token })).body
      const found = data.find(({ app }) => app === 'datastorage')?.trial
      return [found?.version, found?.users.map(({ email }) => email), found?.organisations.map(({ id }) => id)]
    }
    expect(await namesFor(own)).toEqual(['1.1.0', people.users, people.organisations])
    expect(await namesFor(ci)).toEqual(['1.1.0', [], []])
  })

  const putWith = (token: string, version: string, path: string, payload: Buffer) =>
    server.app.inject({
      method: 'PUT',
      url: `/api/v1/releases/projects/${version}/files/${path}`,
      payload,
      headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${token}` },
    })

  it('are refused in words for another app, another action, and everything that is not of releases', async () => {
    const other = await server.call(checkRelease, { params: { app: 'auth', version: '1.0.0' }, token: ci })
    expect(other).toMatchObject({ status: 403, code: 'ERR_6007' })
    expect(other.raw.toString()).toContain('may not check auth. It may publish, check and trial projects.')
    const action = await activateBy(ci, 'projects', '1.1.0')
    expect(action).toMatchObject({ status: 403, code: 'ERR_6007' })
    expect(await create(ci, { name: 'x', apps: ['auth'], may: ['activate'] })).toMatchObject({ code: 'ERR_6007' })
    expect((await server.call(whoAmI, { token: ci })).code).toBe('ERR_1002')
  })

  it('of a name in use are refused', async () => {
    expect(await create(master, { name: 'projects-ci', apps: ['auth'], may: ['check'] })).toMatchObject({ status: 409 })
  })

  it('end at their time, and when they are removed', async () => {
    const expires = new Date(clock.now().getTime() + 3_600_000).toISOString()
    const { secret } = (await create(master, { name: 'short', apps: ['projects'], may: ['check'], expires })).body.data
    expect((await server.call(listReleases, { token: secret })).status).toBe(200)
    clock.advance({ minutes: 61 })
    const late = await server.call(listReleases, { token: secret })
    expect(late).toMatchObject({ status: 401 })
    expect(late.raw.toString()).toContain('has expired')
    await server.call(removeOperatorToken, { params: { name: 'projects-ci' }, token: master })
    expect(await server.call(listReleases, { token: ci })).toMatchObject({ status: 401 })
    expect(await server.call(removeOperatorToken, { params: { name: 'projects-ci' }, token: master })).toMatchObject({
      status: 404,
    })
  })

  it('cannot be guessed by a prefix of their own', async () => {
    expect(await server.call(listReleases, { token: `lmt_${'x'.repeat(43)}` })).toMatchObject({ code: 'ERR_1002' })
    expect(await putFile(server, 'projects', '1.3.0', 'main.js', Buffer.from('x'))).toMatchObject({ status: 204 })
  })
})
