import type { GlobalRole } from '@lamella/shared/contract'
import { manifest } from './manifest.ts'

const itemsFor = (role: GlobalRole) =>
  manifest.menu
    .filter(({ roles }) => roles.includes(role))
    .toSorted((one, other) => one.order - other.order)
    .map(({ title, to, group }) => [title, to, group])

test('D1-2.6-27 members have these items in this order', () => {
  expect(itemsFor('USER')).toEqual([
    ['Dashboard', '/datastorage', 'storage'],
    ['Image Upload', '/datastorage/upload', 'storage'],
    ['Upload Monitor', '/datastorage/monitor', 'storage'],
  ])
})

test('D1-2.6-36 guests have the dashboard alone', () => {
  expect(itemsFor('GUEST')).toEqual([['Dashboard', '/datastorage', 'storage']])
})
