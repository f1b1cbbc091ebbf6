import { drawMyocardium, micrographPixelSize } from '../../../samples/tem/myocardium.ts'
import { sourceInMemory } from '../../sources/pixel-source.ts'
import { assessSuitability } from '../../suitability/assess.ts'
import { measureSuitability } from '../../suitability/measure.ts'
import { run } from './testing.ts'

// Drawing is slow on a busy machine.
jest.setTimeout(120_000)

test.each([41, 42])(
  'D2-2-48 of micrograph %p of the sample project, the length is within 5 % of what was drawn',
  async (seed) => {
    const { grey, width, truth } = drawMyocardium(seed, 2560)
    const { figures } = await run(grey, width, { x: micrographPixelSize, y: micrographPixelSize })
    expect(Math.abs((figures.sarcomereLength ?? Number.NaN) / truth.sarcomereUm - 1)).toBeLessThan(0.05)
    const pixelSizeUm = { x: micrographPixelSize, y: micrographPixelSize }
    const type = { bits: 8, format: 'uint' } as const
    const image = { width, height: width, pixelSizeUm, type, samplesPerPixel: 1 as const, channels: ['EM'] }
    const measured = await measureSuitability(sourceInMemory({ ...image, planes: [[grey]] }), 'striations')
    expect(assessSuitability(measured, { modality: 'striations' }, 0)).toMatchObject({ verdict: 'fits', reasons: [] })
  },
)
