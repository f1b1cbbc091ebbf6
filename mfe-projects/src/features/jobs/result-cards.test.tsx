import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen, within } from '@testing-library/react'
import { sampleObjects, sampleResult } from '../../../test/sample-result.ts'
import { ClassBars } from './class-bars.tsx'
import { objectColumns } from './object-columns.tsx'
import { Provenance } from './provenance.tsx'
import { ResultFigures } from './result-figures.tsx'

const region = (name: string) => within(screen.getByRole('region', { name }))
const barOf = (row: HTMLElement | undefined) => row?.querySelector('.bar')

test('a figure has its title and unit, and an undefined one is a dash without a unit', () => {
  renderPage(<ResultFigures figures={sampleResult().figures} />, { at: '/' })
  const figures = region('Figures')
  expect(figures.getByText('Nuclei').closest('[data-figure]')).toHaveTextContent(/^(Nuclei3|3Nuclei)$/)
  expect(figures.getByText('Mean area').closest('[data-figure]')).toHaveTextContent(/^(Mean area–|–Mean area)$/)
})

test('a figure says what must be known to read it', () => {
  const figure = {
    key: 'hotSpotIndex',
    title: 'Index',
    value: null,
    unit: '%',
    decimals: 1,
    note: 'fewer than 500 nuclei',
  }
  renderPage(<ResultFigures figures={[figure]} />, { at: '/' })
  expect(region('Figures').getByText('Index').closest('[data-figure]')).toHaveTextContent('–Indexfewer than 500 nuclei')
})

test.each([
  [6, '6'],
  [7, '4'],
  [10, '5'],
])('%s figures stand in %s columns', (count, columns) => {
  const [figure] = sampleResult().figures
  const figures = Array.from({ length: count }, (_, index) => ({
    ...{ title: 'Nuclei', value: 1, unit: '', decimals: 0, ...figure },
    key: `figure ${index}`,
  }))
  renderPage(<ResultFigures figures={figures} />, { at: '/' })
  expect(screen.getByRole('region', { name: 'Figures' }).style.getPropertyValue('--columns')).toBe(columns)
})

test('a class has its count, share, and a bar against the largest', () => {
  const [first, second] = sampleResult().classes
  if (!first || !second) throw new Error('The result has two classes')
  renderPage(
    <ClassBars
      classes={[
        { ...first, count: 1500 },
        { ...second, count: 500 },
      ]}
    />,
    { at: '/' },
  )
  const rows = region('Objects by class').getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['negative1,50075.0 %', '3+50025.0 %'])
  expect(barOf(rows[0])).toHaveStyle({ width: '100%' })
  expect(barOf(rows[1])).toHaveStyle({ width: '33.33333333333333%' })
})

test('classes without objects have no share', () => {
  const classes = sampleResult().classes.map((one) => ({ ...one, count: 0 }))
  renderPage(<ClassBars classes={classes} />, { at: '/' })
  const rows = region('Objects by class').getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['negative0–', '3+0–'])
  expect(barOf(rows[0])).toHaveStyle({ width: '0%' })
})

test('provenance names every fact in words', () => {
  renderPage(<Provenance provenance={{ imageSha256: 'abc', dabOdCuts: [0.2, 0.4] }} />, { at: '/' })
  const terms = region('Provenance').getAllByRole('term')
  const definitions = region('Provenance').getAllByRole('definition')
  expect(terms.map(({ textContent }) => textContent)).toEqual(['Image SHA-256', 'DAB OD cuts'])
  expect(definitions.map(({ textContent }) => textContent)).toEqual(['abc', '0.2, 0.4'])
})

test('the table of objects has number and class first, and all values to search by', () => {
  const columns = objectColumns(sampleResult())
  expect(columns.map(({ id, title }) => [id, title])).toEqual([
    ['no', 'No.'],
    ['class', 'Class'],
    ['x', 'X px'],
    ['area', 'Area µm²'],
    ['dabOd', 'Mean DAB density'],
  ])
  const [, second] = sampleObjects
  expect(second && columns.map(({ value }) => value?.(second))).toEqual([2, '3+', 410, 100.04, null])
})

test('narrow tables hide positions first, although they are the last columns', () => {
  const result = sampleResult({ columns: sampleResult().columns.toReversed() })
  const columns = objectColumns(result)
  expect(columns.map(({ id }) => id)).toEqual(['no', 'class', 'x', 'dabOd', 'area'])
  expect(columns.filter(({ minTableWidth }) => minTableWidth !== undefined).map(({ id }) => id)).toEqual(['x'])
})

test('the column of the classes is wide enough for their names', () => {
  const widthFor = (name: string) =>
    objectColumns(sampleResult({ classes: [{ name, color: '#56B4E9', count: 1 }] }))[1]?.width
  expect(widthFor('3+')).toBe(66)
  // Of "negative" the letters take 52 px, its colour and the padding 42.
  expect(widthFor('negative')).toBeGreaterThanOrEqual(94)
})
