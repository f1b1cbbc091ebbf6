import { skipDelays } from '@lamella/shared/testing/skip-delays.ts'
import fc from 'fast-check'
import { backoffDelay, withRetries } from './backoff.ts'
import { TransferError } from './transfer-error.ts'
import { portalOptions, transferDefaults } from './transfer-options.ts'

const signal = new AbortController().signal
const noAnswer = (message = 'no answer') => new TransferError('ERR_0503', null, { code: '', message })
const busy = () => new TransferError('ERR_0400', 409, { code: 'ERR_2007', message: 'busy' }, 1000)
const five = portalOptions.maxRetries

afterEach(() => jest.restoreAllMocks())

describe('backoffDelay', () => {
  it('D3-9-08 D3-9-10 starts at 500 ms, doubles, and ends at 5000 ms', () => {
    const delays = [0, 1, 2, 3, 4, 5].map((attempt) => backoffDelay(attempt, () => 0))
    expect(delays).toEqual([500, 1000, 2000, 4000, 5000, 5000])
  })

  it('is never below the doubled start nor above 5000 ms, whatever the random number', () => {
    const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(fc.nat({ max: 60 }), share, (attempt, chance) => {
        const delay = backoffDelay(attempt, () => chance)
        return delay >= Math.min(5000, 500 * 2 ** attempt) && delay <= 5000
      }),
    )
  })

  it('D3-9-09 two clients that failed at the same time do not retry at the same time', () => {
    expect(backoffDelay(0, () => 0.9)).toBeGreaterThan(backoffDelay(0, () => 0.1))
  })
})

describe('withRetries', () => {
  it('tries again until it works', async () => {
    const waits = skipDelays()
    const work = jest.fn().mockRejectedValueOnce(noAnswer()).mockResolvedValue('done')
    await expect(withRetries(work, five, signal)).resolves.toBe('done')
    expect(waits).toHaveLength(1)
  })

  it('D3-9-03 gives up after five retries with the last error', async () => {
    const waits = skipDelays()
    let tries = 0
    const work = () => Promise.reject(noAnswer(`try ${++tries}`))
    await expect(withRetries(work, five, signal)).rejects.toThrow('try 6')
    expect(waits).toHaveLength(5)
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  })

  it('D3-9-05 of the transfer layer itself gives up after ten', async () => {
    const waits = skipDelays()
    const work = jest.fn().mockRejectedValue(noAnswer('again'))
    await expect(withRetries(work, transferDefaults.maxRetries, signal)).rejects.toThrow('again')
    expect([work.mock.calls.length, waits.length]).toEqual([11, 10])
  })

  it('without a network waits for it, which counts as no try', async () => {
    const waits = skipDelays()
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const work = jest.fn().mockRejectedValueOnce(noAnswer('offline')).mockResolvedValue('done')
    const running = withRetries(work, 0, signal)
    await Promise.resolve()
    expect(work).toHaveBeenCalledTimes(1)
    onLine.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await expect(running).resolves.toBe('done')
    expect(waits).toEqual([])
  })

  it('waits as long as the answer says', async () => {
    const waits = skipDelays()
    const work = jest.fn().mockRejectedValueOnce(busy()).mockResolvedValue('done')
    await expect(withRetries(work, five, signal)).resolves.toBe('done')
    expect(waits).toEqual([1000])
  })

  it('an upload to which another request is writing costs no try for five minutes', async () => {
    skipDelays()
    let minutes = 0
    jest.spyOn(performance, 'now').mockImplementation(() => minutes * 60_000)
    let tries = 0
    const work = () => {
      tries += 1
      minutes += 0.25
      return Promise.reject(busy())
    }
    await expect(withRetries(work, five, signal)).rejects.toThrow('busy')
    expect(minutes).toBeGreaterThan(5)
    expect(tries).toBeGreaterThan(20)
  })

  it('does not retry an error that is not retriable', async () => {
    const work = jest.fn().mockRejectedValue(new Error('refused'))
    await expect(withRetries(work, five, signal)).rejects.toThrow('refused')
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('ends when it is aborted during a delay', async () => {
    const controller = new AbortController()
    const work = jest.fn().mockRejectedValue(noAnswer())
    const running = withRetries(work, five, controller.signal)
    controller.abort()
    await expect(running).rejects.toThrow('no answer')
    expect(work.mock.calls.length).toBeLessThanOrEqual(2)
  })
})
