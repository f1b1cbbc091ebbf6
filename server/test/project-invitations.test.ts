import {
  acceptInvitation,
  auditText,
  type ContributorRole,
  getProject,
  invite,
  inviteToProject,
  listAudit,
  listContributors,
  listInvitations,
  listProjectInvitations,
  openInvitation,
  resendProjectInvitation,
  revokeProjectInvitation,
  whoAmI,
} from '@lamella/shared/contract'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, logIn, type Person, password, setUpOrganisation } from './people.ts'
import { lastTokenTo, mailsTo } from './queued-mails.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
beforeEach(() => clock.advance({ hours: 2 }))
const lab = setUpOrganisation(server, beforeEach)
let projectId = ''
beforeEach(async () => {
  projectId = await addProject(server, lab.member, [], 'Liver study')
})

let count = 0
const freshAddress = () => `invited-${++count}@partner.test`

const send = async (by: Person, emails: string[], role: ContributorRole = 'viewer', project = projectId) =>
  server.call(inviteToProject, {
    token: by.token,
    params: { projectId: project },
    body: { data: { emails, role } },
  })
const sendOne = async (by: Person, email: string, role: ContributorRole = 'viewer', project = projectId) => {
  const [result] = (await send(by, [email], role, project)).body.data
  if (!result?.invitationId) throw new Error(`${email} was not invited: ${result?.error?.detail}`)
  return result.invitationId
}
const codeOf = async (by: Person, email: string, role: ContributorRole = 'viewer') =>
  (await send(by, [email], role)).body.data[0]?.error?.code ?? null
const pending = async (by: Person = lab.member, project = projectId) =>
  (await server.call(listProjectInvitations, { token: by.token, params: { projectId: project } })).body.data
const ofOrganisation = async () => (await server.call(listInvitations, { token: lab.admin.token })).body.data
const params = (invitationId: string, project = projectId) => ({ projectId: project, invitationId })
const revoke = (by: Person, invitationId: string, project = projectId) =>
  server.call(revokeProjectInvitation, { token: by.token, params: params(invitationId, project) })
const resend = (by: Person, invitationId: string) =>
  server.call(resendProjectInvitation, { token: by.token, params: params(invitationId) })

/** Accepts the invitation by the newest mail. @returns the new user */
const accept = async (invitationId: string, email: string) => {
  const form = { firstName: 'Ida', lastName: 'Berg', password, agreementTerms: true, agreementPrivacy: true } as const
  const data = { ...form, token: await lastTokenTo(server, email) }
  const answer = await server.call(acceptInvitation, { params: { invitationId }, body: { data } })
  if (answer.status !== 204) throw new Error(`${email} could not accept: ${answer.code}`)
  const token = (await logIn(server, email)).access_token
  return { token, user: (await server.call(whoAmI, { token })).body.data }
}
const rolesOf = async (project = projectId) => {
  const call = { token: lab.admin.token, params: { projectId: project } }
  return (await server.call(listContributors, call)).body.data.map(({ userId, role }) => [userId, role])
}
const audited = async () =>
  (await server.call(listAudit, { token: lab.admin.token })).body.data.map(({ sentence }) => auditText(sentence))

describe('Inviting to a project', () => {
  it('D2-7-28 mails an address without account a link that names the project; accepting makes a contributor', async () => {
    const email = freshAddress()
    const id = await sendOne(lab.member, email)
    const [mail] = await mailsTo(server, email)
    expect(mail?.text).toContain('member Tester invites you to the project Liver study of Lab in Lamella')
    expect(await pending()).toMatchObject([
      { id, email, role: 'viewer', account: 'GUEST', invitedBy: { fullName: 'member Tester' } },
    ])
    const { token, user } = await accept(id, email)
    expect(user.isGuest).toBe(true)
    expect(await rolesOf()).toEqual([[user.id, 'viewer']])
    expect((await server.call(getProject, { token, params: { projectId } })).body.data.name).toBe('Liver study')
    expect(await pending()).toEqual([])
    expect((await audited()).toReversed()).toEqual(
      expect.arrayContaining([
        `Invited ${email} to the project Liver study as viewer`,
        'Joined the project Liver study as viewer',
      ]),
    )
  })

  it('D2-3-09 is for admins above viewer: an editor becomes a user of the organisation, no guest', async () => {
    const email = freshAddress()
    expect(await codeOf(lab.member, email, 'editor')).toBe('ERR_0403')
    expect(await codeOf(lab.member, email, 'annotator')).toBe('ERR_0403')
    const { user } = await accept(await sendOne(lab.admin, email, 'editor'), email)
    expect(user.roles).toEqual(['USER'])
    expect(await rolesOf()).toEqual([[user.id, 'editor']])
  })

  it('D2-7-29 answers for each address on its own', async () => {
    const [first, second] = [freshAddress(), freshAddress()]
    const { data } = (await send(lab.member, [first, 'nobody', lab.guest.email, second, first])).body
    expect(data.map(({ error }) => error?.code ?? null)).toEqual([null, 'ERR_0400', 'ERR_0409', null, 'ERR_0409'])
  })

  it('D1-9-15 takes a place of the user limit, once for several projects', async () => {
    const other = await addProject(server, lab.member, [], 'Kidney study')
    const [first, second, third] = [freshAddress(), freshAddress(), freshAddress()]
    await sendOne(lab.member, first)
    await sendOne(lab.member, first, 'viewer', other)
    await sendOne(lab.member, second)
    expect(await codeOf(lab.member, third)).toBe('ERR_5002')
  })

  it('to two projects is one invitation, of which the newer mail names both; accepting shares both', async () => {
    const other = await addProject(server, lab.member, [], 'Kidney study')
    const email = freshAddress()
    const id = await sendOne(lab.member, email)
    expect(await sendOne(lab.member, email, 'viewer', other)).toBe(id)
    expect((await mailsTo(server, email)).at(-1)?.text).toContain('the projects Kidney study and Liver study of Lab')
    expect(await ofOrganisation()).toHaveLength(1)
    const { user } = await accept(id, email)
    expect([await rolesOf(), await rolesOf(other)]).toEqual([[[user.id, 'viewer']], [[user.id, 'viewer']]])
  })

  it('also shares with who was invited to the organisation before; who was invited as guest stays a viewer', async () => {
    const [member, guest] = [freshAddress(), freshAddress()]
    const body = (emails: string[], role: 'USER' | 'GUEST') => ({ data: { emails, role } })
    await server.call(invite, { token: lab.admin.token, body: body([member], 'USER') })
    await server.call(invite, { token: lab.admin.token, body: body([guest], 'GUEST') })
    expect(await codeOf(lab.admin, guest, 'editor')).toBe('ERR_0409')
    const { user } = await accept(await sendOne(lab.admin, member, 'annotator'), member)
    expect(await rolesOf()).toEqual([[user.id, 'annotator']])
  })

  it('does not reveal who has an account elsewhere', async () => {
    const stranger = (await addOrganisation(server)).member.email
    const id = await sendOne(lab.member, stranger)
    const [shown] = await pending()
    expect(shown).toMatchObject({ id, email: stranger, role: 'viewer' })
    const mail = (await mailsTo(server, stranger)).at(-1)
    expect(mail?.text).toContain('already has an account')
    expect(mail?.text).not.toContain('token=')
  })

  it('is limited per address', async () => {
    const email = freshAddress()
    const id = await sendOne(lab.member, email)
    expect([(await resend(lab.member, id)).status, (await resend(lab.member, id)).status]).toEqual([204, 204])
    expect((await resend(lab.member, id)).code).toBe('ERR_0429')
  })
})

describe('An invitation to a project', () => {
  it('is sent again with a new link, also after it has expired', async () => {
    const email = freshAddress()
    const id = await sendOne(lab.member, email)
    clock.advance({ days: 8 })
    for (const person of [lab.admin, lab.member]) person.token = (await logIn(server, person.email)).access_token
    expect((await resend(lab.member, id)).status).toBe(204)
    const { user } = await accept(id, email)
    expect(await rolesOf()).toEqual([[user.id, 'viewer']])
  })

  it('keeps its project when an admin invites the expired address anew', async () => {
    const email = freshAddress()
    const id = await sendOne(lab.member, email)
    clock.advance({ days: 8 })
    for (const person of [lab.admin, lab.member]) person.token = (await logIn(server, person.email)).access_token
    await server.call(invite, { token: lab.admin.token, body: { data: { emails: [email], role: 'USER' } } })
    const { user } = await accept(id, email)
    expect(user.roles).toEqual(['USER'])
    expect(await rolesOf()).toEqual([[user.id, 'viewer']])
  })

  it('D2-7-32 ends when it is withdrawn, and its link stops working', async () => {
    const email = freshAddress()
    const id = await sendOne(lab.member, email)
    const token = await lastTokenTo(server, email)
    expect((await revoke(lab.member, id)).status).toBe(204)
    expect(await pending()).toEqual([])
    const opened = await server.call(openInvitation, { params: { invitationId: id }, query: { token } })
    expect(opened.code).toBe('ERR_1003')
    expect((await revoke(lab.member, id)).code).toBe('ERR_0404')
    expect(await audited()).toContain(`Withdrew the invitation to ${email} from the project Liver study`)
  })

  it('stays when it was withdrawn from one of two projects, or made for the organisation', async () => {
    const other = await addProject(server, lab.member, [], 'Kidney study')
    const [twice, member] = [freshAddress(), freshAddress()]
    const id = await sendOne(lab.member, twice)
    await sendOne(lab.member, twice, 'viewer', other)
    await revoke(lab.member, id)
    const { user } = await accept(id, twice)
    expect([await rolesOf(), await rolesOf(other)]).toEqual([[], [[user.id, 'viewer']]])

    await server.call(invite, { token: lab.admin.token, body: { data: { emails: [member], role: 'USER' } } })
    const ofMember = await sendOne(lab.admin, member, 'editor')
    await revoke(lab.admin, ofMember)
    expect((await ofOrganisation()).map(({ email }) => email)).toEqual([member])
  })

  it('cannot be withdrawn or sent again through another project', async () => {
    const own = await addPerson(server, lab.id, 'other')
    const foreign = await addProject(server, own, [], 'Foreign')
    const id = await sendOne(lab.member, freshAddress())
    expect((await revoke(own, id, foreign)).code).toBe('ERR_0404')
    expect((await revoke(own, id)).code).toBe('ERR_0404')
    expect(await pending()).toHaveLength(1)
  })

  it('is accepted or withdrawn, never half, when both happen at once', async () => {
    const email = freshAddress()
    const id = await sendOne(lab.member, email)
    const [, withdrawn] = await Promise.all([accept(id, email).catch(() => null), revoke(lab.member, id)])
    const roles = await rolesOf()
    expect(roles).toHaveLength(withdrawn.status === 204 ? 0 : 1)
  })
})
