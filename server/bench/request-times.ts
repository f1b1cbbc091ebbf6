import type { UploadClient } from '../test/upload-client.ts'

/** Milliseconds of turns, one after the other. The fastest is what the machine can do when nothing else runs. */
export interface Times {
  p95: number
  median: number
  fastest: number
}

export const timesOf = async (
  turns: number,
  turn: (turn: number) => Promise<void>,
  before?: () => Promise<void>,
): Promise<Times> => {
  const times: number[] = []
  for (let at = 0; at < turns; at++) {
    await before?.()
    const start = performance.now()
    await turn(at)
    times.push(performance.now() - start)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(Math.ceil(share * turns) - 1, 0)] ?? Number.NaN
  return { p95: at(0.95), median: at(0.5), fastest: at(0) }
}

/** The same of requests. @param pathOf - by turn @param before - what happens before each turn and is not measured */
export const timesOfRequests = (
  client: UploadClient,
  turns: number,
  pathOf: (turn: number) => string,
  before?: () => Promise<void>,
): Promise<Times> =>
  timesOf(
    turns,
    async (turn) => {
      const { status } = await client.request('GET', pathOf(turn))
      if (status !== 200) throw new Error(`${pathOf(turn)} answered ${status}`)
    },
    before,
  )
