import { blankTruth, TrichromeSlide } from './slide.ts'

const size = { width: 3072, height: 1792 }

describe('A drawn slide', () => {
  const slide = new TrichromeSlide(3, size)

  it('has the same pixels in tiles of any size and order', () => {
    const [left, top] = [1280, 512]
    const whole = slide.draw(left, top, 256, 256)
    const parts = [128, 0].map((y) => slide.draw(left, top + y, 256, 128))
    expect(Buffer.compare(Buffer.concat(parts.reverse()), whole)).toBe(0)
  })

  it('shows glass around the tissue, and says how much of the tissue is what', () => {
    const [corner, middle] = [blankTruth(), blankTruth()]
    const glass = slide.draw(0, 0, 256, 256, corner)
    expect(corner).toEqual(blankTruth())
    expect(glass.reduce((least, level) => Math.min(least, level), 255)).toBeGreaterThan(230)
    slide.draw(1280, 512, 512, 512, middle)
    expect(middle.muscle).toBeGreaterThan(50_000)
    expect(middle.muscle + middle.collagen + middle.fat).toBeLessThanOrEqual(middle.tissue)
  })

  it('of another seed is another one', () => {
    const other = new TrichromeSlide(4, size).draw(1280, 512, 256, 256)
    expect(Buffer.compare(other, slide.draw(1280, 512, 256, 256))).not.toBe(0)
  })
})
