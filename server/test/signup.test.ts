import {
  aboutOrganisation,
  listSubscriptions,
  organisationAdmin,
  passwordConfirm,
  signup,
  signupConfirm,
  whoAmI,
} from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { hashSecret } from '../src/platform/crypto/secrets.ts'
import { auditLog, linkTokens, organisations, users } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { setUpServer, startTestApp } from './helper.ts'
import { logIn, password, setUpOrganisation } from './people.ts'
import { lastLinkTo, lastTokenTo, mailsTo } from './queued-mails.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
const lab = setUpOrganisation(server)
beforeEach(() => clock.advance({ hours: 25 }))

const request = (email: string, body: object = {}) =>
  server.call(signup, { body: { data: { email, agreementTerms: true, agreementPrivacy: true, ...body } } })

const confirm = (token: string, changes: object = {}) =>
  server.call(signupConfirm, {
    body: {
      data: {
        firstName: 'Ann',
        lastName: 'Ray',
        organizationName: 'Ray lab',
        password,
        token,
        agreementTerms: true,
        agreementPrivacy: true,
        sector: 'Research',
        phoneNumber: '+43 1 234',
        additionalInformation: {
          department: 'Pathology',
          position: 'PI',
          fieldOfWork: 'Liver',
          discoverySource: 'Paper',
        },
        ...changes,
      },
    },
  })

/** The link of a new request. */
const linkFor = async (email: string) => {
  expect((await request(email)).status).toBe(204)
  return lastTokenTo(server, email)
}

describe('Sign-up request', () => {
  it('D1-7-12 D1-7-13 mails a link to the confirm page and answers with nothing', async () => {
    const answer = await request('Ann@Lab.test')
    expect(answer).toMatchObject({ status: 204, body: undefined })
    const link = await lastLinkTo(server, 'ann@lab.test')
    expect(`${link.origin}${link.pathname}`).toBe('http://localhost:8080/auth/signup/confirm')
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{43}$/)
  })

  it('does not reveal that an account exists: the answer is the same, the mail has a link for a new password', async () => {
    const known = await request(lab.member.email)
    const unknown = await request('unknown@lab.test')
    expect([known.status, known.raw.toString()]).toEqual([unknown.status, unknown.raw.toString()])
    const [mail] = await mailsTo(server, lab.member.email)
    expect(mail?.subject).toBe('You already have a Lamella account')
    const link = await lastLinkTo(server, lab.member.email)
    expect(link.pathname).toBe('/auth/password/confirm')
    expect(link.searchParams.get('email')).toBe(lab.member.email)
    expect(await confirm(link.searchParams.get('token') ?? '')).toMatchObject({ status: 400, code: 'ERR_1003' })
  })

  it.each([
    [59, 204],
    [60, 400],
  ])(
    'a link for a new password that a sign-up has mailed answers %d minutes later with %d',
    async (minutes, status) => {
      await request(lab.guest.email)
      const link = await lastLinkTo(server, lab.guest.email)
      clock.advance({ minutes })
      const answer = await server.call(passwordConfirm, {
        params: { email: lab.guest.email },
        body: { data: { token: link.searchParams.get('token') ?? '', password } },
      })
      expect(answer.status).toBe(status)
    },
  )

  it.each([
    ['no address', { email: undefined }],
    ['a text that is no address', { email: 'ann' }],
    ['terms not accepted', { agreementTerms: false }],
    ['privacy not accepted', { agreementPrivacy: false }],
    ['terms left out', { agreementTerms: undefined }],
    ['privacy left out', { agreementPrivacy: undefined }],
  ])('D1-3-04 D1-7-12 answers 400 to %s', async (_, change) => {
    expect(await request('form@lab.test', change)).toMatchObject({ status: 400, code: 'ERR_0400' })
    expect(await mailsTo(server, 'form@lab.test')).toEqual([])
  })

  it('stores the hash of the link only', async () => {
    const token = await linkFor('hash@lab.test')
    const rows = await server.context.db
      .select()
      .from(linkTokens)
      .where(eq(linkTokens.hash, hashSecret(token)))
    expect(rows).toMatchObject([{ email: 'hash@lab.test', purpose: 'signup', used: null }])
  })

  it.each([
    ['a new address', () => 'often@lab.test'],
    ['an address with account', () => lab.admin.email],
  ])('is limited to three per hour for %s', async (_, email) => {
    for (let index = 0; index < 3; index++) expect((await request(email())).status).toBe(204)
    const refused = await request(email())
    expect(refused).toMatchObject({ status: 429, code: 'ERR_0429' })
    expect(refused.headers['retry-after']).toBe('3600')
    clock.advance({ hours: 1 })
    expect((await request(email())).status).toBe(204)
  })

  it('is limited to twenty per hour for one network', async () => {
    for (let index = 0; index < 20; index++) expect((await request(`many-${index}@lab.test`)).status).toBe(204)
    expect((await request('one-more@lab.test')).status).toBe(429)
  })
})

describe('Sign-up confirmation', () => {
  it('D1-1-07 D1-7-14 makes the organisation and its admin, who can log in', async () => {
    const email = 'founder@lab.test'
    expect(await confirm(await linkFor(email))).toMatchObject({ status: 204, body: undefined })
    const { access_token: token } = await logIn(server, email)
    const { data: me } = (await server.call(whoAmI, { token })).body
    expect(me).toMatchObject({
      email,
      firstName: 'Ann',
      fullName: 'Ann Ray',
      roles: ['USER', 'ORG_ADMIN'],
      isAdmin: true,
      agreementTerms: true,
      agreementPrivacy: true,
    })
    expect((await server.call(organisationAdmin, { token })).body.data).toEqual({ id: me.id, email })
    expect((await server.call(listSubscriptions, { token })).body.data).toHaveLength(2)
    const { db } = server.context
    const [user] = await db.select().from(users).where(eq(users.id, me.id))
    expect(user).toMatchObject({
      phoneNumber: '+43 1 234',
      additionalInformation: {
        department: 'Pathology',
        position: 'PI',
        fieldOfWork: 'Liver',
        discoverySource: 'Paper',
      },
    })
    const [organisation] = await db.select().from(organisations).where(eq(organisations.id, me.organisationId))
    expect(organisation).toMatchObject({ name: 'Ray lab', sector: 'Research' })
    const log = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.organisationId, me.organisationId))
      .orderBy(auditLog.id)
    expect(log.map(({ action }) => action)).toEqual(['organisation.created', 'user.created', 'session.started'])
  })

  it('D1-1-08 D1-3-23 gives exactly the two free plans for one calendar month', async () => {
    clock.set('2027-01-31T22:30:00.000Z')
    await confirm(await linkFor('month@lab.test'))
    const { access_token: token } = await logIn(server, 'month@lab.test')
    const { data } = (await server.call(listSubscriptions, { token })).body
    expect(data.map(({ subscriptionPlan }) => subscriptionPlan.name).sort()).toEqual([
      'LAMELLA_AI_CLOUD_FREE',
      'LAMELLA_PORTAL_CLOUD_FREE',
    ])
    for (const { validFrom, validUntil } of data) {
      expect([validFrom, validUntil]).toEqual(['2027-01-31T22:30:00.000Z', '2027-02-28T22:30:00.000Z'])
    }
  })

  it('D1-9-22 ends access after the month', async () => {
    await confirm(await linkFor('trial@lab.test'))
    const access = async () => {
      const { access_token: token } = await logIn(server, 'trial@lab.test')
      const { data } = (await server.call(aboutOrganisation, { token })).body
      return [data.portalWebAccess, data.canAccessAITrainer]
    }
    clock.advance({ days: 27 })
    expect(await access()).toEqual([true, true])
    clock.advance({ days: 5 })
    expect(await access()).toEqual([false, false])
  })

  it('works once', async () => {
    const token = await linkFor('once@lab.test')
    expect((await confirm(token)).status).toBe(204)
    expect(await confirm(token)).toMatchObject({ status: 400, code: 'ERR_1003' })
  })

  it('makes one organisation when the form is sent many times at once', async () => {
    const token = await linkFor('twice@lab.test')
    const name = 'Impatient lab'
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(token, { organizationName: name })))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400])
    expect(await server.context.db.select().from(organisations).where(eq(organisations.name, name))).toHaveLength(1)
  })

  it('D1-1-06 gives nobody a second organisation: another link to the address is refused and leaves nothing', async () => {
    const first = await linkFor('two-links@lab.test')
    const second = await linkFor('two-links@lab.test')
    expect((await confirm(second)).status).toBe(204)
    const refused = await confirm(first, { organizationName: 'Never made' })
    expect(refused).toMatchObject({ status: 400, code: 'ERR_1003' })
    const made = server.context.db.select().from(organisations).where(eq(organisations.name, 'Never made'))
    expect(await made).toEqual([])
  })

  it.each([
    [23 * 60 + 59, 204],
    [24 * 60, 400],
  ])('%d minutes after the mail answers %d', async (minutes, status) => {
    const token = await linkFor(`late-${minutes}@lab.test`)
    clock.advance({ minutes })
    expect((await confirm(token)).status).toBe(status)
  })

  it('is refused for an invented token', async () => {
    expect(await confirm('x'.repeat(43))).toMatchObject({ status: 400, code: 'ERR_1003' })
  })

  const letters = 'Aa1!'
  let rules = 0
  it.each([
    ['D1-5-09', '7 characters', 'Aa1!567'],
    ['D1-5-09', '129 characters', letters + 'x'.repeat(125)],
    ['D1-5-10', 'no uppercase letter', 'aa1!5678'],
    ['D1-5-11', 'no lowercase letter', 'AA1!5678'],
    ['D1-5-12', 'no digit', 'Aab!cdef'],
    ...[...'?+^.,()=/~ \u00e4'].map((other) => ['D1-5-13', `only ${other} as special character`, `Aa1${other}5678`]),
    ['D1-5-08', 'nothing', ''],
  ])('%s refuses a password with %s, and the link stays good', async (_, _title, secret) => {
    const token = await linkFor(`rule-${rules++}@lab.test`)
    expect((await confirm(token, { password: secret })).status).toBe(400)
    expect((await confirm(token)).status).toBe(204)
  })

  it.each([
    ['8 characters', 'Aa1!5678'],
    ['128 characters', letters + 'x'.repeat(124)],
    ...[...'#!@$%&_*-'].map((special) => [`the special character ${special}`, `Aa1${special}5678`]),
  ])('D1-5-09 D1-5-13 accepts a password with %s', async (title, secret) => {
    const email = `good-${title.replace(/\W/g, '')}${secret.charCodeAt(3)}@lab.test`
    expect((await confirm(await linkFor(email), { password: secret })).status).toBe(204)
    expect((await logIn(server, email, secret)).token_type).toBe('Bearer')
  })

  it.each([
    ['firstName', ' '],
    ['lastName', 'x'.repeat(129)],
    ['organizationName', ''],
    ['agreementTerms', false],
    ['agreementPrivacy', undefined],
    ['additionalInformation', { department: 'x'.repeat(257) }],
  ])('D1-3-06 D1-3-07 answers 400 to a wrong %s', async (field, value) => {
    const token = await linkFor(`field-${field}@lab.test`)
    expect(await confirm(token, { [field]: value })).toMatchObject({ status: 400, code: 'ERR_0400' })
  })
})

describe('The fields of the confirmation', () => {
  const additionalInformation = {
    department: 'Pathology',
    position: 'PI',
    fieldOfWork: 'Liver',
    discoverySource: 'Paper',
  }
  const storedFor = async (email: string) => {
    const { db } = server.context
    const [stored] = await db
      .select()
      .from(users)
      .innerJoin(organisations, eq(organisations.id, users.organisationId))
      .where(eq(users.email, email))
    return stored
  }
  let number = 0
  const freshAddress = () => `fields-${number++}@lab.test`

  it.each(['firstName', 'lastName', 'organizationName', 'password', 'token', 'agreementTerms', 'agreementPrivacy'])(
    'D1-3-06 %s is asked for',
    async (field) => {
      const answer = await confirm(await linkFor(freshAddress()), { [field]: undefined })
      expect(answer).toMatchObject({ status: 400, code: 'ERR_0400' })
      expect(answer.raw.toString()).toContain(field)
    },
  )

  it.each(['sector', 'phoneNumber', 'additionalInformation'])('D1-3-06 %s is taken or left', async (field) => {
    const email = freshAddress()
    const given = { sector: 'Industry', phoneNumber: '+43 9', additionalInformation }
    const expected = { ...given, [field]: field === 'additionalInformation' ? {} : null }
    expect((await confirm(await linkFor(email), { ...given, [field]: undefined })).status).toBe(204)
    const stored = await storedFor(email)
    expect({
      sector: stored?.organisations.sector,
      phoneNumber: stored?.users.phoneNumber,
      additionalInformation: stored?.users.additionalInformation,
    }).toEqual(expected)
  })

  it.each(['department', 'position', 'fieldOfWork', 'discoverySource'])(
    'D1-3-07 %s is taken or left',
    async (field) => {
      const email = freshAddress()
      const { [field as 'department']: _, ...others } = additionalInformation
      expect((await confirm(await linkFor(email), { additionalInformation: { ...others, more: 'x' } })).status).toBe(
        204,
      )
      expect((await storedFor(email))?.users.additionalInformation).toEqual(others)
    },
  )
})

describe('Sign-up disabled', () => {
  it('D1-7-12 refuses both calls', async () => {
    const closed = await startTestApp({ env: { SIGNUP_DISABLED: 'true' } })
    const data = { email: 'a@lab.test', agreementTerms: true, agreementPrivacy: true } as const
    expect(await closed.call(signup, { body: { data } })).toMatchObject({ status: 403, code: 'ERR_1004' })
    const form = {
      firstName: 'A',
      lastName: 'B',
      organizationName: 'C',
      password,
      token: 'x'.repeat(43),
      agreementTerms: true,
      agreementPrivacy: true,
    } as const
    expect(await closed.call(signupConfirm, { body: { data: form } })).toMatchObject({ status: 403, code: 'ERR_1004' })
    expect(await mailsTo(closed, 'a@lab.test')).toEqual([])
    await closed.close()
  })
})
