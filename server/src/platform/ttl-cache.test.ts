import { TtlCache } from './ttl-cache.ts'

const at = (milliseconds: number) => new Date(1_000_000 + milliseconds)

describe('TtlCache', () => {
  it('remembers for its time and not longer', () => {
    const memory = new TtlCache<string>(5000, 10)
    memory.set('a', 'one', at(0))
    expect(memory.get('a', at(4999))).toBe('one')
    expect(memory.get('a', at(5000))).toBeUndefined()
  })

  it('does not trust an entry from the future: the clock went back', () => {
    const memory = new TtlCache<string>(5000, 10)
    memory.set('a', 'one', at(60_000))
    expect(memory.get('a', at(0))).toBeUndefined()
  })

  it('drops the oldest entry at its limit', () => {
    const memory = new TtlCache<number>(5000, 2)
    memory.set('a', 1, at(0))
    memory.set('b', 2, at(1))
    memory.set('c', 3, at(2))
    expect(['a', 'b', 'c'].map((key) => memory.get(key, at(3)))).toEqual([undefined, 2, 3])
  })

  it('forgets what matches', () => {
    const memory = new TtlCache<number>(5000, 10)
    memory.set('a', 1, at(0))
    memory.set('b', 2, at(0))
    memory.forget((value) => value === 1)
    expect([memory.get('a', at(1)), memory.get('b', at(1))]).toEqual([undefined, 2])
  })
})
