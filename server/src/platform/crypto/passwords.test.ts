import * as argon2 from '@node-rs/argon2'
import { decoyHashReady, verifyPassword } from './passwords.ts'

// Calls the real functions and counts the calls.
jest.mock('@node-rs/argon2', () => {
  const real: typeof argon2 = jest.requireActual('@node-rs/argon2')
  return { ...real, hash: jest.fn(real.hash), verify: jest.fn(real.verify) }
})

it('the first log-in of a process with an unknown account hashes nothing: the decoy was made before', async () => {
  await decoyHashReady()
  jest.mocked(argon2.hash).mockClear()
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false)
  expect(argon2.hash).not.toHaveBeenCalled()
  expect(argon2.verify).toHaveBeenCalledTimes(1)
})
