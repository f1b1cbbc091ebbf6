import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage, sampleView } from '@lamella/shared/testing/sample-image.ts'
import { PolygonLayer } from '@lamella/shared/viewer'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { sampleObjects, sampleResult } from '../../../test/sample-result.ts'
import { type ShownHotSpot, showHotSpot } from '../../lib/shown-hot-spot.ts'
import ResultOverlay from './result-overlay.tsx'

const hotSpotAt = (left: number, right: number) =>
  showHotSpot({ share: 40, objects: 500, left, top: 20, right, bottom: 70 }, ['positive'], 'nuclei')
const open = ({ oneOf = 1, onVisible = jest.fn(), hotSpot = null as ShownHotSpot | null } = {}) =>
  renderPage(
    <ResultOverlay
      image={sampleImage()}
      view={sampleView()}
      overlay={{ result: sampleResult(), objects: sampleObjects, oneOf }}
      selected={null}
      onSelect={() => undefined}
      onVisible={onVisible}
      hotSpot={hotSpot}
      tools={<a href="/viewer">Open in viewer</a>}
    />,
    { at: '/' },
  )

test('the card has the picture, its classes in words, and what the page adds', () => {
  open()
  const card = within(screen.getByRole('region', { name: 'Result overlay' }))
  expect(card.getByRole('application', { name: 'Picture of field.tif' })).toBeInTheDocument()
  const classes = within(card.getByRole('list', { name: 'Classes' })).getAllByRole('listitem')
  expect(classes.map(({ textContent }) => textContent?.trim())).toEqual(['negative', '3+'])
  expect(card.getByRole('link', { name: 'Open in viewer' })).toBeVisible()
})

test('objects are outlined at first, and can be filled or off', async () => {
  const user = userEvent.setup()
  open()
  const look = (name: string) => screen.getByRole('radio', { name })
  expect(look('Outlines')).toBeChecked()
  await user.click(look('Filled'))
  expect(look('Filled')).toBeChecked()
  await user.click(look('Off'))
  expect(look('Off')).toBeChecked()
  expect(look('Outlines')).not.toBeChecked()
})

test('when objects are left out the legend says so, and the visible part is reported', () => {
  const onVisible = jest.fn()
  open({ oneOf: 4, onVisible })
  expect(screen.getByRole('status')).toHaveTextContent('About 1 of 4 objects is drawn. Zoom in to see all.')
  expect(onVisible).toHaveBeenCalled()
})

test.each([
  ['left', 10, 60, 10],
  ['right', 840, 990, 990],
] as const)(
  'the hot spot in the %s half is drawn as its window with its figures, and named in the legend',
  (align, left, right, corner) => {
    const shapes = jest.spyOn(PolygonLayer.prototype, 'setShapes')
    open({ hotSpot: hotSpotAt(left, right) })
    expect(within(screen.getByRole('list', { name: 'Classes' })).getByText('hot spot')).toBeVisible()
    const outline = [
      [left, 20],
      [right, 20],
      [right, 70],
      [left, 70],
      [left, 20],
    ]
    const label = { text: 'Hot spot: 40.0 % positive of 500 nuclei', at: [corner, 20], align }
    expect(shapes).toHaveBeenCalledWith([{ id: 0, group: 'hot spot', outline, label }])
  },
)
