import * as contract from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { ContractServer, Refusal } from '@lamella/shared/testing/contract-server.ts'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
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
      data: { ...sampleProject(), statistics: { imageCount: 1, annotationCount: 52, jobCount: 0 } },
    }))
    .on(contract.listLabelSets, () => ({ data: [sampleLabelSet(1, { name: 'Ki-67' })], links: { next: null } }))
    .on(contract.listLabels, () => ({
      data: ['Positive', 'Negative'].map((name, at) => sampleLabel(at + 1, { name })),
      links: { next: null },
    }))
    .on(contract.findUsers, () => ({ data: [] }))
})
afterEach(() => server.close())

const open = () =>
  renderPage(
    <Routes>
      <Route path="/projects/:projectId/annotations" element={<AnnotationsPage />} />
    </Routes>,
    { at: `/projects/${projectId}/annotations`, as: 'member' },
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
  const table = await screen.findByRole('table', { name: 'Annotations' })
  expect(await screen.findByText('52 total annotations')).toBeVisible()
  expect(within(table).getAllByRole('row')).toHaveLength(51)
  const [first] = within(table).getAllByRole('link', { name: 'field.tif' })
  const { imageId } = sampleAnnotation()
  expect(first).toHaveAttribute('href', `/projects/${projectId}/viewer?image=${imageId}&annotation=${idOf(1)}`)
  await userEvent.click(screen.getByRole('button', { name: 'Show more annotations' }))
  expect(await screen.findByRole('cell', { name: '52' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show more annotations' })).not.toBeInTheDocument()
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
  expect(await screen.findByRole('cell', { name: 'Positive' })).toBeVisible()
  const choose = async (name: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: 'Labels' }))
    await userEvent.click(await screen.findByRole('option', { name }))
  }
  await choose('Several labels')
  await waitFor(() => expect(asked.at(-1)).toEqual({ 'filter[label]': 'multipleDistinct' }))
  await choose('Positive')
  const exactly = { 'filter[label]': 'distinct', 'filter[labelId]': labelId('label', 1) }
  await waitFor(() => expect(asked.at(-1)).toEqual(exactly))
  await choose('Unlabelled')
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
  expect(await screen.findByRole('cell', { name: 'Unlabelled' })).toBeVisible()
  labels = [labelId('label', 2)]
  const { imageId } = sampleAnnotation()
  act(() => bus.emit('server/changed', { type: 'annotations', project: projectId, image: imageId, revision: 2 }))
  expect(await screen.findByRole('cell', { name: 'Negative' })).toBeVisible()
})
