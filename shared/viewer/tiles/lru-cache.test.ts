import { LruCache } from './lru-cache.ts'

test('the least recently used entries leave when the weight is exceeded', () => {
  const dropped: string[] = []
  const cache = new LruCache<string>(3, (value) => dropped.push(value))
  cache.set('a', 'A', 1)
  cache.set('b', 'B', 1)
  cache.set('c', 'C', 1)
  cache.get('a')
  cache.set('d', 'D', 1)
  expect(dropped).toEqual(['B'])
  expect(cache.get('a')).toBe('A')
})

test('one entry above the capacity is still kept, alone', () => {
  const cache = new LruCache<string>(3)
  cache.set('a', 'A', 1)
  cache.set('b', 'B', 9)
  expect(cache.get('a')).toBeUndefined()
  expect(cache.get('b')).toBe('B')
})
