import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderUi } from '../../ui/test-render.tsx'
import { ZoomBar } from './zoom-bar.tsx'

test.each([
  [1, '100 %'],
  [4, '25 %'],
  [0.0625, '1,600 %'],
])('at %s pixels of the image per CSS pixel it shows %s', (resolution, text) => {
  renderUi(<ZoomBar map={null} resolution={resolution} />)
  expect(screen.getByRole('toolbar', { name: 'Zoom' })).toHaveTextContent(text)
})

test('its buttons zoom in, out and to the whole image', async () => {
  const user = userEvent.setup()
  const map = { zoomBy: jest.fn(), fit: jest.fn() }
  renderUi(<ZoomBar map={map} resolution={1} />)
  await user.click(screen.getByRole('button', { name: 'Zoom in' }))
  await user.click(screen.getByRole('button', { name: 'Zoom out' }))
  expect(map.zoomBy.mock.calls).toEqual([[2], [0.5]])
  await user.click(screen.getByRole('button', { name: 'Whole image' }))
  expect(map.fit).toHaveBeenCalledTimes(1)
})
