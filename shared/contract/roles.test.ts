import { globalRole } from './roles.ts'

test('D1-6-01 there are three global roles', () => {
  expect([...globalRole.options].sort()).toEqual(['GUEST', 'ORG_ADMIN', 'USER'])
})
