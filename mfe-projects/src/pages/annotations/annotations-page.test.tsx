import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { portalUser, renderPage } from '@lamella/shared/testing/render-page.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { labelId, sampleLabel, sampleLabelSet } from '../../../test/label-sets.ts'
import { sampleAnnotation } from '../../../test/sample-annotation.ts'
import { sampleProject } from '../../../test/sample-result.ts'
import AnnotationsPage from './annotations-page.tsx'

const { id: projectId } = sampleProject()
const idOf = (no: number) => `019aa000-0000-7000-8000-e${String(no).padStart(11, '0')}`

let server: ContractServer
beforeEach(() => {
  server = ContractServer.start()
    .on(contract.getProject, () => ({
      data: sampleProject({
        owner: portalUser('admin').id,
        statistics: { imageCount: 1, annotationCount: 52, jobCount: 0 },
      }),
    }))
    .on(contract.listLabelSets, () => ({ data: [sampleLabelSet(1, { name: 'Ki-67' })], links: { next: null } }))
    .on(contract.listLabels, () => ({
      data: ['Positive', 'Negative'].map((name, at) => sampleLabel(at + 1, { name })),
      links: { next: null },
    }))
    .on(contract.findUsers, () => ({ data: [] }))
    .on(contract.countAnnotations, () => ({ data: counts() }))
})
afterEach(() => server.close())

const counts = (changes: Partial<contract.AnnotationCounts> = {}): contract.AnnotationCounts => ({
  ...{
    all: 52,
    unlabeled: 52,
    distinct: 0,
    multipleDistinct: 0,
    labels: [],
    owners: [],
    images: [],
    regions: 0,
    markedRegions: 0,
  },
  ...changes,
})

const open = (as: 'admin' | 'member' = 'admin') =>
  renderPage(
    <Routes>
      <Route path="/projects/:projectId/annotations" element={<AnnotationsPage />} />
    </Routes>,
    { at: `/projects/${projectId}/annotations`, as },
  )

test('D2-2-10 D2-9-04 has the annotations of all images, 50 at a time, each with a way into the viewer', async () => {
  const all = Array.from({ length: 52 }, (_, at) => sampleAnnotation({ id: idOf(at + 1), no: at + 1 }))
  server.on(contract.listAnnotations, ({ query }) => {
    const from = all.findIndex(({ id }) => id === query['page[after]']) + 1
    const data = all.slice(from, from + query['page[size]'])
    return { data, links: { next: from + data.length < all.length ? '/more' : null } }
  })
  open()
  expect(screen.getByRole('heading', { level: 1, name: 'Annotations' })).toBeVisible()
  const pictures = await screen.findByRole('list', { name: 'Annotations' })
  expect(await screen.findByText('52 total annotations')).toBeVisible()
  expect(within(pictures).getAllByRole('listitem')).toHaveLength(50)
  const [first] = within(pictures).getAllByRole('link', { name: 'field.tif' })
  const { imageId } = sampleAnnotation()
  expect(first).toHaveAttribute('href', `/projects/${projectId}/viewer?image=${imageId}&annotation=${idOf(1)}`)
  await userEvent.click(screen.getByRole('button', { name: 'Show more annotations' }))
  expect(await screen.findByText('No. 52')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show more annotations' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('radio', { name: 'Table' }))
  expect(within(screen.getByRole('table', { name: 'Annotations' })).getAllByRole('row')).toHaveLength(53)
})

test('several are labelled by a key and deleted, each image in a call of its own, and taken back', async () => {
  const all = [
    sampleAnnotation({ id: idOf(1), no: 1, labelAssignments: [{ labelId: labelId('label', 2) }], revision: 3 }),
    sampleAnnotation({ id: idOf(2), no: 2, revision: 5 }),
    sampleAnnotation({ id: idOf(3), no: 1, imageId: idOf(900), imageName: 'other.tif' }),
  ]
  const sent: [image: string | undefined, changes: unknown][] = []
  server
    .on(contract.listAnnotations, () => ({ data: all, links: { next: null } }))
    .on(contract.changeAnnotations, ({ params, body }) => {
      const { changes } = body.data
      sent.push([params.imageId, changes])
      const outcomes = changes.map(({ id }) =>
        id === idOf(3) ? { id, error: { code: 'ERR_7001', detail: 'Changed' } } : { id, no: 1, revision: 9 },
      )
      return { data: { revision: 4, outcomes } }
    })
  open()
  const user = userEvent.setup()
  const tile = (name: string) => screen.findByRole('button', { name })
  await user.click(await tile('Negative, annotation 1 of field.tif'))
  await user.keyboard('{Shift>}')
  await user.click(await tile('Unlabelled, annotation 1 of other.tif'))
  await user.keyboard('{/Shift}')
  expect(screen.getByRole('toolbar', { name: 'Selected annotations' })).toHaveTextContent('3 annotations selected')
  await user.keyboard('1')
  const positive = [labelId('label', 1)]
  await waitFor(() =>
    expect(sent).toEqual([
      [
        all[0]?.imageId,
        [
          { act: 'change', id: idOf(1), revision: 3, labels: positive },
          { act: 'change', id: idOf(2), revision: 5, labels: positive },
        ],
      ],
      [idOf(900), [{ act: 'change', id: idOf(3), revision: 1, labels: positive }]],
    ]),
  )
  const message = /2 annotations are labelled Positive\. 1 other was changed by somebody else/
  expect(await screen.findByText(message, { selector: '[class*=count]' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent.at(-1)).toEqual([
    all[0]?.imageId,
    [
      { act: 'change', id: idOf(1), revision: 9, labels: [labelId('label', 2)] },
      { act: 'change', id: idOf(2), revision: 9, labels: [] },
    ],
  ])
  await user.click(await tile('Unlabelled, annotation 2 of field.tif'))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(sent.at(-1)?.[1]).toEqual([{ act: 'delete', id: idOf(2), revision: 5 }]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent.at(-1)?.[1]).toEqual([{ act: 'restore', id: idOf(2), revision: 9 }]))
})

test('what was labelled before a call fails can be taken back, and who only sees a project is offered no change', async () => {
  const all = [sampleAnnotation({ id: idOf(1) }), sampleAnnotation({ id: idOf(2), imageId: idOf(900) })]
  server
    .on(contract.listAnnotations, () => ({ data: all, links: { next: null } }))
    .on(contract.changeAnnotations, ({ params, body }) =>
      params.imageId === idOf(900)
        ? new Refusal('ERR_0503')
        : { data: { revision: 4, outcomes: body.data.changes.map(({ id }) => ({ id, no: 1, revision: 9 })) } },
    )
  const { unmount } = open()
  await userEvent.click((await screen.findAllByRole('button', { name: /^Unlabelled, annotation/ }))[0] ?? document.body)
  await userEvent.click(screen.getByRole('button', { name: 'Select all 2' }))
  await userEvent.click(screen.getByRole('button', { name: /Positive/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.getByText('1 annotation is labelled Positive.', { selector: '[class*=count]' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  unmount()
  open('member')
  await userEvent.click((await screen.findAllByRole('button', { name: /^Unlabelled, annotation/ }))[0] ?? document.body)
  const bar = within(screen.getByRole('toolbar', { name: 'Selected annotations' }))
  expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Select all 2', ''])
})

test('charts count labels and people, and list what is clicked', async () => {
  const { owner } = sampleAnnotation()
  const asked: object[] = []
  server
    .on(contract.countAnnotations, () => ({
      data: counts({
        ...{ all: 40, unlabeled: 10, distinct: 28, multipleDistinct: 2 },
        labels: [{ labelId: labelId('label', 1), count: 30 }],
        owners: [{ owner, ownerName: 'Mia Lang', count: 40 }],
      }),
    }))
    .on(contract.listAnnotations, ({ query: { 'page[size]': _, ...conditions } }) => {
      asked.push(conditions)
      return { data: [sampleAnnotation()], links: { next: null } }
    })
  open()
  const labels = await screen.findByRole('region', { name: 'By label' })
  expect(await within(labels).findByRole('button', { name: 'Positive 30 75.0 %' })).toBeVisible()
  await userEvent.click(within(labels).getByRole('button', { name: 'Unlabelled 10 25.0 %' }))
  await waitFor(() => expect(asked.at(-1)).toEqual({ 'filter[label]': 'unlabeled' }))
  expect(screen.getByRole('tab', { name: 'Unlabelled 10' })).toHaveAttribute('aria-selected', 'true')
  const people = screen.getByRole('region', { name: 'By person' })
  await userEvent.click(within(people).getByRole('button', { name: /Mia Lang 40 100.0 %/ }))
  await waitFor(() => expect(asked.at(-1)).toEqual({ 'filter[label]': 'unlabeled', 'filter[owner]': owner }))
})

test('without annotations the way to the images is shown, and a failure with another try', async () => {
  server.on(contract.listAnnotations, () => new Refusal('ERR_0400'))
  const { unmount } = open()
  expect(await screen.findByRole('alert')).toHaveTextContent('The annotations could not be retrieved')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  unmount()
  server.on(contract.listAnnotations, () => ({ data: [], links: { next: null } }))
  open()
  expect(await screen.findByText('No annotations yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'View images' })).toHaveAttribute('href', `/projects/${projectId}/library`)
})

test('D2-7-51 D2-7-52 D2-7-53 are listed by their labels, which are in the address', async () => {
  const asked: object[] = []
  const one = sampleAnnotation({ labelAssignments: [{ labelId: labelId('label', 1) }] })
  server.on(contract.listAnnotations, ({ query }) => {
    const { 'page[size]': _, ...conditions } = query
    asked.push(conditions)
    return { data: conditions['filter[label]'] === 'unlabeled' ? [] : [one], links: { next: null } }
  })
  open()
  const pictures = await screen.findByRole('list', { name: 'Annotations' })
  expect(await within(pictures).findByText('Positive')).toBeVisible()
  await userEvent.click(screen.getByRole('tab', { name: /^Several labels/ }))
  await waitFor(() => expect(asked.at(-1)).toEqual({ 'filter[label]': 'multipleDistinct' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Label' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Positive' }))
  const exactly = { 'filter[label]': 'distinct', 'filter[labelId]': labelId('label', 1) }
  await waitFor(() => expect(asked.at(-1)).toEqual(exactly))
  expect(screen.getByRole('tab', { name: /^One label/ })).toHaveAttribute('aria-selected', 'true')
  await userEvent.click(screen.getByRole('tab', { name: /^Unlabelled/ }))
  expect(await screen.findByText('No annotations found.')).toBeVisible()
  expect(screen.queryByText('No annotations yet')).not.toBeInTheDocument()
  expect(asked.at(-1)).toEqual({ 'filter[label]': 'unlabeled' })
})

test('what somebody else draws or labels meanwhile is listed', async () => {
  let labels: string[] = []
  server.on(contract.listAnnotations, () => ({
    data: [sampleAnnotation({ labelAssignments: labels.map((label) => ({ labelId: label })) })],
    links: { next: null },
  }))
  open()
  const pictures = await screen.findByRole('list', { name: 'Annotations' })
  expect(await within(pictures).findByText('Unlabelled')).toBeVisible()
  labels = [labelId('label', 2)]
  const { imageId } = sampleAnnotation()
  act(() => bus.emit('server/changed', { type: 'annotations', project: projectId, image: imageId, revision: 2 }))
  expect(await within(pictures).findByText('Negative')).toBeVisible()
})
