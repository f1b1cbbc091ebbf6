import { until } from './until.ts'

/** As after the time limit of a test, nobody waits for it. */
let abandoned: Promise<unknown> | undefined

it('A result that never comes is looked for', async () => {
  let looks = 0
  abandoned = until(() => {
    looks += 1
    return false
  })
  abandoned.catch(() => undefined)
  expect(await until(() => looks > 2)).toBe(true)
})

it('and no longer after the end of the test', async () => {
  await expect(abandoned).rejects.toThrow('The test ended before there was a result')
})
