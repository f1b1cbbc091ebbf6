import { drawMyocardium, micrographPixelSize } from './myocardium.ts'

describe('A drawn micrograph of heart muscle', () => {
  const size = 1024
  const { grey, truth } = drawMyocardium(5, size)

  it('has one pixel per place, and the same again from the same seed', () => {
    expect(grey.length).toBe(size * size)
    expect(Buffer.compare(drawMyocardium(5, 256).grey, drawMyocardium(5, 256).grey)).toBe(0)
  })

  it('uses the grey levels without being clipped', () => {
    const clipped = grey.reduce((sum, level) => sum + Number(level === 0 || level === 255), 0)
    expect(clipped / grey.length).toBeLessThan(0.01)
  })

  it('says the length of its sarcomeres, and how much of it is mitochondria', () => {
    expect(truth.sarcomereUm).toBeCloseTo(625 * micrographPixelSize)
    expect(truth.mitochondriaPixels / grey.length).toBeGreaterThan(0.05)
    expect(truth.mitochondriaPixels / grey.length).toBeLessThan(0.6)
  })
})
