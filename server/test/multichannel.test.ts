import * as contract from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { auditLog, multichannelSettings } from '../src/platform/db/schema/index.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Person } from './people.ts'

const server = setUpServer()
let people: Record<'owner' | 'editor' | 'annotator' | 'viewer' | 'admin' | 'guest' | 'stranger' | 'foreigner', Person>
let projectId: string
beforeAll(async () => {
  const lab = await addOrganisation(server)
  const person = (name: string, flags = {}) => addPerson(server, lab.id, name, flags)
  people = {
    owner: await person('owner'),
    editor: await person('editor'),
    annotator: await person('annotator'),
    viewer: await person('viewer'),
    admin: lab.admin,
    guest: await person('guest', { isGuest: true }),
    stranger: await person('stranger'),
    foreigner: (await addOrganisation(server)).admin,
  }
})
beforeEach(async () => {
  const { owner, editor, annotator, viewer, guest } = people
  projectId = await addProject(server, owner, [
    [editor, 'editor'],
    [annotator, 'annotator'],
    [viewer, 'viewer'],
    [guest, 'editor'],
  ])
})

const dapi: contract.ChannelSettings = { index: 0, name: 'DAPI', color: '#0000ff', visible: true, min: 4, max: 146 }
const gfp: contract.ChannelSettings = { index: 1, name: 'FKHR-GFP', color: '#00ff00', visible: false, min: 2, max: 111 }
const idOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers.location).split('/').at(-1) ?? ''
const create = (name = 'U2OS', channels = [dapi, gfp], { token } = people.editor) =>
  server.call(contract.createMultichannelSettings, { token, params: { projectId }, body: { data: { name, channels } } })
const make = async (name?: string) => idOf(await create(name))
const list = async () =>
  (await server.call(contract.listMultichannelSettings, { token: people.viewer.token, params: { projectId } })).body
    .data
const change = (settingsId: string, data: { name: string; channels: contract.ChannelSettings[]; revision: number }) =>
  server.call(contract.updateMultichannelSettings, {
    token: people.editor.token,
    params: { settingsId },
    body: { data },
  })
const apply = (settings: string | null, { token } = people.editor, project = projectId) =>
  server.call(contract.applyMultichannelSettings, {
    token,
    params: { projectId: project },
    body: { data: { settings } },
  })
const appliedId = async () =>
  (await server.call(contract.getProject, { token: people.viewer.token, params: { projectId } })).body.data
    .appliedMultichannelSettingsId

describe('Multichannel settings', () => {
  it('several are kept by name, with names, colours and ranges of the channels', async () => {
    const answer = await create()
    expect([answer.status, answer.headers.location]).toEqual([201, `/api/v1/multichannelSettings/${idOf(answer)}`])
    await create('20× weak', [gfp])
    expect(await list()).toEqual([
      {
        id: idOf(answer),
        project: projectId,
        name: 'U2OS',
        channels: [dapi, gfp],
        applied: false,
        owner: people.editor.id,
        created: expect.any(String),
        modified: expect.any(String),
        revision: 1,
      },
      expect.objectContaining({ name: '20× weak', channels: [gfp] }),
    ])
  })

  it('the second of two who save the same is told, and nothing is overwritten', async () => {
    const id = await make()
    expect((await change(id, { name: 'U2OS', channels: [gfp], revision: 1 })).status).toBe(204)
    const late = await change(id, { name: 'Mine', channels: [dapi], revision: 1 })
    expect([late.status, late.code]).toEqual([412, 'ERR_7001'])
    expect(await list()).toMatchObject([{ name: 'U2OS', channels: [gfp], revision: 2 }])
  })

  it.each<[string, unknown[]]>([
    ['no channels', []],
    ['a minimum above the maximum', [{ ...dapi, min: 5, max: 4 }]],
    ['two settings for one channel', [dapi, dapi]],
    ['a channel below the first', [{ ...dapi, index: -1 }]],
    ['half a channel', [{ ...dapi, index: 0.5 }]],
    ['a channel that no image can have', [{ ...dapi, index: 512 }]],
    ['a colour that is none', [{ ...dapi, color: 'blue' }]],
    ['a channel without name', [{ ...dapi, name: ' ' }]],
    ['a range without end', [{ ...dapi, max: Number.POSITIVE_INFINITY }]],
  ])('%s is refused', async (_, channels) => {
    expect((await create('U2OS', channels as contract.ChannelSettings[])).code).toBe('ERR_0400')
    expect(await list()).toEqual([])
  })

  it('a range of one value is kept: an empty channel has no other', async () => {
    expect((await create('U2OS', [{ ...dapi, min: 0, max: 0 }])).status).toBe(201)
  })

  it('are at most 100 of a project', async () => {
    const row = { projectId, ownerId: people.owner.id, name: 'x', channels: [dapi] }
    await server.context.db.insert(multichannelSettings).values(Array.from({ length: 99 }, () => row))
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => create(`${at}`)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })
})

describe('The applied settings', () => {
  it('D2-3-01 are named by the project; others take their place, and none does too', async () => {
    const [first, second] = [await make('A'), await make('B')]
    expect(await appliedId()).toBeNull()
    expect((await apply(first)).status).toBe(204)
    expect(await appliedId()).toBe(first)
    expect((await apply(second)).status).toBe(204)
    expect(await appliedId()).toBe(second)
    expect((await list()).map(({ applied }) => applied)).toEqual([false, true])
    await apply(null)
    expect(await appliedId()).toBeNull()
  })

  it('applied at the same time by many, one remains', async () => {
    const ids = [await make('A'), await make('B'), await make('C')]
    const answers = await Promise.all([...ids, ...ids].map((id) => apply(id)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
    expect((await list()).filter(({ applied }) => applied)).toHaveLength(1)
  })

  it('are of the same project', async () => {
    const id = await make()
    const other = await addProject(server, people.editor)
    expect((await apply(id, people.editor, other)).code).toBe('ERR_0404')
    await apply(id)
    expect((await apply('019aa000-0000-7000-8000-0000000000b1')).code).toBe('ERR_0404')
    expect(await appliedId()).toBe(id)
  })

  it('are gone when they are deleted, and the audit log names them', async () => {
    const id = await make()
    await apply(id)
    const input = { token: people.editor.token, params: { settingsId: id } }
    expect((await server.call(contract.deleteMultichannelSettings, input)).status).toBe(204)
    expect((await server.call(contract.deleteMultichannelSettings, input)).code).toBe('ERR_0404')
    expect([await appliedId(), await list()]).toEqual([null, []])
    const entries = await server.context.db.select().from(auditLog).where(eq(auditLog.objectId, id))
    const detail = { name: 'U2OS', projectName: 'Project' }
    expect(entries.map((entry) => [entry.action, entry.userId, entry.detail])).toEqual(
      ['created', 'applied', 'deleted'].map((act) => [`multichannel-settings.${act}`, people.editor.id, detail]),
    )
  })
})

/** Outcome of reading and of each change, by role (D2-6-11, D2-6-15, contradiction 32). */
const outcomes: [keyof typeof people, read: number, change: number][] = [
  ['owner', 200, 204],
  ['editor', 200, 204],
  ['admin', 200, 204],
  ['annotator', 200, 403],
  ['viewer', 200, 403],
  ['guest', 200, 403],
  ['stranger', 404, 404],
  ['foreigner', 404, 404],
]
it.each(outcomes)(
  'D2-6-11 D2-6-15 role of %s: reading is answered with %d, changing with %d',
  async (role, read, done) => {
    const { token } = people[role]
    const settingsId = await make()
    const input = { token, params: { settingsId } }
    const data = { name: 'B', channels: [gfp], revision: 1 }
    const statuses = {
      list: (await server.call(contract.listMultichannelSettings, { token, params: { projectId } })).status,
      create: (await create('New', [dapi], people[role])).status,
      change: (await server.call(contract.updateMultichannelSettings, { ...input, body: { data } })).status,
      apply: (await apply(settingsId, people[role])).status,
      remove: (await server.call(contract.deleteMultichannelSettings, input)).status,
    }
    const made = done === 204 ? 201 : done
    expect(statuses).toEqual({ list: read, create: made, change: done, apply: done, remove: done })
  },
)
