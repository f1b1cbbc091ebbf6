import { seededRandom } from '../random.ts'
import { photograph } from './camera.ts'
import { drawHDab } from './h-dab.ts'
import { drawHE } from './h-e.ts'

const size = { width: 160, height: 160 }
const draw = { 'H-DAB': drawHDab, 'H&E': drawHE }

const fieldOf = (kind: keyof typeof draw, seed: number) => {
  const random = seededRandom(seed)
  return photograph(random, draw[kind](random, size, 24))
}

describe.each(['H-DAB', 'H&E'] as const)('generated %s fields', (kind) => {
  test('are the same for the same seed, and others for another', async () => {
    const field = await fieldOf(kind, 5)
    expect(await fieldOf(kind, 5)).toEqual(field)
    expect((await fieldOf(kind, 6)).rgb).not.toEqual(field.rgb)
  })

  test('have nuclei of the diameter asked for, which stand out of what surrounds them', async () => {
    const [areas, contrasts]: [number[], number[]] = [[], []]
    for (let seed = 0; seed < 5; seed++) {
      const { rgb, labels } = await fieldOf(kind, seed)
      const sums = new Map<number, { area: number; red: number }>()
      labels.forEach((label, i) => {
        const sum = sums.get(label) ?? { area: 0, red: 0 }
        sums.set(label, { area: sum.area + 1, red: sum.red + (rgb[3 * i] ?? 0) })
      })
      const ground = sums.get(0) ?? { area: 1, red: 0 }
      for (const [label, { area, red }] of sums) {
        if (!label || area < 40) continue
        areas.push(area)
        contrasts.push(ground.red / ground.area - red / area)
      }
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
    expect(areas.length).toBeGreaterThan(40)
    expect(Math.sqrt((4 * median(areas)) / Math.PI)).toBeGreaterThan(15)
    expect(Math.sqrt((4 * median(areas)) / Math.PI)).toBeLessThan(32)
    expect(median(contrasts)).toBeGreaterThan(15)
  })
})
