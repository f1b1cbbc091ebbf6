import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { layerAnswer } from '@lamella/shared/testing/annotation-layer.ts'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage, sampleView } from '@lamella/shared/testing/sample-image.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { labelId, sampleLabel, sampleLabelSet } from '../../../test/label-sets.ts'
import { sampleAnnotation, sampleRegion } from '../../../test/sample-annotation.ts'
import { sampleProject } from '../../../test/sample-result.ts'
import ViewerPage from './viewer-page.tsx'

const { id: projectId } = sampleProject()
const image = sampleImage({ project: projectId })
const second = sampleAnnotation({ id: '019aa000-0000-7000-8000-e00000000002', no: 2, geometry: 'POINT (5 5)' })

const positive = sampleLabel(1, { name: 'Positive', color: '#e24328' })
const negative = sampleLabel(2, { name: 'Negative', color: '#56b4e9' })

let server: ContractServer
let stored: contract.Annotation[]
let storedRegions: contract.Region[]
let changes: contract.AnnotationChange[]
/** Of the objects that were changed. */
let revisions: Map<string, number>
beforeEach(() => {
  // The table shows the rows that have room.
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
  stored = [sampleAnnotation(), second]
  storedRegions = []
  changes = []
  revisions = new Map()
  server = ContractServer.start()
    .on(contract.getImage, () => ({ data: image }))
    .on(contract.getImageView, () => ({ data: sampleView() }))
    .on(contract.announcePresence, () => undefined)
    .on(contract.listImages, () => ({ data: [], links: { next: null } }))
    .on(contract.listLabelSets, () => ({ data: [sampleLabelSet(1, { name: 'Ki-67' })], links: { next: null } }))
    .on(contract.listLabels, () => ({ data: [positive, negative], links: { next: null } }))
    .on(contract.getAnnotationLayer, () => layerAnswer([...stored, ...storedRegions]))
})
afterEach(() => {
  // What was done in this tab ends with the session.
  act(() => bus.emit('session/ended', { reason: 'logout' }))
  jest.restoreAllMocks()
  server.close()
})

const open = (role: contract.ContributorRole | 'owner', query = '') => {
  const project = sampleProject()
  const { id } = portalUser('member')
  server.on(contract.getProject, () => ({
    data:
      role === 'owner'
        ? { ...project, owner: id }
        : { ...project, owner: project.id, contributors: [{ userId: id, role }] },
  }))
  return renderPage(
    <Routes>
      <Route path="/projects/:projectId/viewer" element={<ViewerPage />} />
    </Routes>,
    { at: `/projects/${projectId}/viewer?image=${image.id}${query}`, as: 'member' },
  )
}
const panel = async () => within(await screen.findByRole('region', { name: 'Annotations' }))
const saves = () =>
  server.on(contract.changeAnnotations, ({ body }) => {
    changes.push(...body.data.changes)
    for (const change of body.data.changes) {
      if (change.act === 'delete') stored = stored.filter(({ id }) => id !== change.id)
      if (change.act === 'restore') stored = [sampleAnnotation(), second]
      revisions.set(change.id, (revisions.get(change.id) ?? 1) + 1)
    }
    const outcomes = body.data.changes.map((change) => ({
      id: change.id,
      no: 1,
      revision: revisions.get(change.id) ?? 1,
      ...('labels' in change && { labels: change.labels ?? [] }),
      ...('name' in change && { name: change.name }),
    }))
    return { data: { revision: 2, outcomes } }
  })

test('D2-6-11 a viewer sees annotations and can download them, but has nothing to draw with', async () => {
  open('viewer')
  const listed = await panel()
  expect(await listed.findByRole('button', { name: 'Annotation 1' })).toBeVisible()
  expect(listed.queryByText('Saved')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Draw a rectangle' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))
  expect(await screen.findByRole('menuitem', { name: 'Annotations (GeoJSON)' })).toBeVisible()
})

test.each(['annotator', 'editor', 'owner'] as const)('who is %s draws', async (role) => {
  open(role)
  expect(await screen.findByRole('button', { name: 'Draw a rectangle' })).toBeVisible()
  expect(await (await panel()).findByText('Saved')).toBeVisible()
})

test('the selected one is deleted by a key, and comes back by another', async () => {
  saves()
  open('annotator')
  const listed = await panel()
  await userEvent.click(await listed.findByRole('button', { name: 'Annotation 2' }))
  screen.getByRole('application').focus()
  await userEvent.keyboard('{Delete}')
  await waitFor(() => expect(listed.queryByRole('button', { name: 'Annotation 2' })).not.toBeInTheDocument())
  await waitFor(() => expect(changes).toEqual([{ act: 'delete', id: second.id, revision: 1 }]))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await listed.findByRole('button', { name: 'Annotation 2' })).toBeVisible()
  await waitFor(() => expect(changes).toHaveLength(2))
  expect(changes[1]).toEqual({ act: 'restore', id: second.id, revision: 2 })
  expect(await listed.findByText('Saved')).toBeVisible()
  // Own changes are added to what was read: a list of thousands is not read again for each.
  expect(server.calls.filter((call) => /^GET .+\/annotations/.test(call))).toHaveLength(1)
})

test('what cannot be saved says why, stays on the screen, and is sent when the user wants it', async () => {
  server.on(contract.changeAnnotations, () => new Refusal('ERR_0400', 'Not today.'))
  open('annotator', `&annotation=${sampleAnnotation().id}`)
  const listed = await panel()
  await listed.findByRole('button', { name: 'Annotation 1' })
  // The address has named it.
  expect(listed.getByRole('row', { selected: true })).toHaveTextContent('1Unlabelled')
  screen.getByRole('application').focus()
  await userEvent.keyboard('{Delete}')
  expect(await listed.findByText('Not saved: Not today. 1 change is kept in this tab.')).toBeVisible()
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  saves()
  await userEvent.click(listed.getByRole('button', { name: 'Send now' }))
  expect(await listed.findByText('Saved')).toBeVisible()
  expect(changes).toEqual([{ act: 'delete', id: sampleAnnotation().id, revision: 1 }])
})

test('what the server does not answer is said in words, and objects of other scenes are not listed', async () => {
  stored = [sampleAnnotation(), { ...second, scene: 1 }]
  server.on(contract.changeAnnotations, () => Response.error())
  open('annotator')
  const listed = await panel()
  await userEvent.click(await listed.findByRole('button', { name: 'Annotation 1' }))
  expect(listed.queryByRole('button', { name: 'Annotation 2' })).not.toBeInTheDocument()
  screen.getByRole('application').focus()
  await userEvent.keyboard('{Delete}')
  const text = 'Not saved: The server does not answer. 1 change is kept in this tab and sent again soon.'
  expect(await listed.findByText(text)).toBeVisible()
  saves()
  await userEvent.click(listed.getByRole('button', { name: 'Send now' }))
  expect(await listed.findByText('Saved')).toBeVisible()
})

test('annotations that cannot be read say so beside the picture', async () => {
  server.on(contract.getAnnotationLayer, () => new Refusal('ERR_0400'))
  open('annotator')
  const listed = await panel()
  expect(await listed.findByRole('alert')).toHaveTextContent('The annotations could not be loaded')
  expect(screen.getByRole('application')).toBeVisible()
})

const labels = async () => within(await screen.findByRole('region', { name: 'Labels' }))
const row = (no: number) => screen.getByRole('button', { name: `Annotation ${no}` }).closest('tr')
/** What was sent of labels. */
const given = () => changes.map((change) => ('labels' in change ? change.labels : change.act))

test('a number key labels the selected one and stays for the next; the same key does nothing more, and undo takes it back', async () => {
  saves()
  open('annotator')
  const listed = await labels()
  expect(await listed.findByRole('button', { name: 'Positive' })).toHaveAttribute('aria-keyshortcuts', '1')
  await userEvent.click(await screen.findByRole('button', { name: 'Annotation 1' }))
  screen.getByRole('application').focus()
  await userEvent.keyboard('2')
  await waitFor(() => expect(row(1)).toHaveTextContent('Negative'))
  expect(listed.getByRole('button', { name: 'Negative', pressed: true })).toBeVisible()
  await userEvent.keyboard('1')
  await waitFor(() => expect(row(1)).toHaveTextContent('Positive'))
  await userEvent.keyboard('1')
  expect(listed.getByRole('button', { name: 'Positive', pressed: true })).toBeVisible()
  expect(listed.getByRole('status')).toHaveTextContent('Annotation 1: Positive')
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(row(1)).toHaveTextContent('Negative'))
  const { id } = sampleAnnotation()
  await waitFor(() => expect(given()).toEqual([[negative.id], [positive.id], [negative.id]]))
  expect(changes[2]).toEqual({ act: 'change', id, revision: 3, labels: [negative.id] })
  expect(await (await panel()).findByText('Saved')).toBeVisible()
})

test('a box gives a further label, the numbers follow, and objects of a hidden label are still listed', async () => {
  stored = [sampleAnnotation({ labelAssignments: [{ labelId: positive.id }] }), second]
  saves()
  open('annotator')
  const listed = await labels()
  await userEvent.click(await screen.findByRole('button', { name: 'Annotation 1' }))
  const box = await listed.findByRole('checkbox', { name: 'Negative for the selected annotation' })
  expect(listed.getByRole('checkbox', { name: 'Positive for the selected annotation' })).toBeChecked()
  await userEvent.click(box)
  await waitFor(() => expect(row(1)).toHaveTextContent('Positive, Negative'))
  await waitFor(() => expect(given()).toEqual([[positive.id, negative.id]]))
  const counts = () => listed.getAllByRole('listitem').map((item) => item.textContent)
  expect(counts()).toEqual(['Positive11', 'Negative12', 'Unlabelled1'])
  await userEvent.click(listed.getByRole('button', { name: 'Hide Negative' }))
  expect(listed.getByRole('button', { name: 'Show Negative' })).toBeVisible()
  expect(row(1)).toBeVisible()
  expect(await (await panel()).findByText('Saved')).toBeVisible()
})

test('a viewer sees labels and hides them, but gives none; a deleted label is not shown', async () => {
  stored = [sampleAnnotation({ labelAssignments: [{ labelId: labelId('label', 7) }, { labelId: positive.id }] })]
  open('viewer')
  const listed = await labels()
  expect(await listed.findByText('Positive')).toBeVisible()
  expect(listed.queryByRole('button', { name: 'Positive' })).not.toBeInTheDocument()
  expect(listed.getByRole('button', { name: 'Hide Positive' })).toBeVisible()
  await waitFor(() => expect(row(1)).toHaveTextContent(/^1Positive/))
})

test('without labels there is a way to make some', async () => {
  server.on(contract.listLabels, () => ({ data: [], links: { next: null } }))
  open('annotator')
  expect(await (await labels()).findByRole('link', { name: 'Make labels' })).toHaveAttribute(
    'href',
    `/projects/${projectId}/labelsets`,
  )
})

describe('regions of interest', () => {
  const regions = async () => within(await screen.findByRole('region', { name: 'Regions of interest' }))
  const border = sampleRegion({ id: '019aa000-0000-7000-8000-f00000000002', name: 'Tumour border', no: 8 })
  beforeEach(() => {
    storedRegions = [sampleRegion(), border]
  })

  test('are named and measured, and are neither listed nor labelled as annotations', async () => {
    saves()
    open('annotator')
    const listed = await regions()
    await userEvent.click(await listed.findByRole('button', { name: /^Tumour border/ }))
    expect(listed.getByText('100.0 × 50.0')).toBeVisible()
    expect(screen.getAllByRole('button', { name: /^Annotation \d/ })).toHaveLength(2)
    expect((await labels()).getByText('Unlabelled').nextSibling).toHaveTextContent('2')
    screen.getByRole('application').focus()
    await userEvent.keyboard('1')
    expect(changes).toEqual([])
    const field = listed.getByLabelText('Name')
    await userEvent.clear(field)
    await userEvent.type(field, 'Vessel wall{Enter}')
    const { id } = border
    await waitFor(() => expect(changes).toEqual([{ act: 'change', id, revision: 1, name: 'Vessel wall' }]))
    expect(listed.getByRole('button', { name: /^Vessel wall/ })).toBeVisible()
    expect(await (await panel()).findByText('Saved')).toBeVisible()
    // Without a text it is a region without a name; undo gives the one before.
    await userEvent.clear(listed.getByLabelText('Name'))
    await userEvent.tab()
    await waitFor(() => expect(changes.at(-1)).toMatchObject({ name: 'RoiWithoutAName', revision: 2 }))
    screen.getByRole('application').focus()
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(await listed.findByRole('button', { name: /^Vessel wall/ })).toBeVisible()
    expect(await (await panel()).findByText('Saved')).toBeVisible()
  })

  test('are seen by a viewer, who changes none', async () => {
    open('viewer')
    const listed = await regions()
    await userEvent.click(await listed.findByRole('button', { name: /^Tumour border/ }))
    expect(listed.getByText('Perimeter')).toBeVisible()
    expect(listed.queryByLabelText('Name')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Draw a region' })).not.toBeInTheDocument()
  })

  test('of an older server are none, and everything else is there, page by page', async () => {
    server
      .on(contract.getAnnotationLayer, () => new Refusal('ERR_0404'))
      .on(contract.listRegions, () => new Refusal('ERR_0404'))
      .on(contract.listAnnotations, ({ query }) => {
        expect(query).toMatchObject({ 'filter[image]': image.id, 'page[size]': 500 })
        return { data: stored, links: { next: null } }
      })
    open('annotator')
    expect(await (await panel()).findByRole('button', { name: 'Annotation 1' })).toBeVisible()
    expect((await regions()).getByText(/There are none/)).toBeVisible()
  })
})

describe('what somebody else has changed at the same time', () => {
  const theirs = sampleAnnotation({
    geometry: 'POLYGON ((90 90,130 90,130 120,90 120,90 90))',
    labelAssignments: [{ labelId: negative.id }],
    revision: 5,
  })
  /** Refuses the first change. */
  const refuses = (outcome: object) => {
    let isFirst = true
    server.on(contract.changeAnnotations, ({ body }) => {
      const [change] = body.data.changes
      if (isFirst) {
        isFirst = false
        return { data: { revision: 2, outcomes: [{ id: change?.id ?? '', ...outcome } as contract.AnnotationOutcome] } }
      }
      changes.push(...body.data.changes)
      const outcomes = body.data.changes.map((change) => ({
        id: change.id,
        no: 1,
        revision: change.act === 'create' ? 1 : 6,
        ...('labels' in change && { labels: change.labels ?? [] }),
      }))
      return { data: { revision: 3, outcomes } }
    })
  }
  const label = async (no: number) => {
    await userEvent.click(await screen.findByRole('button', { name: `Annotation ${no}` }))
    await (await labels()).findByRole('button', { name: 'Positive' })
    screen.getByRole('application').focus()
    await userEvent.keyboard('1')
  }
  const conflict = { error: { code: 'ERR_7001', detail: 'Changed.' }, current: theirs }

  test('is shown beside the own version, and the own one is stored only where the user says so', async () => {
    refuses(conflict)
    open('annotator')
    await label(1)
    const dialog = within(await screen.findByRole('dialog', { name: 'Changed by two' }))
    expect(within(dialog.getByRole('region', { name: 'Yours' })).getByText('Positive')).toBeVisible()
    expect(within(dialog.getByRole('region', { name: 'Theirs' })).getByText('Negative')).toBeVisible()
    // Until then nothing is lost: the browser asks before it closes the page.
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
    await userEvent.click(dialog.getByRole('button', { name: 'Keep mine' }))
    const { id } = theirs
    await waitFor(() => expect(changes).toEqual([{ act: 'change', id, revision: 5, labels: [positive.id] }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await (await panel()).findByText('Saved')).toBeVisible()
  })

  test('stays where the user keeps it, and both stay as two', async () => {
    refuses(conflict)
    const { unmount } = open('annotator')
    await label(1)
    await userEvent.click(await screen.findByRole('button', { name: 'Keep theirs' }))
    expect(await (await panel()).findByText('Saved')).toBeVisible()
    expect(changes).toEqual([])
    // The choice can be taken back.
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(changes).toMatchObject([{ act: 'change', revision: 5, labels: [positive.id] }]))
    expect(await (await panel()).findByText('Saved')).toBeVisible()
    changes = []
    unmount()
    refuses(conflict)
    open('annotator')
    await label(1)
    await userEvent.click(await screen.findByRole('button', { name: 'Keep both' }))
    const { geometry } = theirs
    await waitFor(() => expect(changes).toMatchObject([{ act: 'create', geometry, labels: [positive.id] }]))
    expect(await (await panel()).findByText('Saved')).toBeVisible()
  })

  test('is told where they have deleted what the user wants back, and not where both have deleted it', async () => {
    saves()
    open('annotator')
    await userEvent.click(await screen.findByRole('button', { name: 'Annotation 2' }))
    screen.getByRole('application').focus()
    await userEvent.keyboard('{Delete}')
    await waitFor(() => expect(changes).toHaveLength(1))
    const { calls: toasts } = jest.spyOn(bus, 'emit').mock
    const refused = { error: { code: 'ERR_7001', detail: 'Changed.' } }
    refuses(refused)
    await userEvent.keyboard('{Control>}z{/Control}')
    const detail = `Somebody else has deleted an annotation of ${image.name} since, so it does not come back.`
    await waitFor(() => expect(toasts).toEqual([['toast/show', expect.objectContaining({ detail })]]))
    refuses(refused)
    await userEvent.click(await screen.findByRole('button', { name: 'Annotation 1' }))
    screen.getByRole('application').focus()
    await userEvent.keyboard('{Delete}')
    await waitFor(() => expect(server.calls.filter((call) => call.startsWith('POST '))).toHaveLength(3))
    expect(await (await panel()).findByText('Saved')).toBeVisible()
    expect(toasts).toHaveLength(1)
  })

  test('is made anew where it was deleted and the user wants it', async () => {
    refuses({ error: { code: 'ERR_0404', detail: 'Not found' } })
    open('annotator')
    await label(2)
    const dialog = within(await screen.findByRole('dialog', { name: 'Changed by two' }))
    expect(within(dialog.getByRole('region', { name: 'Theirs' })).getByText('Deleted')).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Keep both' })).not.toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Keep mine' }))
    await waitFor(() =>
      expect(changes).toMatchObject([{ act: 'create', geometry: 'POINT (5 5)', labels: [positive.id] }]),
    )
    expect(await (await panel()).findByText('Saved')).toBeVisible()
  })
})

test('a label is given to all that are selected, as one step', async () => {
  stored = [sampleAnnotation({ labelAssignments: [{ labelId: positive.id }] }), second]
  saves()
  open('annotator')
  const listed = await labels()
  await userEvent.click(await screen.findByRole('button', { name: 'Annotation 1' }))
  const user = userEvent.setup()
  await user.keyboard('{Control>}')
  await user.click(screen.getByRole('button', { name: 'Annotation 2' }))
  await user.keyboard('{/Control}')
  const box = (name: string) => listed.getByRole('checkbox', { name: `${name} for the selected annotation` })
  // Of two only what both have is given.
  expect(box('Positive')).not.toBeChecked()
  screen.getByRole('application').focus()
  await user.keyboard('2')
  await waitFor(() => expect(given()).toEqual([[negative.id], [negative.id]]))
  expect(listed.getByRole('status')).toHaveTextContent('2 annotations: Negative')
  expect(box('Negative')).toBeChecked()
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(given().slice(2)).toEqual([[positive.id], []]))
  await user.click(box('Positive'))
  await waitFor(() => expect(given().slice(4)).toEqual([[positive.id]]))
  expect(box('Positive')).toBeChecked()
  await user.click(box('Positive'))
  await waitFor(() => expect(given().slice(5)).toEqual([[], []]))
  expect(await (await panel()).findByText('Saved')).toBeVisible()
})

describe('the history', () => {
  const deletedOne = (changes: Partial<contract.Annotation> = {}): contract.DeletedAnnotation => {
    const object = sampleAnnotation({ id: '019aa000-0000-7000-8000-e00000000009', no: 9, revision: 2, ...changes })
    const deletedBy = { id: object.owner, fullName: 'Mia Lang' }
    return { id: object.id, object, deleted: '2026-11-20T10:00:00.000Z', deletedBy }
  }
  const step = (revision: number, objects: contract.ChangedObject[]): contract.AnnotationStep => ({
    revision,
    at: '2026-11-20T10:00:00.000Z',
    by: { id: image.id, fullName: 'Mia Lang' },
    counts: { create: 0, change: 0, delete: 0, restore: 0, [objects[0]?.act ?? 'create']: objects.length },
    objects,
  })
  const of = { no: 1, name: null, nameBefore: null, labelsBefore: null, isReshaped: false }
  const [one, pos, neg] = [sampleAnnotation().id, positive.id, negative.id]
  const openHistory = async () => {
    server.on(contract.getAnnotationTimeline, () => ({ data: { parts: [], people: [] } }))
    await panel()
    await userEvent.click(screen.getByRole('button', { name: 'History of the annotations' }))
    return within(await screen.findByRole('region', { name: 'History' }))
  }

  test('tells who did what, page after page, and shows what is there', async () => {
    const pages = [
      [step(60, [{ ...of, id: one, act: 'change', labels: [neg], labelsBefore: [pos] }])],
      [step(10, [{ ...of, id: one, act: 'create', labels: [pos] }])],
    ]
    server.on(contract.getAnnotationHistory, ({ query }) => {
      const isFirst = query['page[before]'] === undefined
      if (!isFirst) expect(query['page[before]']).toBe(11)
      const next = isFirst ? `/api/v1/images/${image.id}/annotations/history?page%5Bbefore%5D=11` : null
      return { data: pages[isFirst ? 0 : 1] ?? [], links: { next } }
    })
    open('viewer')
    const history = await openHistory()
    expect(await history.findByRole('listitem')).toHaveTextContent(
      /^MLMia Lang changed the labels of 1 annotationNo. 1Positive to Negative\d\d:00$/,
    )
    await userEvent.click(history.getByRole('button', { name: 'Show earlier changes' }))
    await waitFor(() => expect(history.getAllByRole('listitem')).toHaveLength(2))
    expect(history.getAllByRole('listitem')[1]).toHaveTextContent(/Mia Lang added 1 annotationNo. 1Positive/)
    expect(history.queryByRole('button', { name: 'Show earlier changes' })).not.toBeInTheDocument()
    await userEvent.click(history.getAllByRole('button', { name: 'Show No. 1' })[0] as HTMLElement)
    await userEvent.click(history.getByRole('button', { name: 'Close the history' }))
    expect((await panel()).getByRole('row', { selected: true })).toHaveTextContent(/^1/)
  })

  test('has what is deleted: who annotates restores it, others see it', async () => {
    saves()
    let deleted = [deletedOne({ labelAssignments: [{ labelId: pos }] }), deletedOne({ id: second.id, scene: 1, no: 8 })]
    server
      .on(contract.getAnnotationHistory, () => ({ data: [], links: { next: null } }))
      .on(contract.listDeletedAnnotations, ({ query }) => {
        expect(query).toMatchObject({ 'filter[image]': image.id })
        return { data: deleted, links: { next: null } }
      })
    open('annotator')
    const history = await openHistory()
    expect(await history.findByText('Nothing was drawn on this image yet.')).toBeVisible()
    await userEvent.click(history.getByRole('radio', { name: 'Trash' }))
    const [row, ...others] = await history.findAllByRole('listitem')
    expect(others).toEqual([])
    expect(row).toHaveTextContent(/^Annotation 9PositiveMia Lang, /)
    await userEvent.click(history.getByRole('button', { name: 'Restore Annotation 9' }))
    expect(await history.findByText(/^The trash is empty/)).toBeVisible()
    await waitFor(() => expect(changes).toEqual([{ act: 'restore', id: deleted[0]?.id, revision: 2 }]))
    deleted = []
    await userEvent.click(history.getByRole('button', { name: 'Close the history' }))
    const listed = await panel()
    const restored = await listed.findByRole('button', { name: 'Annotation 9' })
    expect(restored.closest('tr')).toHaveTextContent(/^9Positive/)
  })

  test('of a viewer has nothing to restore with, and a failure has another try', async () => {
    server
      .on(contract.getAnnotationHistory, () => new Refusal('ERR_0400'))
      .on(contract.listDeletedAnnotations, () => ({ data: [deletedOne()], links: { next: null } }))
    open('viewer')
    const history = await openHistory()
    expect(await history.findByRole('alert')).toHaveTextContent('The history could not be loaded')
    await userEvent.click(history.getByRole('radio', { name: 'Trash' }))
    expect(await history.findByRole('button', { name: /^Annotation 9/ })).toBeVisible()
    expect(history.queryByRole('button', { name: /Restore/ })).not.toBeInTheDocument()
  })
})
