import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { BlobMissing, type BlobStore } from './blobs.ts'

const collect = async (keys: AsyncIterable<string>): Promise<string[]> => {
  const all: string[] = []
  for await (const key of keys) all.push(key)
  return all.sort()
}

/** Tests that every implementation of BlobStore must pass; each runs them in its own test file. */
export const describeBlobs = (name: string, create: () => Promise<BlobStore>): void => {
  describe(name, () => {
    let blobs: BlobStore
    beforeAll(async () => {
      blobs = await create()
    })
    const read = async (key: string, range?: { start: number; end: number }) => buffer(await blobs.read(key, range))

    it('gives back what was written, from bytes and from a stream', async () => {
      const bytes = randomBytes(300_000)
      expect(await blobs.write('a/bytes', bytes)).toEqual({ size: 300_000 })
      expect(await blobs.write('a/stream', Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))).toEqual({
        size: 300_000,
      })
      expect((await read('a/bytes')).equals(bytes)).toBe(true)
      expect((await read('a/stream')).equals(bytes)).toBe(true)
    })

    it('keeps empty blobs', async () => {
      await blobs.write('empty', new Uint8Array())
      expect(await blobs.stat('empty')).toMatchObject({ size: 0 })
      expect(await read('empty')).toHaveLength(0)
    })

    it('replaces a blob as a whole', async () => {
      await blobs.write('replaced', Buffer.from('a long first version'))
      await blobs.write('replaced', Buffer.from('short'))
      expect((await read('replaced')).toString()).toBe('short')
    })

    it('leaves the old blob, and nothing new, when a write fails', async () => {
      await blobs.write('kept', Buffer.from('old'))
      async function* broken() {
        yield Buffer.from('new')
        throw new Error('the line went dead')
      }
      await expect(blobs.write('kept', Readable.from(broken()))).rejects.toThrow('the line went dead')
      await expect(blobs.write('never', Readable.from(broken()))).rejects.toThrow('the line went dead')
      expect((await read('kept')).toString()).toBe('old')
      expect(await blobs.stat('never')).toBeNull()
    })

    it('takes over a file, which is gone afterwards', async () => {
      const file = join(tmpdir(), randomUUID())
      await writeFile(file, 'adopted')
      await blobs.adopt('b/adopted', file)
      expect((await read('b/adopted')).toString()).toBe('adopted')
      await expect(readFile(file)).rejects.toThrow('ENOENT')
    })

    it('reads ranges, both ends included', async () => {
      await blobs.write('ranges', Buffer.from('0123456789'))
      expect((await read('ranges', { start: 2, end: 4 })).toString()).toBe('234')
      expect(Buffer.from(await blobs.readRange('ranges', 3, 4)).toString()).toBe('3456')
      expect(await blobs.readRange('ranges', 10, 0)).toHaveLength(0)
      await expect(blobs.readRange('ranges', 8, 3)).rejects.toThrow(RangeError)
    })

    it('stays open for many reads, and closes when the last has ended', async () => {
      await blobs.write('open', Buffer.from('0123456789'))
      const blob = await blobs.open('open')
      expect(blob.size).toBe((await blobs.stat('open'))?.size)
      const reads = Promise.all([blob.read(0, 3), blob.read(8, 5), blob.read(20, 1)])
      await blob.close()
      expect((await reads).map((bytes) => Buffer.from(bytes).toString())).toEqual(['012', '89', ''])
      await expect(blob.read(0, 1)).rejects.toThrow()
    })

    it('says so when there is no blob', async () => {
      await blobs.write('folder/inside', Buffer.from('x'))
      for (const key of ['missing', 'missing/deep', 'folder', 'folder/inside/deeper']) {
        expect(await blobs.stat(key)).toBeNull()
        await expect(blobs.read(key)).rejects.toThrow(BlobMissing)
        await expect(blobs.readRange(key, 0, 1)).rejects.toThrow(BlobMissing)
        await expect(blobs.open(key)).rejects.toThrow(BlobMissing)
        await expect(blobs.withFile(key, async () => 1)).rejects.toThrow(BlobMissing)
      }
    })

    it('lists and removes by prefix, and only that', async () => {
      for (const key of ['list/1/a', 'list/1/b/c', 'list/10/a', 'list/2']) await blobs.write(key, Buffer.from(key))
      expect(await collect(blobs.list('list/1/'))).toEqual(['list/1/a', 'list/1/b/c'])
      await blobs.remove('list/1/')
      await blobs.remove('list/none/')
      await blobs.remove('list/none')
      expect(await collect(blobs.list('list/'))).toEqual(['list/10/a', 'list/2'])
      await blobs.remove('list/2')
      expect(await collect(blobs.list('list/'))).toEqual(['list/10/a'])
      expect(await collect(blobs.list('nothing/'))).toEqual([])
    })

    it('hands out a file to those who need one', async () => {
      await blobs.write('file', Buffer.from('content'))
      expect(await blobs.withFile('file', (file) => readFile(file, 'utf8'))).toBe('content')
    })

    it.each(['../up', 'a/../b', '/abs', 'a//b', '', '.hidden', 'a/.b', 'a\\b', 'a b', 'a/\0'])(
      'refuses the key %j',
      async (key) => {
        await expect(blobs.write(key, Buffer.from('x'))).rejects.toThrow('is not a blob key')
        await expect(blobs.read(key)).rejects.toThrow('is not a blob key')
        await expect(blobs.remove(key)).rejects.toThrow('is not a blob key')
        await expect(collect(blobs.list(`${key}/`))).rejects.toThrow('is not a blob key')
      },
    )
  })
}
