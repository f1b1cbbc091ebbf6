import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import * as z from 'zod'
import { BrokenMessage, readMessages } from './messages.ts'

const schema = z.object({ number: z.int() })
const lineOf = (number: number) => `${JSON.stringify({ number })}\n`

/** Messages and errors that are read from an output in these chunks. */
const listen = async (chunks: readonly (string | Uint8Array)[], { maxBytes = 1000, stopAt = Infinity } = {}) => {
  const output = new PassThrough()
  const heard: number[] = []
  const broken: unknown[] = []
  const stop = readMessages(output, schema, {
    maxBytes,
    onMessage: ({ number }) => {
      heard.push(number)
      if (number === stopAt) stop()
    },
    onBroken: (error) => broken.push(error),
  })
  for (const chunk of chunks) output.write(chunk)
  output.end()
  await setImmediate()
  return { heard, broken, isRead: output.readableEnded }
}

test('messages come whole and in order, however the output is cut, and a torn last line is dropped', async () => {
  const numbers = fc.array(fc.integer(), { maxLength: 20 })
  const cuts = fc.array(fc.nat(1000), { maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(numbers, fc.nat(13), cuts, async (sent, torn, places) => {
      const bytes = Buffer.from(sent.map(lineOf).join('') + '{"number": 12'.slice(0, torn))
      const edges = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
      const chunks = edges.slice(1).map((edge, i) => bytes.subarray(edges[i], edge))
      expect(await listen(chunks)).toEqual({ heard: sent, broken: [], isRead: true })
    }),
  )
})

test('arbitrary bytes are either messages or end the reading', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 })), async (chunks) => {
      const lines = Buffer.concat(chunks).toString('latin1').split('\n').length - 1
      const { heard, broken, isRead } = await listen(chunks)
      expect({ isRead, ends: broken.length }).toEqual({ isRead: true, ends: lines > heard.length ? 1 : 0 })
    }),
  )
})

test.each([
  ['half a line of a child that was killed, and a newline', '{"number": 1\n'],
  ['text', 'Segmentation fault\n'],
  ['an empty line', '\n'],
  ['JSON that is no message', '{"number": "one"}\n'],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a])],
  ['a line that is too long', `${'9'.repeat(2000)}\n`],
  ['a line that never ends', '9'.repeat(2000)],
])('%s ends the reading once, and nothing after it is reported', async (_title, bad) => {
  const { heard, broken, isRead } = await listen([lineOf(1), bad, lineOf(2), bad])
  expect(heard).toEqual([1])
  expect(broken).toEqual([expect.any(BrokenMessage)])
  expect(isRead).toBe(true)
})

test('a longest line passes, one byte more does not', async () => {
  const line = lineOf(12345)
  expect((await listen([line], { maxBytes: line.length - 1 })).heard).toEqual([12345])
  expect((await listen([line], { maxBytes: line.length - 2 })).broken).toHaveLength(1)
})

test('after the end no message and no error is reported, not even of the same chunk', async () => {
  const { heard, broken, isRead } = await listen([lineOf(1) + lineOf(2) + lineOf(3), 'rubbish\n'], { stopAt: 2 })
  expect({ heard, broken, isRead }).toEqual({ heard: [1, 2], broken: [], isRead: true })
})

test.each([
  [
    'throws',
    () => {
      throw new Error('of the listener')
    },
  ],
  ['rejects', () => Promise.reject(new Error('of the listener'))],
])(
  'an error that a listener %s with ends the reading and reaches the caller, not the process',
  async (_title, onMessage) => {
    const output = new PassThrough()
    const broken: unknown[] = []
    readMessages(output, schema, { maxBytes: 1000, onMessage, onBroken: (error) => broken.push(error) })
    output.write(lineOf(1))
    await setImmediate()
    output.end(lineOf(2))
    await setImmediate()
    expect(broken).toEqual([new Error('of the listener')])
  },
)
