import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { fitsText, isUserId, notesOn, personOf, roleFor } from './chosen-people.ts'

const jonas = portalUser('member')
const samuel = portalUser('guest')
const lab = { isAdmin: false, organisation: 'Nordlund Lab' }
const personNamed = (entry: string) => personOf(entry, [jonas, samuel].find(({ id }) => id === entry) ?? null)

test.each([
  ['somebody whom the server found', 'jonas weber', jonas, 'user'],
  ['the address of nobody in the organisation', 'kim@else.example', null, 'address'],
  ['the name of nobody, or of several', 'Jonas Weber', null, 'unknown'],
  ['an address before the server has answered', 'kim@else.example', undefined, 'pending'],
] as const)('%s is understood', (_, entry, found, kind) => {
  expect(personOf(entry, found).kind).toBe(kind)
})

test.each([
  ['weber jon', true],
  ['JONAS@lab', true],
  ['', true],
  ['jonas okafor', false],
])('whether "%s" fits a person: %s', (text, fits) => {
  expect(fitsText(jonas, text)).toBe(fits)
})

test('ids are told from what is typed', () => {
  expect([jonas.id, 'Jonas Weber', 'kim@else.example'].map(isUserId)).toEqual([true, false, false])
})

test.each([
  [samuel.id, 'editor', true, 'viewer'],
  [jonas.id, 'editor', false, 'editor'],
  ['kim@else.example', 'annotator', false, 'viewer'],
  ['kim@else.example', 'annotator', true, 'annotator'],
] as const)('%s as %s by an admin %s becomes %s', (entry, role, isAdmin, expected) => {
  expect(roleFor(personNamed(entry), role, isAdmin)).toBe(expected)
})

test('what will happen to guests and new people is said before', () => {
  const people = [samuel.id, jonas.id, 'kim@else.example'].map(personNamed)
  expect(notesOn(people, 'annotator', lab)).toEqual([
    'kim@else.example is not in Nordlund Lab: an invitation as guest is sent by mail. Guests can only be Viewers.',
    'Samuel Okafor is a guest and can only be added as Viewer.',
  ])
  expect(notesOn(people, 'editor', { ...lab, isAdmin: true })[0]).toBe(
    'kim@else.example is not in Nordlund Lab: an invitation as user is sent by mail.',
  )
  expect(notesOn(people.slice(0, 2), 'viewer', lab)).toEqual([])
})
