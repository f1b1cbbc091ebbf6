import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { areas, barred } from '@lamella/shared/testing/portal-access.ts'
import { and, eq, isNull } from 'drizzle-orm'
import {
  analysisJobs,
  avatars,
  images,
  invitations,
  jobResults,
  media,
  resultBundles,
  sessions,
  uploads,
  users,
} from '../src/db/schema/index.ts'
import { readOperatorToken } from '../src/domains/auth/operator-token.ts'
import { newSecret } from '../src/domains/auth/secrets.ts'
import { createSession, storeTokens } from '../src/domains/auth/session-repository.ts'
import { insertInvitation } from '../src/domains/invitations/repository.ts'
import { blobKeys } from '../src/storage/blobs.ts'
import { type Caller, callers, gone, passed, refusals, ruleOf, rules } from './access-table.ts'
import { createClock } from './clock.ts'
import { startTestApp, type TestApp } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Person } from './people.ts'

/*
 * Every call of the contract × everybody who might make it. The list of calls is the contract itself: one that is not
 * in the table below fails the first test.
 */

const clock = createClock()
let server: TestApp
let people: Record<Exclude<Caller, 'nobody' | 'unknown token' | 'operator'>, Person>
let operatorToken = ''
beforeAll(async () => {
  server = await startTestApp({ now: clock.now })
  operatorToken = (await readOperatorToken(server.context.config)) ?? ''
  const lapsed = await addOrganisation(server)
  clock.advance({ days: 40 })
  const lab = await addOrganisation(server)
  const other = await addOrganisation(server)
  const person = (name: string, flags = {}) => addPerson(server, lab.id, name, flags)
  people = {
    'inactive user': await person('inactive'),
    'member without portal access': lapsed.member,
    'member without agreements': await person('undecided', { agreementTerms: false }),
    'uninvolved guest': lab.guest,
    'guest of the project': await person('invited', { isGuest: true }),
    viewer: await person('viewer'),
    annotator: await person('annotator'),
    'uninvolved member': lab.member,
    owner: await person('owner'),
    admin: lab.admin,
    'foreign guest': other.guest,
    'foreign member': other.member,
    'foreign admin': other.admin,
  }
  await server.context.db.update(users).set({ active: false }).where(eq(users.id, people['inactive user'].id))
})
afterAll(() => server.close())

/** A session of its own for each call: some calls end it. */
const freshSession = async ({ id: userId }: Person): Promise<{ token: string; sessionId: string }> => {
  const { db } = server.context
  const now = clock.now()
  const expires = new Date(now.getTime() + 3_600_000)
  const token = newSecret()
  const sessionId = await createSession(db, { userId, device: null, expires }, now)
  await storeTokens(db, sessionId, { access: token, refresh: newSecret() }, expires)
  return { token, sessionId }
}

const tokenOf = async (caller: Caller): Promise<string | undefined> => {
  if (caller === 'nobody') return undefined
  if (caller === 'unknown token') return 'x'.repeat(43)
  return caller === 'operator' ? operatorToken : (await freshSession(people[caller])).token
}

/** One of each object of the owner, fresh: some calls delete it. */
const makeObjects = async () => {
  const { db } = server.context
  const { owner, viewer, annotator, admin, 'guest of the project': guest } = people
  const { organisationId, id: ownerId } = owner
  const contributors = [[viewer, 'viewer'] as const, [annotator, 'annotator'] as const, [guest, 'editor'] as const]
  const projectId = await addProject(server, owner, contributors)
  const [mediumId, imageId, uploadId] = [randomUUID(), randomUUID(), randomUUID()]
  const [jobId, resultId, bundleId] = [randomUUID(), randomUUID(), randomUUID()]
  const app = { appName: 'app', appVersion: '1' }
  await db.insert(media).values({
    id: mediumId,
    organisationId,
    ownerId,
    fileType: 'TwoDimensions',
    originalFilename: 'a.png',
    size: 10,
    status: 'uploadPending',
  })
  await db.insert(images).values({ id: imageId, projectId, mediumId: mediumId, name: 'a' })
  const upload = { userId: ownerId, sessionId: 'x', size: 10, status: 'pending' } as const
  await db.insert(uploads).values({ id: uploadId, mediumId: mediumId, ...upload })
  await db
    .insert(analysisJobs)
    .values({ id: jobId, projectId, imageId: imageId, ownerId, ...app, params: {}, status: 'successful' })
  const content = { figures: [], classes: [], columns: [], objectCount: 0, provenance: {}, size: 1 }
  await db.insert(jobResults).values({ id: resultId, jobId: jobId, ...content })
  await db
    .insert(resultBundles)
    .values({ id: bundleId, projectId, ownerId, appName: 'app', appVersions: [], format: 'csv' })
  const hour = 3_600_000
  const invitation = { email: `${randomUUID()}@x.test`, role: 'USER', message: '' } as const
  const { id: invitationId } = await insertInvitation(db, {
    ...invitation,
    organisationId,
    invitedBy: admin.id,
    created: clock.now(),
    expires: new Date(clock.now().getTime() + hour),
  })
  await server.context.blobs.write(blobKeys.resultObjects(resultId), Buffer.from('[]'))
  const { sessionId } = await freshSession(owner)
  await db
    .insert(avatars)
    .values({ userId: ownerId, version: 'v', picture: Buffer.from('x') })
    .onConflictDoNothing()
  return { projectId, mediumId, imageId, uploadId, jobId, resultId, bundleId, invitationId, sessionId, userId: ownerId }
}
type Objects = Awaited<ReturnType<typeof makeObjects>>

/** What a call needs beyond the path to be about the owner's object. Elsewhere no body: who is let in does not get far. */
const partsOf: Record<string, (objects: Objects) => { query?: object; body?: object; headers?: object }> = {
  getThumbnail: ({ imageId }) => ({ query: { type: 'Image', id: imageId } }),
  getTile: ({ imageId }) => ({ query: { type: 'Image', id: imageId, z: 0, x: 0, y: 0 } }),
  updateMember: () => ({ body: { data: { active: true } } }),
  createMedium: ({ projectId: project }) => ({
    body: {
      data: {
        name: 'a',
        type: 'ImageMedium',
        dimensions: [],
        project,
        size: 10,
        mimeType: 'image/*',
        originalFilename: 'a.png',
      },
    },
  }),
  createJob: ({ projectId: project, imageId: image }) => ({
    body: {
      data: {
        type: 'Job',
        appName: 'app',
        appVersion: '1',
        appMetadata: { appData: { params: {} } },
        project,
        image,
        images: [image],
      },
    },
  }),
  createBundle: ({ projectId: project }) => ({
    body: { data: { project, appName: 'app', appVersions: ['1'], bundleAction: 'csv' } },
  }),
}

const calls = Object.entries(contract).filter(
  (entry): entry is [string, Endpoint & (typeof entry)[1]] => typeof entry[1] === 'object' && 'tag' in entry[1],
)

it('The table names every call of the contract', () => {
  expect(Object.keys(ruleOf).sort()).toEqual(calls.map(([name]) => name).sort())
})

it('Every call of the contract is served, and nothing else is under /api/', () => {
  const served = Object.entries(server.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map(
      (method) => `${method.toUpperCase()} ${path.replace(/\{(.*?)\}/g, ':$1').replace(':*', '*')}`,
    ),
  )
  const described = calls.map(([, { method, path }]) => `${method} ${path}`)
  expect(served.filter((call) => !call.startsWith('HEAD')).sort()).toEqual(described.sort())
})

/* What the table says is shown below, call by call; here, that the guards of the browser have it the same way. */
describe.each(areas)('$call, as the browser has it for $route', ({ call, ...admits }) => {
  const rule = rules[ruleOf[call] ?? 'public']

  it.each([
    ['guest', 'guest of the project'],
    ['member', 'uninvolved member'],
    ['admin', 'admin'],
  ] as const)('%s', (visitor, caller) => {
    expect(rule[caller] === passed).toBe(admits[visitor])
  })

  it.each(barred)('$who is refused with $code', ({ who, code }) => {
    expect(rule[who]).toBe(code)
  })
})

describe.each(calls)('%s', (name, endpoint) => {
  const rule = rules[ruleOf[name] ?? 'public']

  it.each(callers.map((caller) => [caller, rule[caller]] as const))('D2-1-02 %s: %s', async (caller, expected) => {
    // A stream that is let in never ends: events.test.ts reads it.
    if (name === 'eventStream' && expected === passed) return
    const objects = endpoint.path.includes('/:') || name in partsOf ? await makeObjects() : null
    const { query, ...parts } = (objects && partsOf[name]?.(objects)) ?? {}
    const token = await tokenOf(caller)
    const params = { app: 'auth', version: '1.0.0', email: 'a@lab.test', ...objects }
    const answer = await server.call(endpoint, { params, query, ...parts, ...(token && { token }) } as never)
    const { code, status } = answer
    expect(status).toBeLessThan(500)
    if (expected === passed) expect(refusals).not.toContain(code)
    else expect(code).toBe(expected)
    // "Not found" would hide that the call was about nothing.
    if (expected === passed && rule['foreign admin'] === gone) expect(code).not.toBe(gone)
    if (objects && expected !== passed) expect(await isWhole(objects)).toBe(true)
  })
})

/** Whoever is refused has changed nothing. */
const isWhole = async ({ imageId, sessionId, invitationId }: Objects): Promise<boolean> => {
  const { db } = server.context
  const found = [
    await db.select().from(images).where(eq(images.id, imageId)),
    await db.select().from(invitations).where(eq(invitations.id, invitationId)),
    await db
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), isNull(sessions.revoked))),
  ]
  return found.every((rows) => rows.length === 1)
}
