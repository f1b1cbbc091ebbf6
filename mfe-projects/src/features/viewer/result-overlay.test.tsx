import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { sampleImage, sampleView } from '@lamella/shared/testing/sample-image.ts'
import { PolygonLayer } from '@lamella/shared/viewer'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { sampleObjects, sampleResult } from '../../../test/sample-result.ts'
import ResultOverlay from './result-overlay.tsx'

const window = { share: 40, objects: 500, left: 10, top: 20, right: 60, bottom: 70 }
const open = ({ oneOf = 1, onVisible = jest.fn(), hotSpot = null as typeof window | null } = {}) =>
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

test('the hot spot is drawn as its window, and named in the legend', () => {
  const shapes = jest.spyOn(PolygonLayer.prototype, 'setShapes')
  open({ hotSpot: window })
  expect(within(screen.getByRole('list', { name: 'Classes' })).getByText('hot spot')).toBeVisible()
  const corners = [
    [10, 20],
    [60, 20],
    [60, 70],
    [10, 70],
    [10, 20],
  ]
  expect(shapes).toHaveBeenCalledWith([{ id: 0, group: 'hot spot', outline: corners }])
})
