import * as contract from '@lamella/shared/contract'
import { eq } from 'drizzle-orm'
import { auditLog, labelAssignments, labels as labelRows, labelSets } from '../src/platform/db/schema/index.ts'
import { addAnnotatedImage, annotate, creation } from './annotated-image.ts'
import { setUpServer } from './helper.ts'
import { addOrganisation, addPerson, addProject, type Organisation, type Person } from './people.ts'

const server = setUpServer()
let lab: Organisation
let people: Record<'owner' | 'editor' | 'annotator' | 'viewer' | 'admin' | 'guest' | 'stranger' | 'foreigner', Person>
let projectId: string
beforeAll(async () => {
  lab = await addOrganisation(server)
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

const idOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers.location).split('/').at(-1) ?? ''
type SetForm = Parameters<typeof createSet>[0]
const createSet = (
  data: { name: string; description?: string; labels?: { name: string; color?: string; description?: string }[] },
  { token } = people.editor,
  project = projectId,
) => server.call(contract.createLabelSet, { token, params: { projectId: project }, body: { data } })
const makeSet = async (form: SetForm) => idOf(await createSet(form))
const setsOf = async (project = projectId, { token } = people.owner) =>
  (await server.call(contract.listLabelSets, { token, params: { projectId: project } })).body.data
const labelsOf = async (query = {}, project = projectId) => {
  const { token } = people.owner
  return (await server.call(contract.listLabels, { token, params: { projectId: project }, query })).body.data
}
const names = (items: { name: string }[]) => items.map(({ name }) => name)
const changeSet = (labelSetId: string, data: { name: string; description?: string; revision: number }) =>
  server.call(contract.updateLabelSet, { token: people.editor.token, params: { labelSetId }, body: { data } })
const addLabel = (labelSetId: string, data: { name: string; color?: string; description?: string }) =>
  server.call(contract.createLabel, { token: people.editor.token, params: { labelSetId }, body: { data } })
const changeLabel = (labelId: string, data: { name: string; color: string; description?: string; revision: number }) =>
  server.call(contract.updateLabel, { token: people.editor.token, params: { labelId }, body: { data } })
const order = (labelSetId: string, data: { labels: string[]; revision: number }) =>
  server.call(contract.orderLabels, { token: people.editor.token, params: { labelSetId }, body: { data } })
const copy = (labelSetId: string, project: string, { token } = people.editor) =>
  server.call(contract.copyLabelSet, { token, params: { labelSetId }, body: { data: { project } } })

describe('Label sets', () => {
  it('D2-3-34 D2-7-43 a new one is listed with its fields, and the answer has its address', async () => {
    const answer = await createSet({ name: 'Ki-67 nuclei', description: 'Of the tumour' })
    expect([answer.status, answer.headers.location]).toEqual([201, `/api/v1/labelsets/${idOf(answer)}`])
    expect(await setsOf()).toEqual([
      {
        id: idOf(answer),
        project: projectId,
        name: 'Ki-67 nuclei',
        description: 'Of the tumour',
        owner: people.editor.id,
        created: expect.any(String),
        modified: expect.any(String),
        revision: 1,
      },
    ])
  })

  it('D2-1-01 D2-7-42 are listed for their own project only, oldest first', async () => {
    await makeSet({ name: 'Nuclei' })
    await makeSet({ name: 'Cells' })
    const other = await addProject(server, people.owner)
    await createSet({ name: 'Other' }, people.owner, other)
    expect(names(await setsOf())).toEqual(['Nuclei', 'Cells'])
    expect(names(await setsOf(other))).toEqual(['Other'])
  })

  it('D2-7-44 changing one answers 204; the second of two who rename the same is told', async () => {
    const id = await makeSet({ name: 'Nuclei', description: 'Old' })
    expect((await changeSet(id, { name: 'Cells', revision: 1 })).status).toBe(204)
    const late = await changeSet(id, { name: 'Tissue', revision: 1 })
    expect([late.status, late.code]).toEqual([412, 'ERR_7001'])
    expect(await setsOf()).toMatchObject([{ name: 'Cells', description: 'Old', revision: 2 }])
    expect((await changeSet(id, { name: 'Tissue', description: '', revision: 2 })).status).toBe(204)
    expect(await setsOf()).toMatchObject([{ name: 'Tissue', description: '' }])
  })

  it('of two who rename at the same time one is told', async () => {
    const id = await makeSet({ name: 'Nuclei' })
    const answers = await Promise.all(['A', 'B'].map((name) => changeSet(id, { name, revision: 1 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 412])
    expect(await setsOf()).toMatchObject([{ revision: 2 }])
  })

  it('D2-7-45 deleting one answers 204, its labels are gone too, and the audit log names it', async () => {
    const id = await makeSet({ name: 'Nuclei', labels: [{ name: 'Positive' }] })
    const input = { token: people.editor.token, params: { labelSetId: id } }
    expect((await server.call(contract.deleteLabelSet, input)).status).toBe(204)
    expect((await server.call(contract.deleteLabelSet, input)).code).toBe('ERR_0404')
    expect([await setsOf(), await labelsOf()]).toEqual([[], []])
    const entries = await server.context.db.select().from(auditLog).where(eq(auditLog.objectId, id))
    expect(entries.map(({ action, userId, detail }) => [action, userId, detail])).toEqual([
      ['label-set.created', people.editor.id, { name: 'Nuclei', projectName: 'Project' }],
      ['label-set.deleted', people.editor.id, { name: 'Nuclei', projectName: 'Project' }],
    ])
  })

  it.each([
    ['a name of 128 emoji', { name: '🧫'.repeat(128) }, 201],
    ['a name of 129 emoji', { name: '🧫'.repeat(129) }, 400],
    ['a name from right to left', { name: 'תאים חיוביים' }, 201],
    ['only white space', { name: ' \t ' }, 400],
    ['a description of 256 emoji', { name: 'a', description: '🔬'.repeat(256) }, 201],
    ['a description of 257 characters', { name: 'a', description: 'x'.repeat(257) }, 400],
    ['two labels of one name', { name: 'a', labels: [{ name: 'b' }, { name: ' b ' }] }, 400],
    ['a colour that is none', { name: 'a', labels: [{ name: 'b', color: 'red' }] }, 400],
    ['251 labels', { name: 'a', labels: Array.from({ length: 251 }, (_, at) => ({ name: `${at}` })) }, 400],
    ['250 labels', { name: 'a', labels: Array.from({ length: 250 }, (_, at) => ({ name: `${at}` })) }, 201],
  ])('with %s: %s', async (_, form, status) => {
    expect((await createSet(form)).status).toBe(status)
    // What is refused leaves nothing behind.
    expect(await setsOf()).toHaveLength(status === 201 ? 1 : 0)
  })

  it('are at most 100 of a project, also when several make the last one at the same time', async () => {
    const { db } = server.context
    const row = { projectId, ownerId: people.owner.id, name: 'x' }
    await db.insert(labelSets).values(Array.from({ length: 99 }, () => row))
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => createSet({ name: `${at}` })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await setsOf()).toHaveLength(100)
  })
})

describe('A copy', () => {
  it('has name, description and labels in their order, and is independent of the original', async () => {
    const labels = [{ name: 'Positive', color: '#e69f00', description: 'Brown' }, { name: 'Negative' }]
    const id = await makeSet({ name: 'Nuclei', description: 'Of the tumour', labels })
    const target = await addProject(server, people.editor)
    const answer = await copy(id, target)
    expect(answer.status).toBe(201)
    expect((await changeSet(id, { name: 'Cells', revision: 1 })).status).toBe(204)
    const { token } = people.editor
    const [set] = (await server.call(contract.listLabelSets, { token, params: { projectId: target } })).body.data
    expect(set).toMatchObject({ id: idOf(answer), name: 'Nuclei', description: 'Of the tumour', project: target })
    const copied = (await server.call(contract.listLabels, { token, params: { projectId: target } })).body.data
    expect(copied).toMatchObject([
      { name: 'Positive', color: '#e69f00', description: 'Brown', labelset: set?.id },
      { name: 'Negative', color: '#ffffff', description: '' },
    ])
  })

  it('needs a role in both projects: to see the one, to edit the other', async () => {
    const { viewer, editor, stranger, foreigner } = people
    const id = await makeSet({ name: 'Nuclei' })
    const own = await addProject(server, viewer)
    const seen = await addProject(server, people.owner, [[viewer, 'viewer']])
    expect((await copy(id, own, viewer)).status).toBe(201)
    expect((await copy(id, seen, viewer)).code).toBe('ERR_0403')
    expect((await copy(id, await addProject(server, stranger), stranger)).code).toBe('ERR_0404')
    expect((await copy(id, own, editor)).code).toBe('ERR_0404')
    expect((await copy(id, await addProject(server, foreigner), foreigner)).code).toBe('ERR_0404')
  })
})

describe('Labels', () => {
  let labelSetId: string
  beforeEach(async () => {
    labelSetId = await makeSet({ name: 'Nuclei', labels: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] })
  })
  const find = async (name: string) => {
    const found = (await labelsOf()).find((label) => label.name === name)
    if (!found) throw new Error(`There is no label ${name}`)
    return found
  }

  it('D2-3-35 D2-3-36 D2-7-48 a new one is the last, and #ffffff unless a colour is given', async () => {
    const answer = await addLabel(labelSetId, { name: 'D', description: 'Fold' })
    expect([answer.status, answer.headers.location]).toEqual([201, `/api/v1/labels/${idOf(answer)}`])
    await addLabel(labelSetId, { name: 'E', color: '#E69F00' })
    expect((await labelsOf({ labelAssignmentCount: 'true' })).slice(3)).toEqual([
      {
        id: idOf(answer),
        labelset: labelSetId,
        name: 'D',
        description: 'Fold',
        color: '#ffffff',
        owner: people.editor.id,
        labelAssignmentCount: 0,
        revision: 1,
      },
      expect.objectContaining({ name: 'E', color: '#E69F00' }),
    ])
  })

  it('D2-7-46 are listed for the given label sets only, and never for those of another project', async () => {
    const second = await makeSet({ name: 'Tissue', labels: [{ name: 'Stroma' }] })
    const other = await addProject(server, people.owner)
    const foreign = idOf(await createSet({ name: 'x', labels: [{ name: 'Foreign' }] }, people.owner, other))
    expect(names(await labelsOf())).toEqual(['A', 'B', 'C', 'Stroma'])
    expect(names(await labelsOf({ 'filter[labelset]': second }))).toEqual(['Stroma'])
    expect(names(await labelsOf({ 'filter[labelset]': `${labelSetId},${second}` }))).toHaveLength(4)
    expect(await labelsOf({ 'filter[labelset]': foreign })).toEqual([])
  })

  it.each(['', 'x', '019aa000-0000-7000-8000-0000000000b1,', '-'.repeat(36)])(
    'the filter "%s" is refused',
    async (ids) => {
      const query = { 'filter[labelset]': ids }
      const { token } = people.owner
      expect((await server.call(contract.listLabels, { token, params: { projectId }, query })).code).toBe('ERR_0400')
    },
  )

  it('D2-7-47 the assignment count is answered where it is asked for, and counts', async () => {
    const { id } = await find('B')
    const imageId = await addAnnotatedImage(server, people.owner, projectId)
    const drawn = [1, 2, 3].map(() => creation())
    await annotate(server, people.annotator, imageId, drawn)
    await server.context.db.insert(labelAssignments).values(drawn.map((one) => ({ labelId: id, annotationId: one.id })))
    // A deleted annotation does not count.
    await annotate(server, people.annotator, imageId, [{ act: 'delete', id: drawn[2]?.id ?? '' }])
    const counts = (labels: contract.Label[]) => labels.map(({ labelAssignmentCount }) => labelAssignmentCount)
    expect(counts(await labelsOf({ labelAssignmentCount: 'true' }))).toEqual([0, 2, 0])
    expect(counts(await labelsOf())).toEqual([undefined, undefined, undefined])
  })

  it('D2-7-49 a change is there on re-read; the second of two who change the same is told', async () => {
    const { id } = await find('A')
    expect((await changeLabel(id, { name: 'Z', color: '#56b4e9', description: 'x', revision: 1 })).status).toBe(204)
    const late = await changeLabel(id, { name: 'Y', color: '#000000', revision: 1 })
    expect([late.status, late.code]).toEqual([412, 'ERR_7001'])
    expect((await labelsOf())[0]).toMatchObject({ name: 'Z', color: '#56b4e9', description: 'x', revision: 2 })
  })

  it('no two of a set have the same name, not even when both are added at the same time', async () => {
    expect((await addLabel(labelSetId, { name: 'A' })).code).toBe('ERR_7002')
    const { id } = await find('B')
    expect((await changeLabel(id, { name: 'A', color: '#000000', revision: 1 })).code).toBe('ERR_7002')
    const answers = await Promise.all([1, 2].map(() => addLabel(labelSetId, { name: 'D' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    // Its own name is no obstacle, nor is the same name in another set.
    expect((await changeLabel(id, { name: 'B', color: '#000000', revision: 1 })).status).toBe(204)
    expect((await addLabel(await makeSet({ name: 'Other' }), { name: 'A' })).status).toBe(201)
  })

  it('are at most 250 of a set', async () => {
    const row = { labelSetId, ownerId: people.owner.id, color: '#ffffff' }
    const rows = Array.from({ length: 247 }, (_, at) => ({ ...row, name: `${at}`, position: 3 + at }))
    await server.context.db.insert(labelRows).values(rows)
    expect((await addLabel(labelSetId, { name: 'D' })).code).toBe('ERR_0409')
  })

  it('D2-7-50 a deleted one is gone on re-read', async () => {
    const { id } = await find('B')
    const input = { token: people.editor.token, params: { labelId: id } }
    expect((await server.call(contract.deleteLabel, input)).status).toBe(204)
    expect((await server.call(contract.deleteLabel, input)).code).toBe('ERR_0404')
    expect(names(await labelsOf())).toEqual(['A', 'C'])
  })

  it('their order is changed as a whole, by one at a time, and a new label stays the last', async () => {
    const [a, b, c] = (await labelsOf()).map(({ id }) => id) as [string, string, string]
    expect((await order(labelSetId, { labels: [c, a, b], revision: 1 })).status).toBe(204)
    expect(names(await labelsOf())).toEqual(['C', 'A', 'B'])
    expect((await order(labelSetId, { labels: [a, b, c], revision: 1 })).code).toBe('ERR_7001')
    // Somebody else has added or deleted one meanwhile.
    expect((await order(labelSetId, { labels: [a, b], revision: 2 })).code).toBe('ERR_7001')
    expect((await order(labelSetId, { labels: [a, b, b], revision: 2 })).code).toBe('ERR_7001')
    expect(names(await labelsOf())).toEqual(['C', 'A', 'B'])
    await addLabel(labelSetId, { name: 'D' })
    expect(names(await labelsOf())).toEqual(['C', 'A', 'B', 'D'])
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
  async (role, read, change) => {
    const { token } = people[role]
    const labelSetId = await makeSet({ name: 'Nuclei', labels: [{ name: 'A' }] })
    const [label] = await labelsOf()
    const labelId = label?.id ?? ''
    const made = change === 204 ? 201 : change
    const set = { token, params: { labelSetId } }
    const ofLabel = { token, params: { labelId } }
    const ofProject = { token, params: { projectId } }
    const statuses = {
      sets: (await server.call(contract.listLabelSets, ofProject)).status,
      labels: (await server.call(contract.listLabels, ofProject)).status,
      create: (await createSet({ name: 'New' }, people[role])).status,
      copy: (await copy(labelSetId, projectId, people[role])).status,
      order: (await server.call(contract.orderLabels, { ...set, body: { data: { labels: [labelId], revision: 1 } } }))
        .status,
      add: (await server.call(contract.createLabel, { ...set, body: { data: { name: 'B' } } })).status,
      change: (
        await server.call(contract.updateLabel, {
          ...ofLabel,
          body: { data: { name: 'C', color: '#000000', revision: 1 } },
        })
      ).status,
      remove: (await server.call(contract.deleteLabel, ofLabel)).status,
      rename: (
        await server.call(contract.updateLabelSet, {
          ...set,
          body: { data: { name: 'D', revision: change === 204 ? 2 : 1 } },
        })
      ).status,
      delete: (await server.call(contract.deleteLabelSet, set)).status,
    }
    const changes = { order: change, change, remove: change, rename: change, delete: change }
    expect(statuses).toEqual({ sets: read, labels: read, create: made, copy: made, add: made, ...changes })
  },
)
