import type { NewObject } from '../src/analysis/results/object-table.ts'

export const manyClasses = ['0', '1+', '2+', '3+']
export const manyColumns = Array.from({ length: 8 }, (_, i) => `value${i + 1}`).concat('x', 'y')
export const pointsOfEach = 30

/** Round objects of 24 pixels, a thousand in a row, with values that no formula shortens. */
export function* manyObjects(count: number): Generator<NewObject> {
  for (let i = 0; i < count; i++) {
    const [x, y] = [24 * (i % 1000) + 12, 24 * Math.floor(i / 1000) + 12]
    const ring = Array.from({ length: pointsOfEach }, (_, k): [number, number] => {
      const angle = (2 * Math.PI * (k % (pointsOfEach - 1))) / (pointsOfEach - 1)
      return [Math.round(2 * (x + 9 * Math.cos(angle))) / 2, Math.round(2 * (y + 9 * Math.sin(angle))) / 2]
    })
    const measured = manyColumns.slice(0, 8).map((key, k) => [key, Math.sin(i * (k + 1)) * 100])
    yield { class: i % 4, polygon: ring, values: { ...Object.fromEntries(measured), x, y } }
  }
}
