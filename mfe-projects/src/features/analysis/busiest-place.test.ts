import { busiestPlace } from './busiest-place.ts'

/** A grey picture of 120 × 60 pixels with stripes in a part of it. */
const pictureWith = (left: number, top: number, right: number, bottom: number) => {
  const [width, height] = [120, 60]
  const data = new Uint8ClampedArray(4 * width * height).fill(200)
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) if (x % 2 === 0) data.fill(20, 4 * (y * width + x), 4 * (y * width + x) + 3)
  }
  return { data, width, height }
}

test.each([
  [pictureWith(100, 40, 110, 50), 105 / 120, 45 / 60],
  [pictureWith(0, 0, 10, 10), 5 / 120, 5 / 60],
  // The last cells are cut off by the edge.
  [{ ...pictureWith(110, 50, 120, 60) }, 115 / 120, 55 / 60],
])('is where the edges are', (picture, x, y) => {
  const place = busiestPlace(picture)
  expect([place.x, place.y]).toEqual([expect.closeTo(x), expect.closeTo(y)])
})

test('of an even picture lies inside it', () => {
  expect(busiestPlace(pictureWith(0, 0, 0, 0))).toEqual({ x: 5 / 120, y: 5 / 60 })
})
