import type { ListedResult } from '@lamella/shared/contract'
import { compare, differingParams } from './comparison.ts'

const idOf = (index: number) => `019aa000-0000-7000-8000-0000000000${String(index).padStart(2, '0')}`
const figure = (key: string, value: number | null, unit = '') => ({ key, title: key, value, unit, decimals: 1 })
const resultOf = (index: number, image: number, changes: Partial<ListedResult> = {}): ListedResult => ({
  id: idOf(index),
  job: idOf(index),
  image: idOf(image),
  imageName: `image ${image}`,
  appName: 'dab-scoring',
  appVersion: '2.3.0',
  created: `2026-11-20T09:00:${String(index).padStart(2, '0')}.000Z`,
  params: {},
  figures: [figure('count', index)],
  ...changes,
})

test('results are sorted by image, then by time, and differ from the first one of their image', () => {
  const { rows } = compare([resultOf(7, 10), resultOf(3, 9), resultOf(4, 10), resultOf(9, 10)])
  expect(rows.map(({ result, differences }) => [result.imageName, result.id, [...differences.values()]])).toEqual([
    ['image 9', idOf(3), []],
    ['image 10', idOf(4), []],
    ['image 10', idOf(7), [3]],
    ['image 10', idOf(9), [5]],
  ])
})

test('results of different applications are not subtracted from each other', () => {
  const { rows } = compare([resultOf(1, 5), resultOf(2, 5, { appName: 'nuclei' }), resultOf(4, 5)])
  expect(rows.map(({ differences }) => [...differences.values()])).toEqual([[], [], [3]])
})

test('two images of the same name are told apart', () => {
  const { rows } = compare([1, 2].map((image) => resultOf(image, image, { imageName: 'same' })))
  expect(rows.map(({ differences }) => differences.size)).toEqual([0, 0])
})

test('a figure has a column per unit, and no difference where a side is undefined or in another unit', () => {
  const { figures, rows } = compare([
    resultOf(1, 5, { figures: [figure('area', 2, 'px²'), figure('share', null, '%')] }),
    resultOf(2, 5, { figures: [figure('area', 3, 'µm²'), figure('share', 4, '%')] }),
  ])
  expect(figures.map(({ title, unit }) => `${title} ${unit}`)).toEqual(['area px²', 'share %', 'area µm²'])
  expect(rows.map(({ values }) => figures.map(({ id }) => values.get(id)))).toEqual([
    [2, null, undefined],
    [undefined, 4, 3],
  ])
  expect(rows[1]?.differences.size).toBe(0)
})

test('analyses are told apart by version and parameters, whatever the order of these', () => {
  const { analyses, rows } = compare([
    resultOf(1, 5, { params: { a: 1, b: 2 } }),
    resultOf(2, 6, { params: { b: 2, a: 1 } }),
    resultOf(3, 5, { params: { a: 1, b: 3 } }),
    resultOf(4, 5, { appVersion: '2.2.0', params: { a: 1, b: 3 } }),
  ])
  expect(rows.map(({ result, analysis }) => [result.id, analysis])).toEqual([
    [idOf(1), 0],
    [idOf(3), 1],
    [idOf(4), 2],
    [idOf(2), 0],
  ])
  expect(analyses).toHaveLength(3)
  expect(differingParams(analyses)).toEqual(['b'])
})
