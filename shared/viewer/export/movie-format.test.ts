import { requireRoom } from './movie-format.ts'

test('a movie above 256 MB is refused, with the number of frames that were reached', () => {
  expect(() => requireRoom({ frames: 90, bytes: 256 * 1024 ** 2 }, 400)).not.toThrow()
  expect(() => requireRoom({ frames: 91, bytes: 256 * 1024 ** 2 + 1 }, 400)).toThrow(
    'A movie has at most 256 MB, which was reached after 91 of 400 frames. Take fewer time points or a smaller size.',
  )
})
