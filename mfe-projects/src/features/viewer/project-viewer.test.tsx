import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleChannelsView, sampleImage, sampleView } from '@lamella/shared/testing/sample-image.ts'
import { PolygonLayer } from '@lamella/shared/viewer'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { sampleObjects, sampleResult } from '../../../test/sample-result.ts'
import { showHotSpot } from '../../lib/shown-hot-spot.ts'
import ProjectViewer from './project-viewer.tsx'

const overlay = {
  result: sampleResult(),
  objects: sampleObjects,
  oneOf: 1,
  rows: { at: (index: number) => sampleObjects[index], onRange: () => undefined },
  onVisible: () => undefined,
}

const open = (props: Partial<Parameters<typeof ProjectViewer>[0]> = {}) => {
  const user = userEvent.setup()
  renderPage(
    <ProjectViewer image={sampleImage()} view={sampleView()} overlay={overlay} frame={(state) => state} {...props} />,
    {
      at: '/',
    },
  )
  return user
}

const panel = () => within(screen.getByRole('region', { name: 'Objects' }))
const rows = () => panel().getAllByRole('row').slice(1)
const textsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent?.trim())
const selectedRows = () =>
  rows()
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map(textsOf)

test('without a result an RGB image has the panel of its picture only', () => {
  open({ overlay: undefined })
  expect(screen.getByRole('application', { name: 'Picture of field.tif' })).toBeInTheDocument()
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent?.trim())).toEqual(['Picture'])
})

test('the objects of a result stand below the channels', () => {
  open({ view: sampleChannelsView() })
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Channels ', 'Objects 3'])
})

test('each object has its number, class and first two values, undefined ones as a dash', () => {
  open({ overlay: { ...overlay, result: sampleResult({ columns: sampleResult().columns.slice(1) }) } })
  expect(
    panel()
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual(['No.', 'Class', 'Area µm²', 'Mean DAB density'])
  expect(rows().map(textsOf)).toEqual([
    ['1', 'negative', '100.0', '0.124'],
    ['2', '3+', '100.0', '–'],
    ['3', 'negative', '100.0', '0.124'],
  ])
})

test('a result with many columns shows the first two', () => {
  open()
  expect(panel().getAllByRole('columnheader')).toHaveLength(4)
})

test('a click on a row selects its object, one at a time', async () => {
  const user = open()
  expect(selectedRows()).toEqual([])
  await user.click(panel().getByText('3+'))
  expect(selectedRows()).toEqual([['2', '3+', '410', '100.0']])
  await user.click(panel().getByRole('button', { name: 'Object 3' }))
  expect(selectedRows()).toEqual([['3', 'negative', '910', '100.0']])
})

test('the keyboard comes to every object', async () => {
  const user = open()
  panel().getByRole('button', { name: 'Hide objects' }).focus()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(selectedRows().map(([no]) => no)).toEqual(['1'])
  await user.tab()
  await user.keyboard(' ')
  expect(selectedRows().map(([no]) => no)).toEqual(['2'])
})

test('objects are hidden and shown again, their rows stay', async () => {
  const user = open()
  await user.click(panel().getByRole('button', { name: 'Hide objects' }))
  expect(panel().queryByRole('button', { name: 'Hide objects' })).not.toBeInTheDocument()
  expect(rows()).toHaveLength(3)
  await user.click(panel().getByRole('button', { name: 'Show objects' }))
  expect(panel().getByRole('button', { name: 'Hide objects' })).toBeVisible()
})

test('a hot spot has a panel with its figures, and is drawn until it is hidden', async () => {
  const window = { share: 40.04, objects: 1500, left: 10, top: 20, right: 60, bottom: 70 }
  const visible = jest.spyOn(PolygonLayer.prototype, 'setVisible')
  const isDrawn = () => visible.mock.calls.at(-1)?.[0]
  const user = open({ overlay: { ...overlay, hotSpot: showHotSpot(window, ['positive'], 'nuclei') } })
  const spot = within(screen.getByRole('region', { name: 'Hot spot' }))
  expect(spot.getByText('40.0 % positive of 1,500 nuclei')).toBeVisible()
  visible.mockClear()
  await user.click(spot.getByRole('button', { name: 'Hide hot spot' }))
  expect(isDrawn()).toBe(false)
  await user.click(spot.getByRole('button', { name: 'Show hot spot' }))
  expect(isDrawn()).toBe(true)
  expect(panel().getByRole('button', { name: 'Hide objects' })).toBeVisible()
})

test('a result without hot spot has no panel for one', () => {
  open({ overlay: { ...overlay, hotSpot: null } })
  expect(screen.queryByRole('region', { name: 'Hot spot' })).not.toBeInTheDocument()
})

test('over a plane of a stack that was not measured, the picture says where the objects are from', async () => {
  const stack = sampleChannelsView({ zCount: 6, zShown: 2, hasMaximum: true })
  const user = open({ view: stack })
  const said = () => screen.queryByText(/^(Plane|The maximum).* is shown\./)?.textContent
  const slider = await screen.findByRole('slider', { name: 'Z plane' })
  expect(slider).toHaveAttribute('aria-valuetext', '3 of 6')
  expect(said()).toBeUndefined()
  screen.getByRole('application').focus()
  await user.keyboard('k')
  expect(said()).toBe('Plane 4 is shown. The objects were measured in plane 3 of 6.')
  await user.click(panel().getByRole('button', { name: 'Hide objects' }))
  expect(said()).toBeUndefined()
  await user.click(panel().getByRole('button', { name: 'Show objects' }))
  await user.click(screen.getByRole('button', { name: 'Maximum' }))
  expect(said()).toBe('The maximum of all planes is shown. The objects were measured in plane 3 of 6.')
})

test('without a result there is no note about planes', async () => {
  const user = open({ view: sampleChannelsView({ zCount: 6, zShown: 2 }), overlay: undefined })
  await screen.findByRole('slider', { name: 'Z plane' })
  screen.getByRole('application').focus()
  await user.keyboard('k')
  expect(screen.queryByText(/were measured in plane/)).not.toBeInTheDocument()
})
