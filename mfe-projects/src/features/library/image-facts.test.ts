import type { Image } from '@lamella/shared/contract'
import { imageStatus } from '@lamella/shared/contract'
import { sampleImage } from '@lamella/shared/testing/sample-image.ts'
import { tagsOf } from '../../lib/image-tags.ts'
import { pixelSizeText } from '../../lib/pixel-size-text.ts'
import { statusOf } from './image-status.ts'
import { dimensionsText } from './image-texts.ts'

test.each<[string, Partial<Image>, string[]]>([
  ['one plane', {}, []],
  ['channels', { isMultichannelImage: true, mcChannelLength: 4 }, ['4 ch']],
  ['time points', { isTimeSeries: true, timeSeriesLength: 21 }, ['21 t']],
  [
    'all at once',
    { isMultichannelImage: true, mcChannelLength: 2, isTimeSeries: true, timeSeriesLength: 3, isPyramid: true },
    ['2 ch', '3 t', 'pyramid'],
  ],
])('an image of %s is tagged %j', (_, changes, texts) => {
  expect(tagsOf(sampleImage(changes)).map(({ text }) => text)).toEqual(texts)
})

test.each<[Partial<Image>, string]>([
  [{ width: 1380, height: 1484 }, '1,380 × 1,484 px'],
  [{ width: null, height: null }, '–'],
])('dimensions of %j', (changes, text) => {
  expect(dimensionsText(sampleImage(changes))).toBe(text)
})

test.each<[Image['pixelSize'], string]>([
  [{ x: 0.5, y: 0.5 }, '0.50 µm'],
  [{ x: 0.3254, y: 0.3254 }, '0.325 µm'],
  [{ x: 0.5, y: 0.25 }, '0.50 × 0.25 µm'],
  [null, '–'],
])('pixel size %j is %s', (pixelSize, text) => {
  expect(pixelSizeText(sampleImage({ pixelSize }))).toBe(text)
})

test('every state has a word of its own', () => {
  const words = imageStatus.options.map((status) => statusOf(status).label)
  expect(new Set(words).size).toBe(imageStatus.options.length)
})
