import type { Image, ImageView } from '@lamella/shared/contract'
import { render, screen } from '@testing-library/react'
import { MapCanvas } from './map-canvas.tsx'
import { useImageMap } from './use-image-map.ts'

const viewOf = (size: number): ImageView => ({
  width: size,
  height: size,
  tileSize: 256,
  levels: [{ width: size, height: size }],
  encoding: 'jpeg',
  sampleFormat: 'uint8',
  samplesPerPixel: 3,
  byteOrder: 'little',
  channels: [],
  timePoints: 1,
})
const view = viewOf(1000)

interface PictureProps {
  view?: ImageView
  pixelSize?: Image['pixelSize']
  onPick?: (objectNo: number | null) => void
}

const Picture = ({ view: shown = view, pixelSize = { x: 0.5, y: 0.5 }, onPick = () => undefined }: PictureProps) => {
  const map = useImageMap({ imageId: 'image', view: shown, objectsVisible: true, selected: null, onPick })
  return <MapCanvas image={{ name: 'field.tif', pixelSize }} map={map} barLength={100} />
}

const canvas = () => screen.getByRole('application', { name: 'Picture of field.tif' })
const mapsIn = (element: HTMLElement) => element.querySelectorAll('.ol-viewport')

test('the map stands in its element, takes the focus for its keys, and goes with the element', () => {
  const { unmount } = render(<Picture />)
  const element = canvas()
  expect(mapsIn(element)).toHaveLength(1)
  element.focus()
  expect(element).toHaveFocus()
  unmount()
  expect(mapsIn(element)).toHaveLength(0)
})

test('a new map takes the place of the old one for another picture, and not for another listener', () => {
  const { rerender } = render(<Picture />)
  const [first] = mapsIn(canvas())
  rerender(<Picture onPick={() => undefined} />)
  expect([...mapsIn(canvas())]).toEqual([first])
  rerender(<Picture view={viewOf(2000)} />)
  expect(mapsIn(canvas())).toHaveLength(1)
  expect(mapsIn(canvas())[0]).not.toBe(first)
})

test('the scale bar is that of the whole picture at first', async () => {
  // An element without size is shown the picture from farthest: its 1000 px of 0.5 µm on 150 px.
  render(<Picture />)
  expect(await screen.findByText('200 µm')).toHaveStyle({ width: '60px' })
})

test('there is no scale bar where the size of a pixel is not known', () => {
  const { container } = render(<Picture pixelSize={null} />)
  expect(container).toHaveTextContent('')
  expect(canvas()).toBeInTheDocument()
})
