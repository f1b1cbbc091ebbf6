import { effectiveRole } from './role-repository.ts'

const owner = { userId: 'me', ownerId: 'me' }
const other = { userId: 'me', ownerId: 'somebody' }

describe('effectiveRole', () => {
  it.each([
    ['owner', owner, null, {}, 'owner'],
    ['editor', other, 'editor', {}, 'editor'],
    ['annotator', other, 'annotator', {}, 'annotator'],
    ['viewer', other, 'viewer', {}, 'viewer'],
    ['no contributor', other, null, {}, null],
    ['admin, no contributor', other, null, { isAdmin: true }, 'editor'],
    ['admin, viewer', other, 'viewer', { isAdmin: true }, 'editor'],
    ['admin, owner', owner, null, { isAdmin: true }, 'owner'],
    ['guest, editor', other, 'editor', { isGuest: true }, 'viewer'],
    ['guest, owner', owner, null, { isGuest: true }, 'viewer'],
    ['guest, no contributor', other, null, { isGuest: true }, null],
  ] as const)('%s', (_, { userId, ownerId }, contributorRole, flags, expected) => {
    const person = { userId, isAdmin: false, isGuest: false, ...flags }
    expect(effectiveRole(person, { ownerId, contributorRole })).toBe(expected)
  })
})
