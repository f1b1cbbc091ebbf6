import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { DiameterCircle } from './diameter-circle.tsx'

const onMove = jest.fn()
const Circle = ({ at }: { at: number }) => {
  const [diameter, setDiameter] = useState(at)
  return (
    <DiameterCircle
      diameter={diameter}
      minimum={5}
      maximum={200}
      scale={2}
      left={100}
      top={80}
      automatic={false}
      text={`${diameter} px`}
      onResize={setDiameter}
      onMove={onMove}
    />
  )
}
const open = (at = 20) => {
  onMove.mockClear()
  return renderPage(<Circle at={at} />, { at: '/' })
}
const circle = () => screen.getByRole('slider', { name: /^Nucleus diameter as a circle/ })
type Way = readonly [dx: number, dy: number]
const press = (key: 'MouseLeft' | 'TouchA', target: Element) => ({
  keys: `[${key}>]`,
  target,
  coords: { clientX: 50, clientY: 50 },
})
const moveBy = (pointerName: string | undefined, [dx, dy]: Way) => ({
  ...(pointerName && { pointerName }),
  target: document.body,
  coords: { clientX: 50 + dx, clientY: 50 + dy },
})
const dragByMouse = (target: Element, way: Way) =>
  userEvent.pointer([press('MouseLeft', target), moveBy(undefined, way), { keys: '[/MouseLeft]' }])
const dragByTouch = (target: Element, way: Way) =>
  userEvent.pointer([press('TouchA', target), moveBy('TouchA', way), { keys: '[/TouchA]' }])

test('is a slider that says its diameter in words, as large as the diameter is on the screen', () => {
  open()
  expect(circle()).toHaveAttribute('aria-valuenow', '20')
  expect(circle()).toHaveAttribute('aria-valuetext', '20 px')
  expect(circle()).toHaveStyle({ width: '40px', left: '100px', top: '80px' })
})

test.each([
  ['{ArrowUp}', 21],
  ['{ArrowRight}', 21],
  ['{ArrowDown}', 19],
  ['{ArrowLeft}', 19],
  ['{PageUp}', 30],
  ['{PageDown}', 10],
  ['{Home}', 5],
  ['{End}', 200],
  ['{PageDown}{PageDown}', 5],
])('%s makes 20 px %s px', async (keys, diameter) => {
  open()
  await userEvent.tab()
  expect(circle()).toHaveFocus()
  await userEvent.keyboard(keys)
  expect(circle()).toHaveAttribute('aria-valuenow', `${diameter}`)
  expect(onMove).not.toHaveBeenCalled()
})

test('the arrow keys go on from a whole number', async () => {
  open(23.4)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowUp}')
  expect(circle()).toHaveAttribute('aria-valuenow', '24')
})

test('with Shift the arrow keys move it', async () => {
  open()
  await userEvent.tab()
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  expect(onMove).toHaveBeenLastCalledWith(92, 80)
  expect(circle()).toHaveAttribute('aria-valuenow', '20')
})

test.each([
  ['the mouse', dragByMouse],
  ['a finger', dragByTouch],
])('its handle resizes it, by %s', async (_, drag) => {
  open()
  // 10 CSS pixels outwards are 5 pixels of the image at each side.
  await drag(screen.getByTestId('diameter-handle'), [10, 0])
  expect(circle()).toHaveAttribute('aria-valuenow', '30')
  await drag(screen.getByTestId('diameter-handle'), [600, 0])
  expect(circle()).toHaveAttribute('aria-valuenow', '200')
  expect(onMove).not.toHaveBeenCalled()
})

test.each([
  ['the mouse', dragByMouse],
  ['a finger', dragByTouch],
])('dragged inside by %s it moves, until it is released', async (_, drag) => {
  open()
  await drag(circle(), [12, -5])
  expect(onMove).toHaveBeenLastCalledWith(112, 75)
  onMove.mockClear()
  await userEvent.pointer(moveBy(undefined, [90, 90]))
  expect(onMove).not.toHaveBeenCalled()
  expect(circle()).toHaveAttribute('aria-valuenow', '20')
})

test('a second finger does not move it', async () => {
  open()
  const elsewhere = { keys: '[TouchB>]', target: document.body, coords: { clientX: 0, clientY: 0 } }
  await userEvent.pointer([press('TouchA', circle()), elsewhere, moveBy('TouchB', [30, 30])])
  expect(onMove).not.toHaveBeenCalled()
})
