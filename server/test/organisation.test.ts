import {
  aboutOrganisation,
  listSubscriptions,
  listUsers,
  organisationAdmin,
  organisationStorage,
  organisationUsage,
  restrictionKeys,
  userProjectCounts,
  whoAmI,
} from '@lamella/shared/contract'
import { setAdmin } from '../src/domains/organisations/repository.ts'
import { freePlans, onPremisePlans } from '../src/domains/quotas/plans.ts'
import { subscribe } from '../src/domains/quotas/subscribe.ts'
import { media } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, logIn, setUpOrganisation } from './people.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
const lab = setUpOrganisation(server)

describe('Current user', () => {
  it('D1-3-11 D2-3-08 has all fields, and nothing of the password', async () => {
    const { data } = (await server.call(whoAmI, { token: lab.member.token })).body
    expect(data).toEqual({
      id: lab.member.id,
      organisationId: lab.id,
      secondFactorMissing: false,
      firstName: 'member',
      lastName: 'Tester',
      fullName: 'member Tester',
      email: lab.member.email,
      isAdmin: false,
      isGuest: false,
      agreementPrivacy: true,
      agreementTerms: true,
      roles: ['USER'],
    })
  })

  it('D1-3-11 has each agreement separately', async () => {
    const own = await addPerson(server, lab.id, 'privacy', { agreementTerms: true, agreementPrivacy: false })
    const { data } = (await server.call(whoAmI, { token: own.token })).body
    expect([data.agreementTerms, data.agreementPrivacy]).toEqual([true, false])
  })

  it.each([
    ['admin', { isAdmin: true, isGuest: false, roles: ['USER', 'ORG_ADMIN'] }],
    ['member', { isAdmin: false, isGuest: false, roles: ['USER'] }],
    ['guest', { isAdmin: false, isGuest: true, roles: ['GUEST'] }],
  ] as const)('D1-1-11 D1-3-12 D1-6-01 has the roles of the %s', async (role, expected) => {
    expect((await server.call(whoAmI, { token: lab[role].token })).body.data).toMatchObject(expected)
  })
})

describe('Users of the organisation', () => {
  it('are listed in pages, and nobody of another organisation is among them', async () => {
    const own = await addOrganisation(server)
    for (const name of ['a', 'b']) await addPerson(server, own.id, name)
    const seen: string[] = []
    for (let after: string | undefined; ; ) {
      const query = { 'page[size]': 2, ...(after && { 'page[after]': after }) }
      const { data, links } = (await server.call(listUsers, { token: own.member.token, query })).body
      expect(data.length).toBeLessThanOrEqual(2)
      seen.push(...data.map(({ id }) => id))
      if (!links.next) break
      after = new URL(links.next, 'http://x').searchParams.get('page[after]') ?? undefined
    }
    expect(seen).toHaveLength(5)
    expect(new Set(seen).size).toBe(5)
    expect(seen).toEqual(expect.arrayContaining([own.admin.id, own.member.id, own.guest.id]))
  })

  it.each([0, 251, 'many'])('are refused in a page of %s', async (size) => {
    const answer = await server.call(listUsers, { token: lab.member.token, query: { 'page[size]': size } })
    expect(answer).toMatchObject({ status: 400, code: 'ERR_0400' })
  })
})

describe('About the organisation', () => {
  const about = async (token: string) => (await server.call(aboutOrganisation, { token })).body.data

  it('D1-3-13 D1-7-20 D2-3-10 has portal access and the restrictions of the free plans', async () => {
    expect(await about(lab.guest.token)).toEqual({
      id: lab.id,
      name: 'Lab',
      portalWebAccess: true,
      canAccessAITrainer: true,
      restrictions: [
        { key: 'userLimit', value: 5 },
        { key: 'storageLimit', value: 10 },
        { key: 'projectLimit', value: 10 },
        { key: 'mediumLimit', value: 100 },
        { key: 'annotationLimit', value: 500 },
        { key: 'trainingLimit', value: 3 },
        { key: 'jobLimit', value: 60 },
      ],
    })
  })

  it('D3-3-49 D3-3-50 D3-7-55 has the limits of uploads as entries of key and value: GB and images', async () => {
    const { restrictions } = await about(lab.member.token)
    expect(restrictions.every((entry) => Object.keys(entry).sort().join() === 'key,value')).toBe(true)
    const value = (key: string) => restrictions.filter((entry) => entry.key === key).map((entry) => entry.value)
    expect([value('storageLimit'), value('mediumLimit')]).toEqual([[10], [100]])
  })

  it('D1-3-13 has no portal access without a plan', async () => {
    const none = await addOrganisation(server, [])
    expect(await about(none.member.token)).toMatchObject({ portalWebAccess: false, canAccessAITrainer: false })
  })

  it('D1-6-27 gives access to the AI trainer by the AI plan alone', async () => {
    const portalOnly = await addOrganisation(server, freePlans.slice(0, 1))
    expect(await about(portalOnly.member.token)).toMatchObject({ portalWebAccess: true, canAccessAITrainer: false })
  })

  it('takes the largest value of several plans, and -1 before any number', async () => {
    const own = await addOrganisation(server)
    const [freePortal, onPremise] = [freePlans[0], onPremisePlans[0]]
    if (!freePortal || !onPremise) throw new Error('no plans')
    const larger = {
      ...freePortal,
      name: 'LAMELLA_PORTAL_CLOUD_PLUS',
      restrictions: [{ key: 'projectLimit', value: '25' }],
    }
    const buy = (plan: typeof larger) =>
      subscribe(server.context.db, { plan, organisationId: own.id, purchaserId: own.admin.id }, clock.now())
    const projectLimit = async () =>
      (await about(own.admin.token)).restrictions.find(({ key }) => key === 'projectLimit')?.value
    await buy(larger)
    expect(await projectLimit()).toBe(25)
    await buy(onPremise)
    expect(await projectLimit()).toBe(-1)
  })

  it('D1-3-14 D1-7-19 D1-6-19 names the admin, also to a guest', async () => {
    const { data } = (await server.call(organisationAdmin, { token: lab.guest.token })).body
    expect(data).toEqual({ id: lab.admin.id, email: lab.admin.email })
  })

  it('D1-3-14 names the admin of the organisation, not its first user or another admin', async () => {
    const own = await addOrganisation(server)
    const later = await addPerson(server, own.id, 'later', { isAdmin: true })
    await setAdmin(server.context.db, own.id, later.id)
    const { data } = (await server.call(organisationAdmin, { token: own.guest.token })).body
    expect(data).toEqual({ id: later.id, email: later.email })
  })
})

describe('Subscriptions', () => {
  it('D2-3-14 D2-3-15 D1-3-22 have all fields of subscription and plan', async () => {
    const { data } = (await server.call(listSubscriptions, { token: lab.member.token })).body
    const portal = data.find(({ subscriptionPlan }) => subscriptionPlan.name === 'LAMELLA_PORTAL_CLOUD_FREE')
    expect(portal).toEqual({
      id: expect.any(String),
      validFrom: '2026-03-02T08:00:00.000Z',
      validUntil: '2026-04-02T08:00:00.000Z',
      organization: lab.id,
      automaticRenewal: false,
      purchaser: lab.admin.id,
      subscriptionPlan: {
        id: expect.any(String),
        name: 'LAMELLA_PORTAL_CLOUD_FREE',
        displayName: 'Portal free trial',
        version: 1,
        type: 'portal',
        netPrice: 0,
        subscriptionPeriod: 'P1M',
        restrictions: expect.arrayContaining([{ key: 'projectLimit', value: '10' }]),
      },
    })
  })

  it('D1-7-22 are read with their plans', async () => {
    const { data } = (await server.call(listSubscriptions, { token: lab.member.token })).body
    const plans = data.map(({ organization, subscriptionPlan: { name, restrictions } }) => [
      organization,
      name,
      restrictions
        .map(({ key }) => key)
        .toSorted()
        .join(),
    ])
    expect(plans.toSorted()).toEqual([
      [lab.id, 'LAMELLA_AI_CLOUD_FREE', 'jobLimit,trainingLimit'],
      [lab.id, 'LAMELLA_PORTAL_CLOUD_FREE', 'annotationLimit,mediumLimit,projectLimit,storageLimit,userLimit'],
    ])
  })

  it('have the trainings of a plan with their window', async () => {
    const { data } = (await server.call(listSubscriptions, { token: lab.member.token })).body
    const restrictions = data.flatMap(({ subscriptionPlan }) => subscriptionPlan.restrictions)
    expect(restrictions).toContainEqual({
      key: 'trainingLimit',
      value: '2026-03-02T08:00:00.000Z;2026-04-02T08:00:00.000Z;3',
    })
  })

  it('D2-7-33 are listed with their plan while they are valid', async () => {
    const own = await addOrganisation(server)
    const start = clock.now().toISOString()
    clock.advance({ days: 31 })
    const { access_token: token } = await logIn(server, own.member.email)
    expect((await server.call(listSubscriptions, { token })).body.data).toEqual([])
    clock.set(start)
  })
})

describe('Statistics', () => {
  it('D1-3-21 D2-7-36 D1-7-21 count the projects of each user', async () => {
    const own = await addOrganisation(server)
    await addProject(server, own.member)
    await addProject(server, own.member, [[own.guest, 'viewer']])
    const { data } = (await server.call(userProjectCounts, { token: own.guest.token })).body
    expect(data).toHaveLength(3)
    expect(data).toEqual(
      expect.arrayContaining([
        { userId: own.admin.id, count: 0 },
        { userId: own.member.id, count: 2 },
        { userId: own.guest.id, count: 0 },
      ]),
    )
  })

  it('D3-7-56 count for users and for the organisation the same things', async () => {
    const own = await addOrganisation(server)
    for (const person of [own.member, own.member, own.admin]) await addProject(server, person)
    const users = (await server.call(userProjectCounts, { token: own.member.token })).body.data
    const usage = (await server.call(organisationUsage, { token: own.member.token })).body.data
    expect(usage.map(({ key }) => key)).toEqual([...restrictionKeys])
    const usedOf = Object.fromEntries(usage.map(({ key, used }) => [key, used]))
    expect(usedOf).toMatchObject({ projectLimit: 3, userLimit: 3, mediumLimit: 0, storageLimit: 0, jobLimit: 0 })
    expect(users.map(({ count }) => count).toSorted()).toEqual([0, 1, 2])
  })

  it('add up what is stored, without what was cancelled', async () => {
    const own = await addOrganisation(server)
    const file = {
      organisationId: own.id,
      ownerId: own.member.id,
      fileType: 'TwoDimensions',
      originalFilename: 'a.tif',
    } as const
    await server.context.db.insert(media).values([
      { ...file, size: 3_000_000_000, status: 'available' },
      { ...file, size: 500, status: 'processingFailed' },
      { ...file, size: 7, status: 'uploadCancelled' },
    ])
    const { data } = (await server.call(organisationStorage, { token: own.member.token })).body
    expect(data).toEqual({
      objectTypes: [
        { type: 'ImageMedium', fileCount: 2, count: 2, size: 3_000_000_500 },
        { type: 'JobResultAsset', fileCount: 0, count: 0, size: 0 },
      ],
      total: { fileCount: 2, size: 3_000_000_500 },
    })
    expect((await server.call(organisationStorage, { token: lab.member.token })).body.data.total.fileCount).toBe(0)
  })
})
