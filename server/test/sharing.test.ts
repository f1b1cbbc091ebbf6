import {
  addContributor,
  auditText,
  type ContributorRole,
  changeContributor,
  getProject,
  leaveProject,
  listAudit,
  listContributors,
  removeContributor,
  transferProject,
} from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { contributors, users } from '../src/platform/db/schema/index.ts'
import { createClock } from './clock.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'
import { mailsTo } from './queued-mails.ts'

const clock = createClock()
const server = setUpServer({ now: clock.now })
let lab: Organisation
let owner: Person
let editor: Person
let viewer: Person
let projectId = ''
beforeAll(async () => {
  lab = await addOrganisation(server)
  owner = lab.member
  editor = await addPerson(server, lab.id, 'edith')
  viewer = await addPerson(server, lab.id, 'vera')
})
beforeEach(async () => {
  const people = [
    [editor, 'editor'],
    [viewer, 'viewer'],
  ] as const
  projectId = await addProject(server, owner, people, 'Liver study')
})

const list = async (person: Person = owner) =>
  (await server.call(listContributors, { token: person.token, params: { projectId } })).body.data
const rolesNow = async () => Object.fromEntries((await list()).map(({ userId, role }) => [userId, role]))
const add = (by: Person, person: { id: string }, role: ContributorRole) =>
  server.call(addContributor, { token: by.token, params: { projectId }, body: { data: { user: person.id, role } } })
const change = (by: Person, person: Person, was: ContributorRole, role: ContributorRole) =>
  server.call(changeContributor, {
    token: by.token,
    params: { projectId, userId: person.id },
    body: { data: { role, was } },
  })
const remove = (by: Person, person: Person, was: ContributorRole) =>
  server.call(removeContributor, { token: by.token, params: { projectId, userId: person.id }, query: { was } })
const leave = (person: Person) => server.call(leaveProject, { token: person.token, params: { projectId } })
const transfer = (by: Person, to: Person, was: Person) =>
  server.call(transferProject, {
    token: by.token,
    params: { projectId },
    body: { data: { user: to.id, was: was.id } },
  })
const open = (person: Person) => server.call(getProject, { token: person.token, params: { projectId } })
/** Newest first, of the present project only. */
const audited = async () => {
  const { data } = (await server.call(listAudit, { token: lab.admin.token })).body
  return data
    .filter(({ objectId }) => objectId === projectId)
    .map(({ user, sentence }) => `${user?.fullName}: ${auditText(sentence)}`)
}

describe('Adding a contributor', () => {
  it('D2-7-13 D2-7-17 D2-3-04 makes a user of the organisation a contributor, tells them by mail and writes it down', async () => {
    const colleague = await addPerson(server, lab.id, 'carl')
    expect((await open(colleague)).code).toBe('ERR_0404')
    expect(await add(editor, colleague, 'annotator')).toMatchObject({ status: 204, body: undefined })
    expect(await list(colleague)).toContainEqual({
      userId: colleague.id,
      role: 'annotator',
      added: clock.now().toISOString(),
    })
    expect((await open(colleague)).status).toBe(200)
    const [mail] = await mailsTo(server, colleague.email)
    expect(mail?.subject).toBe('A project was shared with you in Lamella')
    expect(mail?.text).toContain('edith Tester shared the project Liver study with you.')
    expect(mail?.text).toContain(`/projects/${projectId}\n`)
    expect(await audited()).toEqual(['edith Tester: Shared the project Liver study with carl Tester as annotator'])
  })

  it('D2-7-14 answers 409 to a contributor and to the owner, and changes nothing', async () => {
    expect(await add(owner, viewer, 'editor')).toMatchObject({ status: 409, code: 'ERR_5011' })
    expect(await add(editor, owner, 'viewer')).toMatchObject({ status: 409, code: 'ERR_5011' })
    expect(await rolesNow()).toEqual({ [editor.id]: 'editor', [viewer.id]: 'viewer' })
  })

  it('D2-7-14 adds the same person once when two do so at the same time', async () => {
    const colleague = await addPerson(server, lab.id, 'dora')
    const answers = await Promise.all([
      add(owner, colleague, 'editor'),
      add(editor, colleague, 'viewer'),
      add(lab.admin, colleague, 'annotator'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409])
  })

  it('refuses people of other organisations and deactivated ones in the same way as unknown ids', async () => {
    const foreign = (await addOrganisation(server)).member
    const gone = await addPerson(server, lab.id, 'greta')
    await server.context.db.update(users).set({ active: false }).where(eq(users.id, gone.id))
    const unknown = await add(owner, { id: '019aa000-0000-7000-8000-0000000000ff' }, 'viewer')
    const other = await add(owner, foreign, 'viewer')
    expect(other).toMatchObject({ status: 400, code: 'ERR_5015' })
    expect(other.raw).toEqual(unknown.raw)
    expect(await add(owner, gone, 'viewer')).toMatchObject({ status: 400, code: 'ERR_5015' })
  })

  it.each([
    ['editor', 400],
    ['annotator', 400],
    ['viewer', 204],
  ] as const)('D2-6-06 offers a guest nothing above viewer: %s answers %d', async (role, status) => {
    expect((await add(owner, lab.guest, role)).status).toBe(status)
  })

  it('D2-3-05 refuses other roles', async () => {
    expect(await add(owner, lab.admin, 'owner' as ContributorRole)).toMatchObject({ status: 400, code: 'ERR_0400' })
  })

  it('does not mail the same person again and again', async () => {
    const colleague = await addPerson(server, lab.id, 'mia')
    for (let time = 0; time < 5; time += 1) {
      expect((await add(owner, colleague, 'viewer')).status).toBe(204)
      expect((await remove(owner, colleague, 'viewer')).status).toBe(204)
    }
    expect((await add(owner, colleague, 'viewer')).code).toBe('ERR_0429')
    expect(await mailsTo(server, colleague.email)).toHaveLength(5)
  })
})

describe('Changing a role', () => {
  it('D2-7-15 holds from the next call on and is written down', async () => {
    expect((await remove(viewer, editor, 'editor')).code).toBe('ERR_0403')
    expect((await change(owner, viewer, 'viewer', 'editor')).status).toBe(204)
    expect(await rolesNow()).toMatchObject({ [viewer.id]: 'editor' })
    expect((await change(viewer, editor, 'editor', 'annotator')).status).toBe(204)
    expect((await change(editor, viewer, 'editor', 'viewer')).code).toBe('ERR_0403')
    expect(await audited()).toEqual([
      'vera Tester: Changed the role of edith Tester in the project Liver study from editor to annotator',
      'member Tester: Changed the role of vera Tester in the project Liver study from viewer to editor',
    ])
  })

  it('of two who change the same role one is told, and nothing is overwritten', async () => {
    const answers = await Promise.all([
      change(owner, viewer, 'viewer', 'editor'),
      change(lab.admin, viewer, 'viewer', 'annotator'),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual(['ERR_5013', null])
    const kept = answers[0]?.code === null ? 'editor' : 'annotator'
    expect(await rolesNow()).toMatchObject({ [viewer.id]: kept })
    expect(await audited()).toHaveLength(1)
  })

  it('D2-8-13 answers 409 for somebody who is no contributor, the owner too', async () => {
    expect(await change(owner, lab.admin, 'viewer', 'editor')).toMatchObject({ status: 409, code: 'ERR_5012' })
    expect(await change(editor, owner, 'editor', 'viewer')).toMatchObject({ status: 409, code: 'ERR_5012' })
  })

  it('shows a guest as viewer, whatever was stored, and makes them nothing more', async () => {
    await server.context.db.insert(contributors).values({ projectId, userId: lab.guest.id, role: 'editor' })
    expect(await rolesNow()).toMatchObject({ [lab.guest.id]: 'viewer' })
    expect((await change(owner, lab.guest, 'viewer', 'editor')).code).toBe('ERR_5015')
    expect((await remove(owner, lab.guest, 'viewer')).status).toBe(204)
  })
})

describe('Removing a contributor', () => {
  it('D2-7-16 ends their access and is written down', async () => {
    expect((await open(viewer)).status).toBe(200)
    expect((await remove(editor, viewer, 'viewer')).status).toBe(204)
    expect((await open(viewer)).code).toBe('ERR_0404')
    expect(await rolesNow()).toEqual({ [editor.id]: 'editor' })
    expect(await audited()).toEqual([
      'edith Tester: Removed vera Tester from the project Liver study where they were viewer',
    ])
  })

  it('is refused where somebody else has changed the role meanwhile, or was first', async () => {
    await change(owner, viewer, 'viewer', 'editor')
    expect(await remove(lab.admin, viewer, 'viewer')).toMatchObject({ status: 412, code: 'ERR_5013' })
    const both = await Promise.all([remove(owner, viewer, 'editor'), remove(lab.admin, viewer, 'editor')])
    expect(both.map(({ code }) => code).sort()).toEqual(['ERR_5012', null])
  })
})

describe('Leaving a project', () => {
  it.each(['guest', 'viewer'] as const)('is open to a %s', async (kind) => {
    const person = kind === 'guest' ? lab.guest : viewer
    if (kind === 'guest') await add(owner, person, 'viewer')
    expect((await leave(person)).status).toBe(204)
    expect((await open(person)).code).toBe('ERR_0404')
    expect((await audited())[0]).toMatch(/: Left the project Liver study where they were viewer$/)
  })

  it('is not for the owner, nor for an admin who does not contribute', async () => {
    expect(await leave(owner)).toMatchObject({ status: 409, code: 'ERR_5014' })
    expect(await leave(lab.admin)).toMatchObject({ status: 409, code: 'ERR_5012' })
  })
})

describe('Transferring a project', () => {
  it('D2-3-07 makes another the owner, who is told by mail; the owner before stays as editor', async () => {
    expect((await transfer(owner, viewer, owner)).status).toBe(204)
    expect((await open(owner)).body.data.owner).toBe(viewer.id)
    expect(await rolesNow()).toEqual({ [editor.id]: 'editor', [owner.id]: 'editor' })
    const mail = (await mailsTo(server, viewer.email)).at(-1)
    expect(mail?.subject).toBe('A project in Lamella is yours now')
    expect(mail?.text).toContain('member Tester transferred the project Liver study to you.')
    expect(await audited()).toEqual([
      'member Tester: Made vera Tester the owner of the project Liver study in place of member Tester',
    ])
    // Only the new owner can give it back.
    expect((await transfer(owner, owner, viewer)).code).toBe('ERR_0403')
    expect((await transfer(viewer, owner, viewer)).status).toBe(204)
    expect(await rolesNow()).toEqual({ [editor.id]: 'editor', [viewer.id]: 'editor' })
  })

  it('is for the owner and organisation admins, not for editors', async () => {
    expect((await transfer(editor, editor, owner)).code).toBe('ERR_0403')
    expect((await transfer(lab.admin, lab.admin, owner)).status).toBe(204)
    expect((await open(lab.admin)).body.data.owner).toBe(lab.admin.id)
  })

  it('gives the project to one of two, and tells the other', async () => {
    const answers = await Promise.all([transfer(owner, editor, owner), transfer(lab.admin, viewer, owner)])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    // The owner who came second is an editor by then, or sees that the owner is another.
    expect(['ERR_5013', 'ERR_0403']).toContain(answers.find(({ status }) => status !== 204)?.code)
  })

  it('is refused to guests, to the owner and to people outside', async () => {
    const foreign = (await addOrganisation(server)).member
    for (const person of [lab.guest, owner, foreign]) {
      expect(await transfer(owner, person, owner)).toMatchObject({ status: 400, code: 'ERR_5015' })
    }
  })
})
