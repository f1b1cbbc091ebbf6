import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, logIn, type Organisation } from './people.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
let lab: Organisation
let expired: Organisation
let tokenWithoutPortal = ''
let projectId = ''
let makeProject: () => Promise<string>

const projectCallers = [
  'owner',
  'editor',
  'annotator',
  'viewer',
  'guest as editor',
  'uninvolved member',
  'uninvolved guest',
  'uninvolved admin',
  'admin of another organisation',
] as const
type ProjectCaller = (typeof projectCallers)[number]
let projectTokens: Record<ProjectCaller, string>

beforeAll(async () => {
  expired = await addOrganisation(server)
  clock.advance({ days: 40 })
  lab = await addOrganisation(server)
  const other = await addOrganisation(server)
  tokenWithoutPortal = (await logIn(server, expired.member.email)).access_token
  const person = (name: string, flags = {}) => addPerson(server, lab.id, name, flags)
  const owner = await person('owner')
  const editor = await person('editor')
  const annotator = await person('annotator')
  const viewer = await person('viewer')
  const guest = await person('guest', { isGuest: true })
  makeProject = () =>
    addProject(server, owner, [
      [editor, 'editor'],
      [annotator, 'annotator'],
      [viewer, 'viewer'],
      [guest, 'editor'],
    ])
  projectId = await makeProject()
  projectTokens = {
    owner: owner.token,
    editor: editor.token,
    annotator: annotator.token,
    viewer: viewer.token,
    'guest as editor': guest.token,
    'uninvolved member': lab.member.token,
    'uninvolved guest': lab.guest.token,
    'uninvolved admin': lab.admin.token,
    'admin of another organisation': other.admin.token,
  }
})

/** Status, or error code, of a call with this token; every body is valid. */
const outcome = async (endpoint: Endpoint, token: string | undefined, parts: object = {}): Promise<number | string> => {
  const answer = await server.call(endpoint, { ...parts, ...(token && { token }) } as never)
  return answer.code ?? answer.status
}

const form = () => ({ data: { name: 'Made by the matrix' } })

const noToken = 'ERR_0401'
const badToken = 'ERR_1002'
const denied = 'ERR_0403'
const noPortal = 'ERR_1005'
const notAgreed = 'ERR_1008'

describe('Who may call what', () => {
  it.each([
    ['logout', contract.logout, {}],
    ['confirmTerms', contract.confirmTerms, { body: { data: { agreementTerms: true } } }],
    ['confirmPrivacy', contract.confirmPrivacy, { body: { data: { agreementPrivacy: true } } }],
  ] as const)('%s needs a valid session and nothing else', async (_, endpoint, parts) => {
    const lapsed = (await logIn(server, expired.guest.email)).access_token
    expect(await outcome(endpoint, undefined, parts)).toBe(noToken)
    expect(await outcome(endpoint, 'x'.repeat(43), parts)).toBe(badToken)
    expect(await outcome(endpoint, lapsed, parts)).toBe(204)
  })

  it('D1-1-10 an organisation that loses portal access is refused at once, and may still read the reason', async () => {
    expect(await outcome(contract.listProjects, tokenWithoutPortal)).toBe(noPortal)
    expect(await outcome(contract.aboutOrganisation, tokenWithoutPortal)).toBe(200)
  })

  it('D1-7-15 D1-7-16 both agreements together open the portal', async () => {
    const person = await addPerson(server, lab.id, 'new', { agreementTerms: false, agreementPrivacy: false })
    const agreements = async () => {
      const { agreementTerms, agreementPrivacy } = (await server.call(contract.whoAmI, { token: person.token })).body
        .data
      return [agreementTerms, agreementPrivacy, await outcome(contract.listProjects, person.token)]
    }
    expect(await agreements()).toEqual([false, false, notAgreed])
    await outcome(contract.confirmTerms, person.token, { body: { data: { agreementTerms: true } } })
    expect(await agreements()).toEqual([true, false, notAgreed])
    await outcome(contract.confirmPrivacy, person.token, { body: { data: { agreementPrivacy: true } } })
    expect(await agreements()).toEqual([true, true, 200])
  })
})

describe('Agreements', () => {
  it.each([
    ['D1-7-15', contract.confirmTerms, { agreementTerms: false }],
    ['D1-7-15', contract.confirmTerms, {}],
    ['D1-7-16', contract.confirmPrivacy, { agreementPrivacy: false }],
    ['D1-7-16', contract.confirmPrivacy, {}],
  ] as const)('%s are given by the value true only: %# is refused', async (_, endpoint, data) => {
    const flags = { agreementTerms: false, agreementPrivacy: false }
    const person = await addPerson(server, lab.id, 'new', flags)
    expect(await outcome(endpoint, person.token, { body: { data } })).toBe('ERR_0400')
    expect((await server.call(contract.whoAmI, { token: person.token })).body.data).toMatchObject(flags)
  })
})

describe('Who may do what in a project', () => {
  const gone = 'ERR_0404'
  /** owner, editor, annotator, viewer, guest, uninvolved member, uninvolved guest, uninvolved admin, foreign admin */
  const reads = [200, 200, 200, 200, 200, gone, gone, 200, gone]
  const edits = [204, 204, denied, denied, denied, gone, gone, 204, gone]
  const by = (expected: (number | string)[]) =>
    projectCallers.map((caller, index) => [caller, expected[index]] as const)

  it.each(by(reads))('D1-1-12 D2-6-07 getProject by %s: %s', async (caller, result) => {
    expect(await outcome(contract.getProject, projectTokens[caller], { params: { projectId } })).toBe(result)
  })

  it.each(by(edits))('D2-6-11 D2-6-15 updateProject by %s: %s', async (caller, result) => {
    const parts = { params: { projectId }, body: form() }
    expect(await outcome(contract.updateProject, projectTokens[caller], parts)).toBe(result)
  })

  it.each(by(edits))('D2-6-13 deleteProject by %s: %s', async (caller, result) => {
    const parts = { params: { projectId: await makeProject() } }
    expect(await outcome(contract.deleteProject, projectTokens[caller], parts)).toBe(result)
  })

  it.each(['not-a-uuid', randomUUID(), '..%2f'])('answers ERR_0404 for the id %s', async (id) => {
    for (const [endpoint, parts] of [
      [contract.getProject, {}],
      [contract.updateProject, { body: form() }],
      [contract.deleteProject, {}],
    ] as const) {
      expect(await outcome(endpoint, projectTokens.owner, { params: { projectId: id }, ...parts })).toBe(gone)
    }
  })
})
