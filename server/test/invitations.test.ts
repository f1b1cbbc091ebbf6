import {
  acceptInvitation,
  createInvitations,
  invite,
  listInvitations,
  openInvitation,
  resendInvitation,
  revokeInvitation,
  updateOrganisation,
  updateProfile,
  whoAmI,
} from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { deleteOldInvitations } from '../src/domains/invitations/repository.ts'
import { hashSecret } from '../src/platform/crypto/secrets.ts'
import { auditLog, invitations, subscriptions, users } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, logIn, password, setUpOrganisation } from './people.ts'
import { lastLinkTo, lastTokenTo, mailsTo } from './queued-mails.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
beforeEach(() => clock.advance({ hours: 2 }))
const lab = setUpOrganisation(server, beforeEach)

let count = 0
const freshAddress = () => `invited-${++count}@partner.test`

const send = (emails: string[], changes: object = {}) =>
  server.call(invite, { token: lab.admin.token, body: { data: { emails, role: 'USER', ...changes } } })

const create = (people: { email: string; role: string; message?: string }[]) =>
  server.call(createInvitations, { token: lab.admin.token, body: { data: people } })

const idOf = async (email: string, changes: object = {}): Promise<string> => {
  const [result] = (await send([email], changes)).body.data
  if (!result?.invitationId) throw new Error(`${email} was not invited: ${result?.error?.code}`)
  return result.invitationId
}

const open = (invitationId: string, token: string) =>
  server.call(openInvitation, { params: { invitationId }, query: { token } })

const form = {
  firstName: 'Ida',
  lastName: 'Berg',
  password,
  agreementTerms: true,
  agreementPrivacy: true,
  additionalInformation: {
    department: 'Pathology',
    position: 'PhD',
    fieldOfWork: 'Lung',
    discoverySource: 'Colleague',
  },
}
const accept = (invitationId: string, token: string, changes: object = {}) =>
  server.call(acceptInvitation, {
    params: { invitationId },
    body: { data: { ...form, token, ...changes } as never },
  })

const pending = async () => (await server.call(listInvitations, { token: lab.admin.token })).body.data

describe('Inviting', () => {
  it('answers for each address on its own and mails a link to those that are invited', async () => {
    const [first, second] = [freshAddress(), freshAddress()]
    const answer = await send([first, 'reviewer2@openpathology', lab.member.email.toUpperCase(), second, first])
    expect(answer.status).toBe(200)
    expect(answer.body.data.map(({ email, error }) => [email, error?.code ?? null])).toEqual([
      [first, null],
      ['reviewer2@openpathology', 'ERR_0400'],
      [lab.member.email.toUpperCase(), 'ERR_0409'],
      [second, null],
      [first, 'ERR_0409'],
    ])
    expect(answer.body.data[1]?.error?.detail).toBe('Please provide a valid email address!')
    const link = await lastLinkTo(server, first)
    expect(link.pathname).toBe(`/auth/invitation/${answer.body.data[0]?.invitationId}`)
    expect(await mailsTo(server, 'reviewer2@openpathology')).toEqual([])
    expect(await mailsTo(server, lab.member.email)).toEqual([])
  })

  it('D2-7-28 D2-3-09 D2-7-31 takes address, message and role of each person, who is mailed', async () => {
    const people = [
      { email: freshAddress(), role: 'guest', message: 'For the slides' },
      { email: freshAddress(), role: 'user' },
    ]
    const { body } = await create(people)
    expect(body.data.success.map(({ email }) => email)).toEqual(people.map(({ email }) => email))
    for (const [index, { email, message = '' }] of people.entries()) {
      expect((await mailsTo(server, email)).at(-1)?.text).toContain(message)
      const answer = await open(body.data.success[index]?.invitationId ?? '', await lastTokenTo(server, email))
      expect(answer.body.data).toMatchObject({ email, message, role: index === 0 ? 'GUEST' : 'USER' })
    }
  })

  it('D2-7-29 lists in "fail" who could not be invited, with the reason', async () => {
    const invited = freshAddress()
    const { body } = await create([invited, lab.member.email, 'nobody'].map((email) => ({ email, role: 'user' })))
    expect(body.data.success.map(({ email }) => email)).toEqual([invited])
    expect(body.data.fail.map(({ email, invitationId, error }) => [email, invitationId, error?.code])).toEqual([
      [lab.member.email, null, 'ERR_0409'],
      ['nobody', null, 'ERR_0400'],
    ])
  })

  it.each([
    ['guest', 'GUEST'],
    ['GUEST', 'GUEST'],
    ['user', 'USER'],
    ['admin', 'USER'],
    ['', 'USER'],
  ])('D2-5-10 takes the role "%s" as %s', async (role, taken) => {
    const email = freshAddress()
    await create([{ email, role }])
    expect((await pending()).find((each) => each.email === email)?.role).toBe(taken)
  })

  it('D2-7-30 lists what is pending with role, end and inviter, newest first', async () => {
    const [first, second] = [freshAddress(), freshAddress()]
    await idOf(first, { role: 'GUEST' })
    clock.advance({ minutes: 1 })
    await idOf(second)
    const list = await pending()
    expect(list.map(({ email, role }) => [email, role])).toEqual([
      [second, 'USER'],
      [first, 'GUEST'],
    ])
    expect(list[0]?.invitedBy).toEqual({ id: lab.admin.id, fullName: 'admin Tester' })
    expect(Date.parse(list[0]?.expires ?? '') - clock.now().getTime()).toBe(7 * 86_400_000)
  })

  it('shows the message in the mail as text', async () => {
    const email = freshAddress()
    await idOf(email, { message: 'Our <b>slides</b> & "masks"' })
    const [mail] = await mailsTo(server, email)
    expect(mail?.text).toContain('Our <b>slides</b> & "masks"')
    expect(mail?.html).toContain('Our &lt;b&gt;slides&lt;/b&gt; &amp; &quot;masks&quot;')
  })

  it('shows the names of people and organisations in the mail as text', async () => {
    const evil = '"><script>alert(1)</script>'
    const { token } = lab.admin
    await server.call(updateProfile, { token, body: { data: { firstName: evil, lastName: 'x' } } })
    await server.call(updateOrganisation, { token, body: { data: { name: evil } } })
    const email = freshAddress()
    await idOf(email)
    const [mail] = await mailsTo(server, email)
    expect(mail?.text).toContain(evil)
    expect(mail?.html).not.toContain('<script')
    expect(mail?.subject).toBe('You are invited to Lamella')
  })

  it('keeps the hash of the secret only', async () => {
    const email = freshAddress()
    const id = await idOf(email)
    const [row] = await server.context.db.select().from(invitations).where(eq(invitations.id, id))
    expect(row?.tokenHash).toEqual(hashSecret(await lastTokenTo(server, email)))
  })

  it('does not reveal to the admin that somebody has an account elsewhere: only the mail to its owner says so', async () => {
    const stranger = (await addOrganisation(server)).member.email
    const unknown = freshAddress()
    const { data } = (await send([stranger, unknown])).body
    expect(data.map(({ email, invitationId, error }) => [email, typeof invitationId, error])).toEqual([
      [stranger, 'string', null],
      [unknown, 'string', null],
    ])
    const [shown] = (await pending()).filter(({ email }) => email === stranger)
    const [other] = (await pending()).filter(({ email }) => email === unknown)
    expect({ ...shown, id: '', email: '' }).toEqual({ ...other, id: '', email: '' })
    expect((await mailsTo(server, stranger)).at(-1)?.text).toContain('already has an account')
    expect((await mailsTo(server, stranger)).at(-1)?.text).not.toContain('token=')
  })

  it('D1-9-15 invites no more people than there are places', async () => {
    const emails = Array.from({ length: 4 }, freshAddress)
    const codes = (await send(emails)).body.data.map(({ error }) => error?.code ?? null)
    expect(codes).toEqual([null, null, 'ERR_5002', 'ERR_5002'])
  })

  it('D1-9-15 counts pending invitations against the limit, also with many calls at once', async () => {
    const codes = await Promise.all(
      Array.from({ length: 5 }, async () => (await send([freshAddress()])).body.data[0]?.error?.code ?? null),
    )
    expect(codes.sort()).toEqual(['ERR_5002', 'ERR_5002', 'ERR_5002', null, null])
    expect((await send([freshAddress()])).body.data[0]?.error?.code).toBe('ERR_5002')
    const [one] = await pending()
    await server.call(revokeInvitation, { token: lab.admin.token, params: { invitationId: one?.id ?? '' } })
    expect((await send([freshAddress()])).body.data[0]?.error).toBeNull()
  })

  it('D1-9-15 sends an expired one again only while there is a free place', async () => {
    const expired = await idOf(freshAddress())
    clock.advance({ days: 7 })
    lab.admin.token = (await logIn(server, lab.admin.email)).access_token
    const kept = await idOf(freshAddress())
    const last = await idOf(freshAddress())
    const again = async (invitationId: string) =>
      (await server.call(resendInvitation, { token: lab.admin.token, params: { invitationId } })).code
    expect(await again(expired)).toBe('ERR_5002')
    expect(await again(kept)).toBeNull()
    await server.call(revokeInvitation, { token: lab.admin.token, params: { invitationId: last } })
    expect(await again(expired)).toBeNull()
  })

  it('counts resent ones against the rate limit of the organisation too', async () => {
    const id = await idOf(freshAddress())
    const again = () => server.call(resendInvitation, { token: lab.admin.token, params: { invitationId: id } })
    for (let call = 0; call < 19; call += 1) await again()
    expect((await send([freshAddress()])).code).toBe('ERR_0429')
  })

  it('is limited per organisation and per address', async () => {
    const email = freshAddress()
    const id = await idOf(email)
    const again = () => server.call(resendInvitation, { token: lab.admin.token, params: { invitationId: id } })
    expect([(await again()).status, (await again()).status]).toEqual([204, 204])
    expect((await again()).code).toBe('ERR_0429')
    let last = await send([email])
    for (let call = 0; call < 25 && last.status === 200; call += 1) last = await send([email])
    expect(last.code).toBe('ERR_0429')
  })
})

describe('A mailed link', () => {
  it('opens with address and organisation, and stays usable', async () => {
    const email = freshAddress()
    const id = await idOf(email)
    const token = await lastTokenTo(server, email)
    const shown = { email, organizationName: 'Lab', role: 'USER', message: '' }
    expect((await open(id, token)).body.data).toEqual(shown)
    expect((await open(id, token)).status).toBe(200)
  })

  it.each([
    ['USER', ['USER'], false],
    ['GUEST', ['GUEST'], true],
  ] as const)('D1-7-17 makes a %s who can log in', async (role, roles, isGuest) => {
    const email = freshAddress()
    const id = await idOf(email, { role })
    const answer = await accept(id, await lastTokenTo(server, email))
    expect([answer.status, answer.raw.length]).toEqual([204, 0])
    const { access_token: token } = await logIn(server, email)
    const { data } = (await server.call(whoAmI, { token })).body
    expect(data).toMatchObject({ email, roles, isGuest, isAdmin: false, organisationId: lab.id })
  })

  it('D1-3-09 D1-3-10 keeps what its form says of the person', async () => {
    const email = freshAddress()
    const id = await idOf(email)
    await accept(id, await lastTokenTo(server, email))
    const { access_token: token } = await logIn(server, email)
    expect((await server.call(whoAmI, { token })).body.data).toMatchObject({
      firstName: 'Ida',
      lastName: 'Berg',
      agreementTerms: true,
      agreementPrivacy: true,
    })
    const [row] = await server.context.db.select().from(users).where(eq(users.email, email))
    expect(row?.additionalInformation).toEqual(form.additionalInformation)
  })

  it('D2-7-30 is pending until it is accepted, and both are in the audit log', async () => {
    const email = freshAddress()
    const id = await idOf(email)
    const addresses = async () => (await pending()).map((invitation) => invitation.email)
    expect(await addresses()).toContain(email)
    await accept(id, await lastTokenTo(server, email))
    expect(await addresses()).not.toContain(email)
    const entries = await server.context.db.select().from(auditLog).where(eq(auditLog.objectId, id))
    expect(entries.map(({ action }) => action).sort()).toEqual(['invitation.accepted', 'invitation.sent'])
  })

  it.each(['firstName', 'lastName', 'password', 'token', 'agreementTerms', 'agreementPrivacy'])(
    'D1-3-09 asks for %s',
    async (field) => {
      const email = freshAddress()
      const id = await idOf(email)
      const answer = await accept(id, await lastTokenTo(server, email), { [field]: undefined })
      expect(answer.code).toBe('ERR_0400')
      expect(answer.raw.toString()).toContain(field)
    },
  )

  it.each(['department', 'position', 'fieldOfWork', 'discoverySource'])(
    'D1-3-10 may have or lack %s',
    async (field) => {
      const email = freshAddress()
      const id = await idOf(email)
      const additionalInformation = { ...form.additionalInformation, [field]: undefined, more: 'x' }
      expect((await accept(id, await lastTokenTo(server, email), { additionalInformation })).status).toBe(204)
      const [row] = await server.context.db.select().from(users).where(eq(users.email, email))
      const { [field as 'department']: _, ...others } = form.additionalInformation
      expect(row?.additionalInformation).toEqual(others)
    },
  )

  it.each([
    ['used', async (id: string, token: string) => void (await accept(id, token))],
    ['older than seven days', async () => clock.advance({ days: 7 })],
    [
      'withdrawn',
      async (invitationId: string) =>
        void (await server.call(revokeInvitation, { token: lab.admin.token, params: { invitationId } })),
    ],
    [
      'followed by another',
      async (invitationId: string) =>
        void (await server.call(resendInvitation, { token: lab.admin.token, params: { invitationId } })),
    ],
  ])('is refused once it is %s, with the same words as an invented one', async (_, spoil) => {
    const email = freshAddress()
    const id = await idOf(email)
    const token = await lastTokenTo(server, email)
    await spoil(id, token)
    const invented = await accept(id, 'x'.repeat(43))
    const answer = await accept(id, token)
    expect(answer.code).toBe('ERR_1003')
    expect(answer.raw).toEqual(invented.raw)
    expect((await open(id, token)).code).toBe('ERR_1003')
  })

  it('works again after it was resent, also after it had expired', async () => {
    const email = freshAddress()
    const id = await idOf(email)
    clock.advance({ days: 8 })
    lab.admin.token = (await logIn(server, lab.admin.email)).access_token
    await server.call(resendInvitation, { token: lab.admin.token, params: { invitationId: id } })
    expect((await accept(id, await lastTokenTo(server, email))).status).toBe(204)
  })

  it('makes one account when the form is sent many times at once', async () => {
    const email = freshAddress()
    const id = await idOf(email)
    const token = await lastTokenTo(server, email)
    const codes = await Promise.all(Array.from({ length: 6 }, async () => (await accept(id, token)).code))
    expect(codes.sort()).toEqual(['ERR_1003', 'ERR_1003', 'ERR_1003', 'ERR_1003', 'ERR_1003', null])
  })

  it('D1-9-15 gives the last place to one of many who accept at once; for the others the link stays usable', async () => {
    const [first, second] = [freshAddress(), freshAddress()]
    const links = [
      { email: first, id: await idOf(first) },
      { email: second, id: await idOf(second) },
    ]
    await addPerson(server, lab.id, 'fourth')
    const codes = await Promise.all(
      links.map(async ({ email, id }) => (await accept(id, await lastTokenTo(server, email))).code),
    )
    expect([...codes].sort()).toEqual(['ERR_5002', null])
    const left = links[codes.indexOf('ERR_5002')]
    expect((await open(left?.id ?? '', await lastTokenTo(server, left?.email ?? ''))).status).toBe(200)
  })

  it('makes nobody a member of an organisation that has no access any more', async () => {
    const email = freshAddress()
    const id = await idOf(email)
    await server.context.db
      .update(subscriptions)
      .set({ validUntil: clock.now() })
      .where(eq(subscriptions.organisationId, lab.id))
    expect((await accept(id, await lastTokenTo(server, email))).code).toBe('ERR_1005')
  })

  it('D1-1-06 makes nobody a member of two organisations', async () => {
    const email = freshAddress()
    const id = await idOf(email)
    const token = await lastTokenTo(server, email)
    await addPerson(server, (await addOrganisation(server)).id, 'x', { email })
    expect((await accept(id, token)).code).toBe('ERR_1003')
    const rows = await server.context.db.select().from(users).where(eq(users.email, email))
    expect(rows).toHaveLength(1)
  })
})

describe('Invitations of another organisation', () => {
  it('can neither be sent again nor withdrawn, and are not listed', async () => {
    const id = await idOf(freshAddress())
    const { token } = (await addOrganisation(server)).admin
    for (const endpoint of [resendInvitation, revokeInvitation] as const) {
      expect((await server.call(endpoint, { token, params: { invitationId: id } })).code).toBe('ERR_0404')
    }
    expect((await server.call(listInvitations, { token })).body.data).toEqual([])
    expect(await pending()).toHaveLength(1)
  })
})

it('forgets an expired invitation after a month in which it was not sent again', async () => {
  await idOf(freshAddress())
  const all = () => server.context.db.select().from(invitations).where(eq(invitations.organisationId, lab.id))
  clock.advance({ days: 36 })
  await deleteOldInvitations(server.context.db, clock.now())
  expect(await all()).toHaveLength(1)
  clock.advance({ days: 2 })
  await deleteOldInvitations(server.context.db, clock.now())
  expect(await all()).toEqual([])
})
