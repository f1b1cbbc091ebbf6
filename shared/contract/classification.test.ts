import fc from 'fast-check'
import { classCodesByCuts, classesByCuts, classIndexOf } from './classification.ts'

const own = [0.2, 0.4, 0.6]
const rounded = (value: number): number => Math.round(value * 1e5) / 1e5

/** Objects as an application stores them: classes by the values before rounding, many of them just beside a cut. */
const near = fc
  .tuple(fc.constantFrom(...own, 0.1, 0.3, 0.5), fc.integer({ min: -30, max: 30 }))
  .map(([cut, steps]) => cut + steps * 1e-6)
const objects = fc.array(fc.oneof(near, fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(Number.NaN)), {
  minLength: 1,
})
const stored = (values: readonly number[]) => ({
  codes: Uint16Array.from(values, (value) => classIndexOf(value, own)),
  values: Float64Array.from(values, rounded),
})
/** Cuts in ascending order, some where those of the application are. */
const cuts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...own),
      fc.integer({ min: 0, max: 100_000 }).map((step) => step / 1e5),
    ),
    {
      minLength: 3,
      maxLength: 3,
    },
  )
  .map((list) => list.toSorted((a, b) => a - b))

test('with no cut moved the classes are the stored ones', () => {
  fc.assert(
    fc.property(objects, (measured) => {
      const { codes, values } = stored(measured)
      expect(classCodesByCuts(codes, values, own, own)).toEqual(codes)
    }),
  )
})

test('moving one cut never changes which objects reach another', () => {
  fc.assert(
    fc.property(objects, cuts, cuts, fc.nat(2), (measured, before, other, moved) => {
      const after = before.map((cut, at) => (at === moved ? (other[moved] ?? cut) : cut))
      fc.pre(after.every((cut, at) => cut >= (after[at - 1] ?? 0)))
      const { codes, values } = stored(measured)
      const [one, two] = [before, after].map((list) => classCodesByCuts(codes, values, own, list))
      for (const at of [0, 1, 2].filter((cut) => cut !== moved)) {
        const reached = [one, two].map((list) => Array.from(list ?? [], (code) => code > at))
        expect(reached[1]).toEqual(reached[0])
      }
    }),
  )
})

test('a nucleus just below a cut, which its rounded value reaches, stays below it until that cut is moved', () => {
  const classOf = (list: readonly number[]) => classesByCuts(own, list)(0, 0.2)
  expect(classOf([0.2, 0.4, 0.7])).toBe(0)
  expect(classOf([0.19, 0.4, 0.6])).toBe(1)
  expect(classOf([0.21, 0.4, 0.6])).toBe(0)
})
