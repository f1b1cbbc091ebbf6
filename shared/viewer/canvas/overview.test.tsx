import { fireEvent, screen } from '@testing-library/react'
import { renderUi } from '../../ui/test-render.tsx'
import type { VisibleExtent } from './image-map.ts'
import { Overview } from './overview.tsx'

const open = (visible: VisibleExtent) => {
  const onCenter = jest.fn()
  renderUi(<Overview thumbnailUrl={null} width={1280} height={640} visible={visible} onCenter={onCenter} />)
  const overview = screen.getByRole('button', { name: 'Overview: go to a place' })
  return { onCenter, overview, frame: overview.querySelector('.frame') }
}

test('the longer side has 128 px, and the frame is round the visible extent', () => {
  const { overview, frame } = open([320, 160, 640, 480])
  expect(overview).toHaveStyle({ width: '128px', height: '64px' })
  expect(frame).toHaveStyle({ left: '32px', top: '16px', width: '32px', height: '32px' })
})

test('the frame stays within the picture when more than it is visible', () => {
  const { frame } = open([-500, -500, 2000, 320])
  expect(frame).toHaveStyle({ left: '0px', top: '0px', width: '128px', height: '32px' })
})

test('a click centres the map at its position in the image', () => {
  const { overview, onCenter } = open([0, 0, 1280, 640])
  overview.getBoundingClientRect = () => DOMRect.fromRect({ x: 100, y: 50, width: 128, height: 64 })
  fireEvent.click(overview, { clientX: 164, clientY: 66 })
  expect(onCenter).toHaveBeenCalledWith(640, 160)
})
