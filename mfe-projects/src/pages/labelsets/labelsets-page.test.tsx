import type { Label, LabelSet, LabelSetFile, Project } from '@lamella/shared/contract'
import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { ContractServer, Refusal, WithHeaders } from '@lamella/shared/testing/contract-server.ts'
import { type PersonKind, portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { labelColors } from '@lamella/shared/ui'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { labelId, sampleLabel, sampleLabelSet } from '../../../test/label-sets.ts'
import { projectId, sampleProject } from '../../../test/sample-result.ts'
import { colorDistance, easyToTell } from '../../features/labels/color-distance.ts'
import LabelSetsPage from './labelsets-page.tsx'

const page = <T,>(data: T[]) => ({ data, links: { next: null } })
const member = portalUser('member').id
const user = userEvent.setup()

let sets: LabelSet[]
let labels: Label[]
let project: Project
/** Bodies of the changes, in order. */
let sent: object[]
let server: ContractServer
beforeEach(() => {
  sent = []
  project = sampleProject({ owner: member })
  sets = [sampleLabelSet(1, { name: 'Ki-67 nuclei' }), sampleLabelSet(2, { name: 'Tissue' })]
  labels = [
    sampleLabel(1, { name: 'Positive', color: '#E69F00', labelAssignmentCount: 812, description: 'Brown' }),
    sampleLabel(2, { name: 'Negative', color: '#56B4E9', labelAssignmentCount: 1204 }),
    sampleLabel(3, { name: 'Stroma', color: '#C2F0C0' }),
  ]
  server = ContractServer.start()
    .on(contract.getProject, () => ({ data: project }))
    .on(contract.listLabelSets, () => page(sets))
    .on(contract.listLabels, () => page(labels))
})
afterEach(() => server.close())

const open = async (as: PersonKind = 'member') => {
  const opened = renderPage(
    <Routes>
      <Route path="/projects/:projectId/labelsets" element={<LabelSetsPage />} />
    </Routes>,
    { at: `/projects/${projectId}/labelsets`, as },
  )
  await screen.findByRole('heading', { name: 'Label Sets', level: 1 })
  return opened
}
const openTable = async (as: PersonKind = 'member') => {
  const opened = await open(as)
  await screen.findByRole('table', { name: 'Labels of Ki-67 nuclei' })
  return opened
}
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('bdi')?.textContent)
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const choose = async (menu: string, item: string) => {
  await user.click(button(`Actions of ${menu}`))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}
const dialog = (name: string) => screen.findByRole('dialog', { name })
/** The server of somebody who was quicker. */
const changedMeanwhile = () => new Refusal('ERR_7001')
const toasts = () => {
  const shown: { title: string; detail: string }[] = []
  const subscription = bus.on('toast/show').subscribe((toast) => shown.push(toast as (typeof shown)[number]))
  return { shown, end: () => subscription.unsubscribe() }
}

test('D2-2-09 shows the label sets with their counts, and the labels of the chosen one', async () => {
  const { location } = await openTable()
  const list = within(screen.getByRole('navigation', { name: 'Label sets' }))
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Ki-67 nuclei3 labels, 2,016 annotations',
    'Tissue0 labels',
  ])
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual(['1PositiveBrown812', '2Negative1,204', '3Stroma0'])
  await user.click(list.getByRole('button', { name: /^Tissue/ }))
  expect(location()).toBe(`/projects/${projectId}/labelsets?set=${labelId('set', 2)}`)
  expect(screen.getByText(/^No labels yet/)).toBeVisible()
})

test('a server that counts no annotations has no column for them', async () => {
  labels = labels.map(({ labelAssignmentCount: _, ...label }) => label)
  await openTable()
  expect(screen.queryByRole('columnheader', { name: 'Annotations' })).not.toBeInTheDocument()
  expect(screen.getByText('3 labels')).toBeVisible()
})

test.each<[string, PersonKind, Partial<Project>, boolean]>([
  ['owner', 'member', {}, true],
  ['editor', 'member', { owner: labelId('set', 9), contributors: [{ userId: member, role: 'editor' }] }, true],
  ['organisation admin', 'admin', {}, true],
  ['annotator', 'member', { owner: labelId('set', 9), contributors: [{ userId: member, role: 'annotator' }] }, false],
  ['viewer', 'member', { owner: labelId('set', 9), contributors: [{ userId: member, role: 'viewer' }] }, false],
  ['guest', 'guest', { contributors: [{ userId: portalUser('guest').id, role: 'editor' }] }, false],
])('D2-6-11 D2-6-15 %s: what can be changed', async (_, as, changes, mayChange) => {
  project = { ...project, ...changes }
  await openTable(as)
  const expected = mayChange ? 1 : 0
  for (const name of ['Create label set', 'Import label set', 'Add label', 'Move Positive', 'Actions of Positive']) {
    expect([name, screen.queryAllByRole('button', { name }).length]).toEqual([name, expected])
  }
  await user.click(button('Actions of Ki-67 nuclei'))
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  const always = ['Copy to a project', 'Export as JSON']
  expect(items).toEqual(mayChange ? ['Edit label set', ...always, 'Delete label set'] : always)
})

test('an empty project says what a label set is, and leads to the first', async () => {
  sets = []
  labels = []
  server.on(contract.createLabelSet, ({ body }) => {
    sent.push(body.data)
    sets = [sampleLabelSet(1, { name: body.data.name })]
    return new WithHeaders(undefined, { location: `/api/v1/labelsets/${labelId('set', 1)}` })
  })
  const { location } = await open()
  expect(await screen.findByRole('heading', { name: 'No label sets yet' })).toBeVisible()
  await user.click(button('Create label set'))
  const form = within(await dialog('Create label set'))
  expect(form.getByRole('button', { name: 'Create label set' })).toBeDisabled()
  await user.type(form.getByRole('textbox', { name: 'Name' }), ' תאים 🧫 ')
  await user.click(form.getByRole('button', { name: 'Create label set' }))
  await waitFor(() => expect(location()).toContain(`set=${labelId('set', 1)}`))
  expect(sent).toEqual([{ name: 'תאים 🧫', description: '' }])
  expect(await screen.findByRole('heading', { name: /^תאים 🧫/ })).toBeVisible()
})

test('the name of a label set may have 128 emoji and not one more', async () => {
  await openTable()
  await user.click(button('Create label set'))
  const form = within(await dialog('Create label set'))
  const name = form.getByRole('textbox', { name: 'Name' })
  fireEvent.change(name, { target: { value: '🧫'.repeat(128) } })
  expect(form.getByRole('button', { name: 'Create label set' })).toBeEnabled()
  fireEvent.change(name, { target: { value: '🧫'.repeat(129) } })
  expect(form.getByText('Name can only contain 128 characters')).toBeVisible()
})

test('lists that cannot be read are an error with another try', async () => {
  server.on(contract.listLabelSets, () => new Refusal('ERR_0404'))
  await open()
  expect(await screen.findByRole('alert')).toHaveTextContent('The label sets could not be retrieved')
  server.on(contract.listLabelSets, () => page(sets))
  await user.click(button('Try again'))
  expect(await screen.findByRole('table')).toBeVisible()
})

test('D2-7-44 who renames what somebody else has renamed is told, and replaces it only then', async () => {
  server.on(contract.updateLabelSet, ({ body }) => {
    sent.push(body.data)
    if (body.data.revision !== 1) return undefined
    sets = [sampleLabelSet(1, { name: 'Nuclei of Mara', revision: 2 })]
    return changedMeanwhile()
  })
  await openTable()
  await choose('Ki-67 nuclei', 'Edit label set')
  const form = within(await dialog('Edit label set'))
  await user.clear(form.getByRole('textbox', { name: 'Name' }))
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Mine')
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  expect(await form.findByText(/It is now named “Nuclei of Mara”/)).toBeVisible()
  expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine')
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(sent).toEqual([
    { name: 'Mine', description: '', revision: 1 },
    { name: 'Mine', description: '', revision: 2 },
  ])
})

test('an event of another page shows its change', async () => {
  await openTable()
  labels = [...labels, sampleLabel(4, { name: 'Of Mara' })]
  act(() => bus.emit('server/changed', { type: 'labels', project: projectId }))
  await waitFor(() => expect(names()).toEqual(['Positive', 'Negative', 'Stroma', 'Of Mara']))
})

test('deleting a label set says how much is lost, and asks', async () => {
  server.on(contract.deleteLabelSet, ({ params }) => {
    sets = sets.filter(({ id }) => id !== params.labelSetId)
    return undefined
  })
  await openTable()
  await choose('Ki-67 nuclei', 'Delete label set')
  const asked = await dialog('Delete label set')
  expect(asked).toHaveTextContent('Ki-67 nuclei (3 labels, 2,016 annotations) is deleted permanently')
  await user.click(within(asked).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('heading', { name: /^Tissue/ })).toBeVisible()
})

describe('a label', () => {
  test('is added with the next colour that no other has', async () => {
    server.on(contract.createLabel, ({ params, body }) => {
      sent.push({ ...params, ...body.data })
      return new WithHeaders(undefined, { location: `/api/v1/labels/${labelId('label', 4)}` })
    })
    await openTable()
    await user.click(button('Add label'))
    const form = within(await dialog('Add label'))
    expect(form.getByRole('button', { name: 'Teal' })).toHaveAttribute('aria-pressed', 'true')
    expect(form.getByRole('button', { name: 'Orange, used by 1, Positive' })).toHaveTextContent('1')
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Positive')
    expect(form.getByText('The label set has a label of this name already')).toBeVisible()
    await user.type(form.getByRole('textbox', { name: 'Name' }), ' 2')
    await user.click(form.getByRole('button', { name: 'Add label' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent).toEqual([
      { labelSetId: labelId('set', 1), name: 'Positive 2', description: '', color: labelColors[3] },
    ])
  })

  test('gets any colour by its code, with a word on how well it is told from others', async () => {
    server.on(contract.updateLabel, ({ params, body }) => {
      sent.push({ ...params, ...body.data })
      return undefined
    })
    await openTable()
    await choose('Stroma', 'Edit label')
    const form = within(await dialog('Edit label'))
    expect(form.getByText('Easy to tell from the other 2, also with colour blindness.')).toBeVisible()
    const code = form.getByRole('textbox', { name: 'Colour code' })
    await user.clear(code)
    await user.type(code, '#e59e0')
    expect(form.getByText('Enter a code such as #e69f00')).toBeVisible()
    await user.type(code, '1')
    expect(form.getByText('Hard to tell from Positive.')).toBeVisible()
    await user.click(form.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    const fields = { name: 'Stroma', description: '', color: '#e59e01', revision: 1 }
    expect(sent).toEqual([{ labelId: labelId('label', 3), ...fields }])
  })

  test('a name that somebody else has given meanwhile is refused in the form', async () => {
    server.on(contract.createLabel, () => new Refusal('ERR_7002'))
    await openTable()
    await user.click(button('Add label'))
    const form = within(await dialog('Add label'))
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'New')
    await user.click(form.getByRole('button', { name: 'Add label' }))
    expect(await form.findByText('The label set has a label of this name already.')).toBeVisible()
  })

  test('is deleted after a question that names what is lost', async () => {
    server.on(contract.deleteLabel, ({ params }) => {
      labels = labels.filter(({ id }) => id !== params.labelId)
      return undefined
    })
    await openTable()
    await choose('Positive', 'Delete label')
    const asked = await dialog('Delete label')
    expect(asked).toHaveTextContent('Positive is deleted permanently; 812 annotations lose it.')
    await user.click(within(asked).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(names()).toEqual(['Negative', 'Stroma']))
  })
})

describe('the order', () => {
  beforeEach(() => {
    server.on(contract.orderLabels, ({ body }) => {
      sent.push(body.data)
      const byId = new Map(labels.map((label) => [label.id, label]))
      const [set] = sets
      if (!set || body.data.revision !== set.revision) return changedMeanwhile()
      sets = [{ ...set, revision: set.revision + 1 }]
      labels = body.data.labels.flatMap((id) => byId.get(id) ?? [])
      return undefined
    })
  })
  const ids = (...numbers: number[]) => numbers.map((number) => labelId('label', number))

  test('is changed by Alt and an arrow key; the label keeps the focus, and its place is said', async () => {
    await openTable()
    button('Move Stroma').focus()
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(names()).toEqual(['Positive', 'Stroma', 'Negative'])
    expect(button('Move Stroma')).toHaveFocus()
    expect(screen.getByText('Stroma is now number 2 of 3.')).toBeInTheDocument()
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
    expect(names()).toEqual(['Stroma', 'Positive', 'Negative'])
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ labels: ids(3, 1, 2) }))
    // One request after the other, each of which expects the revision that the one before has made.
    expect(sent.map((body) => (body as { revision: number }).revision)).toEqual(sent.map((_, at) => at + 1))
  })

  test('is changed by dragging a row onto another', async () => {
    await openTable()
    const handle = button('Move Positive')
    const dataTransfer = { effectAllowed: '' }
    fireEvent.dragStart(handle, { dataTransfer })
    const target = screen.getByRole('row', { name: /Stroma/ })
    fireEvent.dragOver(target, { dataTransfer })
    fireEvent.drop(target, { dataTransfer })
    expect(names()).toEqual(['Negative', 'Stroma', 'Positive'])
    await waitFor(() => expect(sent).toEqual([{ labels: ids(2, 3, 1), revision: 1 }]))
  })

  test('is changed in the menu of a label', async () => {
    await openTable()
    await choose('Positive', 'Move down')
    expect(names()).toEqual(['Negative', 'Positive', 'Stroma'])
    await user.click(button('Actions of Stroma'))
    expect(await screen.findByRole('menuitem', { name: 'Move down' })).toBeDisabled()
  })

  test('of somebody who was quicker is shown, and a toast says so', async () => {
    server.on(contract.orderLabels, () => {
      labels = labels.toReversed()
      return changedMeanwhile()
    })
    const { shown, end } = toasts()
    await openTable()
    await choose('Positive', 'Move down')
    await waitFor(() => expect(names()).toEqual(['Stroma', 'Negative', 'Positive']))
    expect(shown).toMatchObject([{ title: 'Order of labels', detail: expect.stringContaining('somebody else') }])
    end()
  })
})

describe('copying', () => {
  test('offers the projects that the user may edit, and says where the copy is', async () => {
    const other = (name: string, changes: Partial<Project>) =>
      sampleProject({ id: crypto.randomUUID(), name, ...changes })
    const own = other('Own', { owner: member })
    const seen = other('Seen', { contributors: [{ userId: member, role: 'viewer' }] })
    server
      .on(contract.listProjects, () => page([own, seen]))
      .on(contract.copyLabelSet, ({ params, body }) => {
        sent.push({ ...params, ...body.data })
        return new WithHeaders(undefined, { location: `/api/v1/labelsets/${labelId('set', 3)}` })
      })
    const { shown, end } = toasts()
    await openTable()
    await choose('Ki-67 nuclei', 'Copy to a project')
    const form = within(await dialog('Copy label set'))
    await user.click(form.getByRole('combobox', { name: 'Project' }))
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Own'])
    await user.click(screen.getByRole('option', { name: 'Own' }))
    await user.click(form.getByRole('button', { name: 'Copy label set' }))
    await waitFor(() => expect(shown).toMatchObject([{ detail: 'Ki-67 nuclei is now in Own.' }]))
    expect(sent).toEqual([{ labelSetId: labelId('set', 1), project: own.id }])
    end()
  })
})

describe('a file', () => {
  const file = (content: string, name = 'nuclei.json') => new File([content], name, { type: 'application/json' })
  const valid: LabelSetFile = {
    format: 'lamella-labelset',
    version: 1,
    name: 'Imported',
    labels: [{ name: 'Positive', color: '#E69F00' }],
  }
  const choosing = async (chosen: File) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('There is no field for a file')
    await user.upload(input, chosen)
  }

  test('is made of a label set, and is taken again as it is', async () => {
    const saved: Blob[] = []
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const address = jest.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:x'
    })
    server.on(contract.createLabelSet, ({ body }) => {
      sent.push(body.data)
      return new WithHeaders(undefined, { location: `/api/v1/labelsets/${labelId('set', 2)}` })
    })
    await openTable()
    await choose('Ki-67 nuclei', 'Export as JSON')
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('Ki-67 nuclei.labelset.json')
    const text = (await saved[0]?.text()) ?? ''
    await choosing(file(text))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent).toEqual([
      {
        name: 'Ki-67 nuclei',
        description: '',
        labels: [
          { name: 'Positive', description: 'Brown', color: '#E69F00' },
          { name: 'Negative', description: '', color: '#56B4E9' },
          { name: 'Stroma', description: '', color: '#C2F0C0' },
        ],
      },
    ])
    click.mockRestore()
    address.mockRestore()
  })

  test.each<[string, string, RegExp]>([
    ['that is no JSON', '{', /nuclei\.json is no JSON file\. Nothing was changed\./],
    ['of something else', '[]', /nuclei\.json is no file of a label set\./],
    ['of a later version', JSON.stringify({ ...valid, version: 2 }), /version: /],
    [
      'with a wrong colour',
      JSON.stringify({ ...valid, labels: [...valid.labels, { name: 'B', color: 'red' }] }),
      /labels, number 2, color: Must be a colour such as #e69f00/,
    ],
    ['with one name twice', JSON.stringify({ ...valid, labels: [...valid.labels, ...valid.labels] }), /same name/],
    ['larger than 1 MB', ' '.repeat(1024 ** 2 + 1), /larger than 1 MB/],
  ])('%s is refused with the place and the reason, and nothing is sent', async (_, content, reason) => {
    await openTable()
    await choosing(file(content))
    expect(await screen.findByText(reason)).toBeVisible()
    expect(server.calls.filter((call) => !call.startsWith('GET'))).toEqual([])
  })
})

test('the twelve label colours are easy to tell apart for every kind of colour vision, and others are not', () => {
  const distances = labelColors.flatMap((one, at) =>
    labelColors.slice(at + 1).map((other) => colorDistance(one, other)),
  )
  expect(Math.min(...distances)).toBeGreaterThan(easyToTell)
  expect(colorDistance('#000000', '#FFFFFF')).toBeCloseTo(100, 0)
  expect(colorDistance('#E69F00', '#E69F00')).toBe(0)
  // Red and green of the same lightness, which most colour-blind people confuse.
  expect(colorDistance('#D04020', '#7C7C1A')).toBeLessThan(easyToTell)
})
