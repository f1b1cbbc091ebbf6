import type { JobResult, ResultObject } from '@lamella/shared/contract'
import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { objectsPanel } from './objects-panel.tsx'

const id = '019aa000-0000-7000-8000-000000000001'
const total = 200_000
const result: JobResult = {
  id,
  job: id,
  image: id,
  figures: [],
  classes: [{ name: '1+', color: '#F7D644', count: total }],
  columns: [{ key: 'area', title: 'Area', unit: 'µm²', decimals: 1 }],
  objectCount: total,
  provenance: {},
}
const objectAt = (index: number): ResultObject => ({
  no: index + 1,
  class: '1+',
  polygon: [[0, 0]],
  values: { area: index / 2 },
})

const onRange = jest.fn()
const onSelect = jest.fn()
const panel = ({ selected = null, oneOf = 1 }: { selected?: number | null; oneOf?: number } = {}) =>
  objectsPanel({
    overlay: { result, oneOf },
    rows: { at: objectAt, onRange },
    selected,
    visible: true,
    onSelect,
    onVisible: () => undefined,
  })
/** A panel with a button that selects an object as a click on the image does. */
const Selecting = () => {
  const [selected, setSelected] = useState<number | null>(null)
  return (
    <>
      <button type="button" onClick={() => setSelected(150_000)}>
        Select in the picture
      </button>
      {panel({ selected }).render()}
    </>
  )
}
const scrollBox = () => {
  const box = screen.getByRole('table').parentElement
  if (!box) throw new Error('The table does not scroll')
  return box
}

test('of two hundred thousand objects only the rows in sight exist, and scrolling brings others', () => {
  const { count, render } = panel()
  expect(count).toBe(total)
  renderPage(render(), { at: '/' })
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '200001')
  expect(screen.getByRole('button', { name: 'Object 1' })).toBeVisible()
  expect(screen.getAllByRole('button', { name: /^Object / }).length).toBeLessThan(150)
  const box = scrollBox()
  Object.defineProperty(box, 'clientHeight', { value: 560 })
  box.scrollTop = 28 * 100_000
  fireEvent.scroll(box)
  expect(screen.getByRole('button', { name: 'Object 100001' }).closest('tr')).toHaveAttribute('aria-rowindex', '100002')
  expect(screen.queryByRole('button', { name: 'Object 1' })).not.toBeInTheDocument()
  const [from, to] = onRange.mock.lastCall ?? []
  expect(from).toBeLessThanOrEqual(100_000)
  expect(to).toBeGreaterThanOrEqual(100_020)
  expect(to - from).toBeLessThan(150)
})

test('a click on a row selects its object, and a selected object scrolls to its row', async () => {
  renderPage(<Selecting />, { at: '/' })
  await userEvent.click(screen.getByRole('button', { name: 'Object 3' }))
  expect(onSelect).toHaveBeenCalledWith(objectAt(2))
  await userEvent.click(screen.getByRole('button', { name: 'Select in the picture' }))
  expect(scrollBox().scrollTop).toBeGreaterThan(28 * 149_000)
})

test.each([
  [1, null],
  [64, 'About 1 of 64 objects is drawn. Zoom in to see all.'],
])('of %s drawn objects it says %j', (oneOf, sentence) => {
  renderPage(panel({ oneOf }).render(), { at: '/' })
  expect(screen.queryByRole('status')?.textContent ?? null).toBe(sentence)
})
