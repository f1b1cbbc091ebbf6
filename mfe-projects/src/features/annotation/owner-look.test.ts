import { labelColors } from '@lamella/shared/ui'
import { ownersOf } from './owner-look.ts'

test('owners have their colours in the order in which they began, so that others who come change none', () => {
  const [mia, tom] = [
    { owner: 'mia', ownerName: 'Mia' },
    { owner: 'tom', ownerName: 'Tom' },
  ]
  const before = [
    { ...tom, no: 2 },
    { ...tom, no: 1 },
    { ...mia, no: 3 },
  ]
  const expected = [
    { id: 'tom', name: 'Tom', count: 2, color: labelColors[0] },
    { id: 'mia', name: 'Mia', count: 1, color: labelColors[1] },
  ]
  expect(ownersOf(before)).toEqual(expected)
  // Not numbered yet.
  expect(ownersOf([{ owner: 'ada', ownerName: 'Ada', no: null }, ...before]).slice(0, 2)).toEqual(expected)
})
