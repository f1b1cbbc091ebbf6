import {
  acceptInvitation,
  confirmPrivacy,
  confirmTerms,
  createProject,
  deleteProject,
  exportAudit,
  invite,
  listAudit,
  logout,
  passwordConfirm,
  passwordReset,
  updateOrganisation,
  updateProfile,
  updateProject,
} from '@lamella/shared/contract'
import { recordAudit } from '../src/domains/audit/repository.ts'
import { createClock } from './clock.ts'
import { startTestApp, type TestApp } from './helper.ts'
import { addOrganisation, logIn, type Organisation, password, tokenCall } from './people.ts'
import { lastTokenTo } from './queued-mails.ts'

const clock = createClock()
let server: TestApp
let lab: Organisation
beforeAll(async () => {
  server = await startTestApp({ now: clock.now })
})
afterAll(() => server.close())
beforeEach(async () => {
  clock.advance({ hours: 2 })
  lab = await addOrganisation(server)
})

const read = async (query: object = {}) => (await server.call(listAudit, { token: lab.admin.token, query })).body
const actions = async (text?: string) => (await read({ 'filter[text]': text })).data.map(({ action }) => action)
const csv = async (text?: string) =>
  (await server.call(exportAudit, { token: lab.admin.token, query: { 'filter[text]': text } })).raw.toString('utf8')
const newProject = async (name: string) => {
  const { headers } = await server.call(createProject, { token: lab.member.token, body: { data: { name } } })
  return String(headers.location).split('/').at(-1) ?? ''
}

describe('The audit log', () => {
  it('says who did what to which object when, newest first', async () => {
    const projectId = await newProject('Liver study')
    const [entry] = (await read()).data
    expect(entry).toEqual({
      id: expect.any(String),
      at: clock.now().toISOString(),
      user: { id: lab.member.id, fullName: 'member Tester', email: lab.member.email },
      action: 'project.created',
      sentence: [
        { text: 'Created ', isName: false },
        { text: 'the project ', isName: false },
        { text: 'Liver study', isName: true },
      ],
      objectType: 'project',
      objectId: projectId,
      objectName: 'Liver study',
      detail: { name: 'Liver study' },
    })
  })

  it('has an entry for each security-relevant act', async () => {
    const { token, email } = lab.member
    await tokenCall(server, { grant_type: 'password', username: email, password: 'Wrong-horse-7' })
    await server.call(confirmTerms, { token, body: { data: { agreementTerms: true } } })
    await server.call(confirmPrivacy, { token, body: { data: { agreementPrivacy: true } } })
    await server.call(updateProfile, { token, body: { data: { firstName: 'A', lastName: 'B' } } })
    const projectId = await newProject('P')
    await server.call(updateProject, { token, params: { projectId }, body: { data: { name: 'Q' } } })
    await server.call(deleteProject, { token, params: { projectId } })
    await server.call(logout, { token })
    await server.call(passwordReset, { body: { data: { email } } })
    const body = { data: { token: await lastTokenTo(server, email), password: 'Another-horse-8' } }
    await server.call(passwordConfirm, { params: { email }, body })
    const { refresh_token } = await logIn(server, email, 'Another-horse-8')
    await tokenCall(server, { grant_type: 'refresh_token', refresh_token })
    clock.advance({ minutes: 2 })
    await tokenCall(server, { grant_type: 'refresh_token', refresh_token })
    const invited = { data: { emails: ['new@audit.test'], role: 'GUEST' as const } }
    await server.call(invite, { token: lab.admin.token, body: invited })
    await server.call(updateOrganisation, { token: lab.admin.token, body: { data: { name: 'Lab 2' } } })
    expect((await actions()).reverse()).toEqual([
      'organisation.created',
      'user.created',
      'session.started',
      'session.started',
      'session.started',
      'login.failed',
      'terms.accepted',
      'privacy.accepted',
      'user.renamed',
      'project.created',
      'project.updated',
      'project.deleted',
      'session.ended',
      'password-reset.requested',
      'password.changed',
      'session.started',
      'session.revoked',
      'invitation.sent',
      'organisation.updated',
    ])
    const failed = (await read({ 'filter[text]': 'login.failed' })).data[0]
    expect(failed?.detail).toEqual({ network: '127.0.0.1' })
  })

  it.each([
    ['an action', 'project.created', 2],
    ['words in any order, in any case', 'MEMBER liver', 1],
    ['an address', () => lab.admin.email, 3],
    ['an object by its name', 'kidney', 1],
    ['a percent sign as it is', '%', 1],
    ['nothing that is there', 'zebra', 0],
  ])('is filtered by %s', async (_, text, count) => {
    await newProject('Liver study')
    await newProject('Kidney 50%')
    expect(await actions(typeof text === 'string' ? text : text())).toHaveLength(count)
  })

  it('is read in pages without a gap, also while it grows', async () => {
    for (let number = 0; number < 7; number += 1) await newProject(`P${number}`)
    const query = { 'page[size]': 3, 'filter[text]': 'project.created' }
    const names: (string | null)[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof read>> = await read({ ...query, ...(after && { 'page[after]': after }) })
      names.push(...page.data.map(({ objectName }) => objectName))
      const next: URL | null = page.links.next === null ? null : new URL(page.links.next, 'http://x')
      expect(next?.searchParams.get('filter[text]') ?? 'project.created').toBe('project.created')
      after = next?.searchParams.get('page[after]') ?? null
      await newProject('later')
    } while (after)
    expect(names).toEqual(['P6', 'P5', 'P4', 'P3', 'P2', 'P1', 'P0'])
  })

  it('shows nothing of other organisations', async () => {
    const other = await addOrganisation(server)
    await server.call(createProject, { token: other.admin.token, body: { data: { name: 'Secret' } } })
    expect(await actions('Secret')).toEqual([])
    expect(await csv()).not.toContain('Secret')
  })

  it('is exported as a table that no spreadsheet runs, and the export is recorded', async () => {
    await newProject('=HYPERLINK("http://evil")')
    await newProject('Line\nbreak, comma')
    const text = await csv('project')
    const [head, ...lines] = text.slice(1).split('\r\n')
    expect(text.codePointAt(0)).toBe(0xfeff)
    expect(head).toBe('Time (UTC),User,Email,What,Action,Object type,Object,Object id,Details')
    expect(lines.join('\r\n')).toContain(`,"'=HYPERLINK(""http://evil"")",`)
    expect(lines.join('\r\n')).toContain('"Line\nbreak, comma"')
    expect(text).not.toMatch(/,=|,"=/)
    expect(lines.filter(Boolean)).toHaveLength(2)
    expect((await actions())[0]).toBe('audit.exported')
  })

  it('is exported whole, however long it is', async () => {
    const entry = { organisationId: lab.id, userId: null, action: 'audit.exported' } as const
    await server.context.db.transaction(async (tx) => {
      for (let number = 0; number < 1200; number += 1) {
        await recordAudit(tx, { ...entry, at: clock.now(), objectId: String(number) })
      }
    })
    const lines = (await csv()).split('\r\n').filter((line) => /,audit\.exported,,,\d+,/.test(line))
    expect(new Set(lines).size).toBe(1200)
  })

  it('keeps who joined, and by which invitation', async () => {
    const emails = ['joins@audit.test']
    const { data } = (await server.call(invite, { token: lab.admin.token, body: { data: { emails, role: 'USER' } } }))
      .body
    const agreed = { agreementTerms: true, agreementPrivacy: true } as const
    const form = {
      firstName: 'Jo',
      lastName: 'In',
      password,
      ...agreed,
      token: await lastTokenTo(server, 'joins@audit.test'),
    }
    await server.call(acceptInvitation, { params: { invitationId: data[0]?.invitationId ?? '' }, body: { data: form } })
    const entries = (await read({ 'filter[text]': 'joins@audit.test' })).data
    expect(entries.map(({ action, user, objectName }) => [action, user?.fullName, objectName])).toEqual([
      ['user.created', 'Jo In', 'Jo In'],
      ['invitation.accepted', 'Jo In', 'joins@audit.test'],
      ['invitation.sent', 'admin Tester', 'joins@audit.test'],
    ])
  })
})
