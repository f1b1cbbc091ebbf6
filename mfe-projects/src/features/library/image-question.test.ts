import { countConditions, filterIn, noFilter, questionOf, sortIn, withFilter } from './image-question.ts'

const filter = {
  ...noFilter,
  name: ' a ',
  folder: 'plate1_',
  tag: 'good',
  type: 'MultiChannel' as const,
  channels: '4+',
  minSize: '1.5',
  maxSize: '2',
  from: '2026-11-01',
  to: '2026-11-02',
}

test('a filter becomes a question: megabytes as bytes, days as the moments at which they begin and end', () => {
  expect(questionOf('available', 'name', filter)).toEqual({
    sort: 'name',
    'filter[scope]': 'available',
    'filter[name]': 'a',
    'filter[prefix]': 'plate1_',
    'filter[tag]': 'good',
    'filter[type]': 'MultiChannel',
    'filter[minChannels]': 4,
    'filter[minSize]': 1_572_864,
    'filter[maxSize]': 2_097_152,
    'filter[from]': new Date(2026, 10, 1).toISOString(),
    'filter[until]': new Date(2026, 10, 3).toISOString(),
  })
  expect(questionOf('failed', 'newest', { ...noFilter, channels: '2' })).toEqual({
    sort: 'newest',
    'filter[scope]': 'failed',
    'filter[minChannels]': 2,
    'filter[maxChannels]': 2,
  })
})

test('what is no number and no day does not count', () => {
  const question = questionOf('available', 'newest', { ...noFilter, minSize: 'big', from: 'soon', channels: 'x' })
  expect(question).toEqual({ sort: 'newest', 'filter[scope]': 'available' })
})

test('the address keeps a filter, and drops what is not valid', () => {
  const address = withFilter(new URLSearchParams('view=table&tag=old'), { ...filter, tag: '' })
  expect(address.get('view')).toBe('table')
  expect(filterIn(address)).toEqual({ ...filter, tag: '' })
  expect(filterIn(new URLSearchParams('type=Hologram')).type).toBe('')
  expect([sortIn(new URLSearchParams('sort=largest')), sortIn(new URLSearchParams('sort=odd'))]).toEqual([
    'largest',
    'newest',
  ])
  expect([countConditions(filter), countConditions({ ...noFilter, name: 'a' })]).toEqual([8, 0])
})
