import { classCodesByCuts } from '@lamella/shared/contract'
import fc from 'fast-check'
import { sampleClassification, sampleCorrection } from '../../../test/sample-correction.ts'
import { changesInWords, correctionOf, isSameCorrection, moveCut } from './correction.ts'
import { correctionFacts } from './correction-facts.ts'
import { correctionSentence } from './correction-text.ts'
import { cutEntry, cutText } from './cut-text.ts'
import { axisEndOf, binsOf } from './histogram-bins.ts'
import { codesFor } from './use-object-values.ts'

const codesOf = (values: Float64Array, cuts: readonly number[]) =>
  classCodesByCuts(new Uint16Array(values.length), values, [], cuts)

const start = correctionOf(sampleClassification, null)

test('changes are named in words', () => {
  const now = { cuts: [0.25, 0.6], leftOut: new Set([3, 9]) }
  expect(changesInWords(sampleClassification, start, now)).toEqual([
    '1+ from 0.25 instead of 0.20',
    '2 objects left out',
  ])
  expect(changesInWords(sampleClassification, now, start)).toEqual([
    '1+ from 0.20 instead of 0.25',
    '2 objects put back',
  ])
})

test.each([
  [0.2, '0.20', '0.20'],
  [0.205, '0.205', '0.205'],
  [0.2049, '0.2049', '0.2049'],
  [0.00001, '0.00001', '0.00001'],
  [1500, '1500.00', '1,500.00'],
  [-0.125, '-0.125', '−0.125'],
])('a cut at %s is shown with its decimals, the same in its field and in sentences', (cut, entry, text) => {
  expect([cutEntry(cut), cutText(cut)]).toEqual([entry, text])
})

test('cuts that differ in the fourth decimal differ in the words of a change and of a stored result', () => {
  const now = { cuts: [0.2049, 0.6], leftOut: new Set<number>() }
  expect(changesInWords(sampleClassification, start, now)).toEqual(['1+ from 0.2049 instead of 0.20'])
  expect(correctionSentence(sampleCorrection({ cuts: now.cuts }), null)).toContain('cuts at 0.2049, 0.60;')
})

test('a corrected result starts with its cuts and the objects that anybody left out', () => {
  const stored = correctionOf(sampleClassification, sampleCorrection())
  expect(isSameCorrection(stored, { cuts: [0.25, 0.6], leftOut: new Set([10, 4, 1]) })).toBe(true)
  expect(correctionSentence(sampleCorrection(), null)).toMatch(
    /^Corrected by Mia Lang, 2026-11-22 .+, from the original result: cuts at 0.25, 0.60; 2 objects left out by Mia Lang and 1 by Jonas Weber\.$/,
  )
})

test('the provenance of a corrected result has the cuts in force, once', () => {
  const given = { model: 'stained', dabOdCuts: [0.2, 0.6] }
  const facts = correctionFacts(sampleCorrection({ cuts: [0.25, 0.7] }), 'dabOd')
  expect(Object.entries({ ...given, ...facts }).filter(([key]) => /cuts/i.test(key))).toEqual([
    ['dabOdCuts', [0.25, 0.7]],
  ])
})

test('an object that the application put below a cut stays there while another cut is moved', () => {
  const values = { stored: Uint16Array.of(0, 1), columns: { [sampleClassification.column]: Float64Array.of(0.2, 0.2) } }
  expect([...codesFor(values, sampleClassification, [0.2, 0.7])]).toEqual([0, 1])
})

test('a cut stops at its neighbours', () => {
  expect(moveCut([0.2, 0.6], 0, 0.9)).toEqual([0.6, 0.6])
  expect(moveCut([0.2, 0.6], 1, 0.1)).toEqual([0.2, 0.2])
  expect(moveCut([0.2, 0.6], 1, 1.4)).toEqual([0.2, 1.4])
})

test('a cut has no more decimals than are shown of it', () => {
  expect(moveCut([0.2, 0.6], 0, 0.2000049)).toEqual([0.2, 0.6])
  expect(moveCut([0.2, 0.6], 0, 0.214900000000004)).toEqual([0.2149, 0.6])
})

test('every object that counts is in one bin, under the class of its value', () => {
  const value = fc.oneof(fc.double({ min: -1, max: 3, noNaN: true }), fc.constant(Number.NaN))
  fc.assert(
    fc.property(fc.array(value), fc.uniqueArray(fc.integer({ min: 1, max: 20 })), (list, out) => {
      const values = Float64Array.from(list)
      const codes = codesOf(values, sampleClassification.cuts)
      const leftOut = new Set(out)
      const bins = binsOf(values, codes, 3, leftOut, [0, 2], 0.01)
      const counted = [0, 1, 2].map((code) => bins.reduce((sum, { counts }) => sum + (counts[code] ?? 0), 0))
      const expected = [0, 1, 2].map(
        (code) => list.filter((one, i) => !Number.isNaN(one) && codes[i] === code && !leftOut.has(i + 1)).length,
      )
      expect(counted).toEqual(expected)
      for (const { from, to, counts } of bins.slice(1, -1)) {
        const inside = list.filter((one, i) => !leftOut.has(i + 1) && one >= from + 1e-6 && one < to - 1e-6).length
        expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(inside)
      }
    }),
  )
})

test('round cuts lie between two bins, values on an edge in the upper one', () => {
  const values = Float64Array.of(0.2, 0.58, 0.6)
  const bins = binsOf(values, codesOf(values, [0.2, 0.6]), 3, new Set(), [0, 1.4], 0.01)
  expect(bins).toHaveLength(70)
  const filled = bins.filter(({ counts }) => counts.some((count) => count > 0))
  expect(filled.map(({ from, counts }) => [from.toFixed(2), counts])).toEqual([
    ['0.20', [0, 1, 0]],
    ['0.58', [0, 1, 0]],
    ['0.60', [0, 0, 1]],
  ])
})

test.each([
  [[-0.3, 0.3, 2.4], true, true],
  [[-0.02, 0.3, 2], true, false],
  [[0, 0.3, 3.1], false, true],
  [[0, 0.3, 2], false, false],
])('the end bins of %j say whether they hold values from beyond the axis: %s, %s', (list, isLower, isHigher) => {
  const values = Float64Array.from(list)
  const bins = binsOf(values, codesOf(values, []), 1, new Set(), [0, 2], 0.01)
  expect(bins.flatMap(({ holdsLower }, at) => (holdsLower ? [at] : []))).toEqual(isLower ? [0] : [])
  expect(bins.flatMap(({ holdsHigher }, at) => (holdsHigher ? [at] : []))).toEqual(isHigher ? [bins.length - 1] : [])
})

test('an object that was left out does not make an end bin hold values from beyond the axis', () => {
  const values = Float64Array.of(-0.3, 0.3, 2.4)
  const bins = binsOf(values, codesOf(values, []), 1, new Set([1, 3]), [0, 2], 0.01)
  expect(bins.some(({ holdsLower, holdsHigher }) => holdsLower || holdsHigher)).toBe(false)
})

test.each([
  [[0.3, 1.13], 1.2],
  [[0.3], 0.8],
  [[9], 2],
  [[], 0.8],
])('the axis of values %j ends at %s', (values, end) => {
  expect(axisEndOf(Float64Array.from(values), sampleClassification)).toBe(end)
})
