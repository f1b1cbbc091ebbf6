import { portalUser } from '@lamella/shared/testing/render-page.tsx'
import { notesOn, personOf, roleFor, toEntry } from './chosen-people.ts'

const jonas = portalUser('member')
const samuel = portalUser('guest')
const users = [jonas, samuel]
const lab = { isAdmin: false, organisation: 'Nordlund Lab' }

test.each([
  ['an id', jonas.id, jonas.id],
  ['a name', ' jonas weber', jonas.id],
  ['an address', 'JONAS@lab.example', jonas.id],
  ['another address', ' kim@else.example ', 'kim@else.example'],
])('%s is understood', (_, text, entry) => {
  expect(toEntry(text, users)).toBe(entry)
})

test('a name that two people have stands for neither', () => {
  const twin = { ...jonas, id: samuel.id, email: 'twin@lab.example' }
  expect(toEntry('Jonas Weber', [jonas, twin])).toBe('Jonas Weber')
  expect(personOf('Jonas Weber', [jonas, twin]).kind).toBe('unknown')
})

test.each([
  [samuel.id, 'editor', true, 'viewer'],
  [jonas.id, 'editor', false, 'editor'],
  ['kim@else.example', 'annotator', false, 'viewer'],
  ['kim@else.example', 'annotator', true, 'annotator'],
] as const)('%s as %s by an admin %s becomes %s', (entry, role, isAdmin, expected) => {
  expect(roleFor(personOf(entry, users), role, isAdmin)).toBe(expected)
})

test('what will happen to guests and new people is said before', () => {
  const people = [samuel.id, jonas.id, 'kim@else.example'].map((entry) => personOf(entry, users))
  expect(notesOn(people, 'annotator', lab)).toEqual([
    'kim@else.example is not in Nordlund Lab: an invitation as guest is sent by mail. Guests can only be Viewers.',
    'Samuel Okafor is a guest and can only be added as Viewer.',
  ])
  expect(notesOn(people, 'editor', { ...lab, isAdmin: true })[0]).toBe(
    'kim@else.example is not in Nordlund Lab: an invitation as user is sent by mail.',
  )
  expect(notesOn(people.slice(0, 2), 'viewer', lab)).toEqual([])
})
