import { randomBytes } from 'node:crypto'
import { type ContributorRole, requestToken, type TokenAnswer } from '@lamella/shared/contract'
import { hash } from '@node-rs/argon2'
import { findClientApp } from '../src/domains/auth/client-app-repository.ts'
import { createOrganisation } from '../src/domains/organisations/create-organisation.ts'
import { freePlans, type PlanDefinition } from '../src/domains/quotas/plans.ts'
import { insertUser, type NewUser } from '../src/domains/users/repository.ts'
import { contributors, projects } from '../src/platform/db/schema/index.ts'
import { madeBy, type TestApp } from './helper.ts'

export const password = 'Correct-horse-7'
/** The cheapest parameters of argon2id, for fast log-ins: a hash contains its parameters. Passwords that the server hashes have its own. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined

export interface Person {
  id: string
  email: string
  organisationId: string
  /** Access token of one of their sessions. */
  token: string
}

/** The Basic authorisation of the portal (D1-7-05). */
export const clientHeader = async ({ context }: TestApp): Promise<Record<string, string>> => {
  const { appId, appSecret } = await findClientApp(context.db)
  return { authorization: `Basic ${Buffer.from(`${appId}:${appSecret}`).toString('base64')}` }
}

/** Makes the token call. A log-in has the scope of the portal unless another is given; undefined: none. */
export const tokenCall = async (server: TestApp, body: Record<string, string | undefined>, extraHeaders = {}) =>
  server.call(requestToken, {
    body: { ...(body.grant_type === 'password' && { scope: 'all_info' }), ...body } as never,
    extraHeaders: { ...(await clientHeader(server)), ...extraHeaders },
  })

export const logIn = async (server: TestApp, email: string, secret = password): Promise<TokenAnswer> => {
  const answer = await tokenCall(server, {
    grant_type: 'password',
    username: email,
    password: secret,
  })
  if (answer.status !== 200) throw new Error(`${email} cannot log in: ${answer.raw}`)
  return answer.body
}

const accountOf = async (name: string): Promise<Omit<NewUser, 'organisationId'>> => {
  passwordHash ??= hash(password, cheap)
  return {
    email: `${name}-${randomBytes(4).toString('hex')}@lab.test`,
    firstName: name,
    lastName: 'Tester',
    passwordHash: await passwordHash,
    agreementTerms: true,
    agreementPrivacy: true,
  }
}

/** Adds a user to an organisation and logs them in. */
export const addPerson = async (
  server: TestApp,
  organisationId: string,
  name: string,
  flags: Partial<NewUser> = {},
): Promise<Person> => {
  const account = { ...(await accountOf(name)), ...flags }
  const id = await insertUser(server.context.db, { ...account, organisationId })
  if (!id) throw new Error(`${account.email} exists already`)
  return { id, email: account.email, organisationId, token: (await logIn(server, account.email)).access_token }
}

export interface Organisation {
  id: string
  admin: Person
  member: Person
  guest: Person
}

/** An organisation with an admin, a member and a guest; with the free plans unless others are given. */
export const addOrganisation = async (
  server: TestApp,
  plans: readonly PlanDefinition[] = freePlans,
): Promise<Organisation> => {
  const account = await accountOf('admin')
  const { organisationId: id, adminId } = await server.context.db.transaction((tx) =>
    createOrganisation(tx, { name: 'Lab', admin: account, plans }, { now: server.context.now() }),
  )
  const { access_token: token } = await logIn(server, account.email)
  return {
    id,
    admin: { id: adminId, email: account.email, organisationId: id, token },
    member: await addPerson(server, id, 'member'),
    guest: await addPerson(server, id, 'guest', { isGuest: true }),
  }
}

/** An organisation for all tests of a file, or with `beforeEach` a new one per test. */
export const setUpOrganisation = (server: TestApp, hook: jest.Lifecycle = beforeAll): Organisation =>
  madeBy(hook, () => addOrganisation(server))

/** Adds a project with contributors, without checking limits. */
export const addProject = async (
  { context }: TestApp,
  owner: Person,
  people: readonly (readonly [Person, ContributorRole])[] = [],
  name = 'Project',
): Promise<string> => {
  const { organisationId, id: ownerId } = owner
  const [project] = await context.db.insert(projects).values({ organisationId, ownerId, name }).returning()
  if (!project) throw new Error('The project could not be stored')
  for (const [{ id: userId }, role] of people) {
    await context.db.insert(contributors).values({ projectId: project.id, userId, role })
  }
  return project.id
}
