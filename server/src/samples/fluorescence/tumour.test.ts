import { drawTumour, fieldChannels } from './tumour.ts'

describe('A drawn field of a tumour', () => {
  const size = 512
  const { planes, truth } = drawTumour(12, size)

  it('has a plane of counts per channel', () => {
    expect(planes.map(({ length }) => length)).toEqual(fieldChannels.map(() => size * size))
    for (const plane of planes) expect(plane.reduce((most, count) => Math.max(most, count), 0)).toBeLessThan(65_535)
  })

  it('says what was drawn: dividing cells are few, and most are epithelial', () => {
    expect(truth.nuclei).toBeGreaterThan(100)
    expect(truth.epithelial).toBeLessThan(truth.nuclei)
    expect(truth.dividing).toBeGreaterThan(0)
    expect(truth.dividing).toBeLessThan(truth.nuclei / 3)
  })

  it('shows nuclei brighter than the ground in the channel of DAPI only', () => {
    const [dapi, , actin] = planes
    const sorted = (plane: Uint16Array = new Uint16Array()) => Uint16Array.from(plane).sort()
    const bright = (plane?: Uint16Array) => sorted(plane)[Math.floor(0.97 * size * size)] ?? 0
    expect(bright(dapi)).toBeGreaterThan(4 * (sorted(dapi)[Math.floor(0.2 * size * size)] ?? 0))
    expect(bright(actin)).toBeGreaterThan(0)
  })
})
