import { effectiveRole, globalRole } from './roles.ts'

test('D1-6-01 there are three global roles', () => {
  expect([...globalRole.options].sort()).toEqual(['GUEST', 'ORG_ADMIN', 'USER'])
})

describe('D2-1-03 D2-3-07 the role by which somebody is treated', () => {
  it.each([
    ['owner', 'owner', {}, 'owner'],
    ['editor', 'editor', {}, 'editor'],
    ['annotator', 'annotator', {}, 'annotator'],
    ['viewer', 'viewer', {}, 'viewer'],
    ['no contributor', null, {}, null],
    ['admin, no contributor', null, { isAdmin: true }, 'editor'],
    ['admin, viewer', 'viewer', { isAdmin: true }, 'editor'],
    ['admin, owner', 'owner', { isAdmin: true }, 'owner'],
    ['guest, editor', 'editor', { isGuest: true }, 'viewer'],
    ['guest, owner', 'owner', { isGuest: true }, 'viewer'],
    ['guest, no contributor', null, { isGuest: true }, null],
  ] as const)('%s', (_, own, flags, expected) => {
    expect(effectiveRole({ isAdmin: false, isGuest: false, ...flags }, own)).toBe(expected)
  })
})
