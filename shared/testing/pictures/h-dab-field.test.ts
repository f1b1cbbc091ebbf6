import sharp from 'sharp'
import { toPng, toTiff } from './encode.ts'
import { hDabField } from './h-dab-field.ts'

// Drawing pictures is slow on a busy machine.
jest.setTimeout(60_000)

const field = hDabField({ seed: 4, width: 300, height: 260, nuclei: 50, positiveShare: 0.3, touching: 0.5 })

test('the same options give the same bytes, another seed another picture', () => {
  const options = { width: 120, height: 100, nuclei: 8 }
  expect(hDabField({ ...options, seed: 2 })).toEqual(hDabField({ ...options, seed: 2 }))
  expect(hDabField({ ...options, seed: 2 }).data).not.toEqual(hDabField({ ...options, seed: 3 }).data)
})

test.each([
  { nuclei: 1, positiveShare: 0 },
  { nuclei: 10, positiveShare: 0.5 },
  { nuclei: 60, positiveShare: 1 },
])('$nuclei nuclei of which $positiveShare are positive are exactly that many', ({ nuclei, positiveShare }) => {
  const { objects, labels } = hDabField({ seed: 9, width: 260, height: 260, nuclei, positiveShare })
  expect(objects).toHaveLength(nuclei)
  expect(objects.filter(({ positive }) => positive)).toHaveLength(Math.round(nuclei * positiveShare))
  expect(new Set(labels).size).toBe(nuclei + 1)
})

test('areas and centroids are those of the label picture', () => {
  for (const { no, area, centroid } of field.objects) {
    const pixels = [...field.labels.entries()].filter(([, label]) => label === no).map(([index]) => index)
    expect(pixels).toHaveLength(area)
    const meanX = pixels.reduce((total, index) => total + (index % field.width), 0) / area
    expect(centroid[0]).toBeCloseTo(meanX, 6)
  }
})

test('outlines are closed and lie about their nucleus', () => {
  for (const { polygon, centroid } of field.objects) {
    expect(polygon.at(0)).toEqual(polygon.at(-1))
    const xs = polygon.map(([x]) => x)
    expect(Math.min(...xs)).toBeLessThan(centroid[0])
    expect(Math.max(...xs)).toBeGreaterThan(centroid[0])
  }
})

test('positive nuclei hold clearly more DAB than negative ones', () => {
  const dab = (positive: boolean) => field.objects.filter((o) => o.positive === positive).map((o) => o.dabOd)
  expect(Math.min(...dab(true))).toBeGreaterThan(0.17)
  expect(Math.max(...dab(false))).toBeLessThan(0.13)
})

test('many nuclei touch a neighbour when asked to', () => {
  const touchingPairs = (touching: number) => {
    const { labels, width } = hDabField({ seed: 5, width: 400, height: 400, nuclei: 60, touching })
    const pairs = new Set<string>()
    labels.forEach((label, i) => {
      for (const other of [labels[i + 1], labels[i + width]]) {
        if (label && other && other !== label) pairs.add(`${Math.min(label, other)}-${Math.max(label, other)}`)
      }
    })
    return pairs.size
  }
  expect(touchingPairs(0)).toBe(0)
  expect(touchingPairs(0.8)).toBeGreaterThan(20)
})

test('a field that cannot hold the nuclei is refused', () => {
  expect(() => hDabField({ width: 40, height: 40, nuclei: 60 })).toThrow(RangeError)
})

test('PNG and TIFF read back to the same pixels', async () => {
  for (const bytes of [await toPng(field), toTiff(field, 0.5)]) {
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 300, height: 260, channels: 3 })
    expect(Buffer.compare(data, Buffer.from(field.data))).toBe(0)
  }
  // 0.5 µm per pixel are 50,800 pixels per inch
  expect((await sharp(toTiff(field, 0.5)).metadata()).density).toBe(50_800)
})
