import { drawMyocardium, micrographPixelSize } from '../../../samples/tem/myocardium.ts'
import { run } from './testing.ts'

// Drawing is slow on a busy machine.
jest.setTimeout(120_000)

test.each([41, 42])(
  'D2-2-48 of micrograph %p of the sample project, the length is within 5 % of what was drawn',
  async (seed) => {
    const { grey, width, truth } = drawMyocardium(seed, 2560)
    const { figures } = await run(grey, width, { x: micrographPixelSize, y: micrographPixelSize })
    expect(Math.abs((figures.sarcomereLength ?? Number.NaN) / truth.sarcomereUm - 1)).toBeLessThan(0.05)
  },
)
