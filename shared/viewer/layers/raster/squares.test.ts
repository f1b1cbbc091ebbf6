import { keyOf, Squares, side, squaresIn } from './squares.ts'

const size = { width: 20_000, height: 10_000 }
const keys = (places: Parameters<typeof keyOf>[0][]) => places.map(keyOf).toSorted()

test('what is visible is covered by squares at the next finer power of two, and those around it come later', () => {
  const { visible, ahead } = squaresIn([600, 100, 1500, 500], 1, size)
  expect(keys(visible)).toEqual(['0/1/0', '0/2/0'])
  expect(keys(ahead)).toEqual(['0/0/0', '0/0/1', '0/1/1', '0/2/1', '0/3/0', '0/3/1'])
  expect(squaresIn([0, 0, 20_000, 10_000], 16, size).visible.every(({ z }) => z === 4)).toBe(true)
})

test('beside the image there are none', () => {
  const { visible, ahead } = squaresIn([-900, -900, -600, -600], 1, size)
  expect([visible, keys(ahead)]).toEqual([[], []])
  expect(squaresIn([19_900, 9900, 25_000, 12_000], 1, size).visible).toEqual([
    { z: 0, x: 39, y: 19 },
    { z: 0, x: 38, y: 19 },
  ])
})

/** A canvas of which is noted what was drawn into it: place and size, of which part of the picture. */
const canvas = () => {
  const drawn: number[][] = []
  const context = {
    setTransform: () => undefined,
    drawImage: (_: unknown, ...numbers: number[]) => drawn.push(numbers),
  } as unknown as CanvasRenderingContext2D
  return { context, drawn }
}
const picture = () => ({ close: jest.fn() }) as unknown as ImageBitmap
const same = [1, 0, 0, 1, 0, 0] as const

test('a square that is not there is stood in for by part of a coarser one, else by finer ones', () => {
  const squares = new Squares()
  const { context, drawn } = canvas()
  const wanted = { z: 0, x: 1, y: 0 }
  squares.put({ z: -1, x: 2, y: 1 }, picture(), true)
  expect(squares.draw(context, wanted, same)).toBe(false)
  expect(drawn.splice(0)).toEqual([[0, 0, side, side, side, side / 2, side / 2, side / 2]])
  squares.put({ z: 1, x: 0, y: 0 }, picture(), true)
  expect(squares.draw(context, wanted, same)).toBe(false)
  expect(drawn.splice(0)).toEqual([[side / 2, 0, side / 2, side / 2, side, 0, side, side]])
  squares.put(wanted, picture(), true)
  expect(squares.draw(context, wanted, same)).toBe(true)
  expect(drawn).toEqual([[0, 0, side, side, side, 0, side, side]])
})

test('a change outdates the squares that it meets, which are shown until they are drawn anew', () => {
  const squares = new Squares()
  const { context, drawn } = canvas()
  const places = [0, 1, 2].map((x) => ({ z: 0, x, y: 0 }))
  for (const place of places) squares.put(place, picture(), true)
  // Its line reaches into the square beside it.
  squares.outdate([side + 10, 10, 2 * side - 2, 20])
  expect(places.map((place) => squares.isFresh(place))).toEqual([true, false, false])
  expect(places.map((place) => squares.draw(context, place, same))).toEqual([true, false, false])
  expect(drawn).toHaveLength(3)
  squares.outdate(null)
  expect(squares.isFresh({ z: 0, x: 0, y: 0 })).toBe(false)
})

test('the squares that were not shown for longest are given up', () => {
  const squares = new Squares()
  const { context } = canvas()
  const pictures = Array.from({ length: 97 }, picture)
  for (const [x, one] of pictures.slice(0, 96).entries()) squares.put({ z: 0, x, y: 0 }, one, true)
  squares.draw(context, { z: 0, x: 0, y: 0 }, same)
  squares.put({ z: 0, x: 96, y: 0 }, pictures[96] as ImageBitmap, true)
  expect(squares.isFresh({ z: 0, x: 0, y: 0 })).toBe(true)
  expect(squares.isFresh({ z: 0, x: 1, y: 0 })).toBe(false)
  expect(pictures[1]?.close).toHaveBeenCalledTimes(1)
})
