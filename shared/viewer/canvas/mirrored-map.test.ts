import { sampleView } from '../../testing/sample-image.ts'
import { ImageMap } from './image-map.ts'

const mapOf = () => {
  const listeners = { onMove: () => undefined, onPointer: () => undefined }
  const target = document.createElement('div')
  const map = new ImageMap({ target, imageId: 'image', view: sampleView(), listeners })
  // There is no canvas to draw into.
  map.map.getLayers().clear()
  map.map.setSize([100, 100])
  const viewport = map.map.getViewport()
  if (viewport) viewport.getBoundingClientRect = () => new DOMRect(20, 10, 100, 100)
  map.map.getView().setResolution(1)
  map.centerOn(500, 400)
  map.map.renderSync()
  return map
}
/** Pixel of the image at a place of the window. */
const pixelAt = (map: ImageMap, clientX: number, clientY: number): number[] => {
  const [x = 0, y = 0] = map.map.getEventCoordinate({ clientX, clientY } as MouseEvent)
  return [Math.round(x), Math.round(-y)]
}

test('in the mirror a place of the window is that of the pixel that is seen there', () => {
  const map = mapOf()
  expect(pixelAt(map, 50, 30)).toEqual([480, 370])
  map.orient({ rotation: 0, mirrored: true })
  expect(pixelAt(map, 50, 30)).toEqual([520, 370])
  map.dispose()
})

test.each([
  [90, false],
  [12.5, true],
  [270, true],
])('a picture that is turned by %d degrees, mirrored: %s, says so', (rotation, mirrored) => {
  const map = mapOf()
  map.orient({ rotation, mirrored })
  expect(map.orientation).toEqual({ rotation, mirrored })
  map.dispose()
})

test('turned to the right, what was on top is on the right, in the mirror too', () => {
  const map = mapOf()
  for (const mirrored of [false, true]) {
    map.orient({ rotation: 90, mirrored })
    map.map.renderSync()
    // 30 px to the right of the middle of the window.
    expect(pixelAt(map, 100, 60)).toEqual([500, 370])
  }
  map.dispose()
})
