/** @jest-environment ./test/native-arrays-environment.cjs */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { writeModel } from './model.ts'
import { MessageWriter, readFields } from './protobuf.ts'
import { readInitializers, readMetadata } from './read-model.ts'
import { InferenceSession, Tensor } from './runtime.ts'

const field = fc.integer({ min: 1, max: 2 ** 20 })

test('what is written as protocol buffers is read again', () => {
  const entry = fc.oneof(
    fc.record({ field, kind: fc.constant('integer' as const), value: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }) }),
    fc.record({ field, kind: fc.constant('bytes' as const), value: fc.uint8Array({ maxLength: 300 }) }),
  )
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
      const writer = new MessageWriter()
      for (const each of entries) {
        if (each.kind === 'integer') writer.integer(each.field, each.value)
        else writer.bytes(each.field, each.value)
      }
      expect(readFields(writer.finish())).toEqual(entries)
    }),
  )
})

test('a message that ends within a field is refused, whatever is left of it', () => {
  const whole = new MessageWriter().integer(1, 5).bytes(2, new Uint8Array(200)).finish()
  fc.assert(
    fc.property(fc.integer({ min: 3, max: whole.length - 1 }), (length) => {
      expect(() => readFields(whole.subarray(0, length))).toThrow(RangeError)
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      try {
        readFields(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }),
  )
})

/** y = x · weights + 1, with weights of any shape that fits. */
const linear = (rows: number, columns: number, weights: Float32Array, metadata: Record<string, string>) =>
  writeModel({
    nodes: [
      { operator: 'MatMul', inputs: ['x', 'weights'], outputs: ['product'] },
      { operator: 'Add', inputs: ['product', 'one'], outputs: ['y'] },
    ],
    initializers: [
      { name: 'weights', shape: [rows, columns], data: weights },
      { name: 'one', shape: [], data: Float32Array.of(1) },
    ],
    inputs: [{ name: 'x', shape: ['any', rows] }],
    outputs: [{ name: 'y', shape: ['any', columns] }],
    metadata,
  })

const float = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1e3, max: 1e3 })

test('onnxruntime computes what the model says, and constants and metadata are read back', async () => {
  const side = fc.integer({ min: 1, max: 6 })
  const model = side.chain((rows) =>
    side.chain((columns) =>
      fc.record({
        rows: fc.constant(rows),
        columns: fc.constant(columns),
        weights: fc.array(float, { minLength: rows * columns, maxLength: rows * columns }),
        x: fc.array(float, { minLength: rows, maxLength: rows }),
        metadata: fc.dictionary(
          fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
          fc.string(),
        ),
      }),
    ),
  )
  await fc.assert(
    fc.asyncProperty(model, async ({ rows, columns, weights, x, metadata }) => {
      const file = linear(rows, columns, Float32Array.from(weights), metadata)
      expect(readInitializers(file).get('weights')).toEqual(Float32Array.from(weights))
      expect(readMetadata(file)).toEqual(metadata)
      const session = await InferenceSession.create(file)
      const { y } = await session.run({ x: new Tensor('float32', Float32Array.from(x), [1, rows]) })
      for (let column = 0; column < columns; column++) {
        const expected = x.reduce(
          (sum, value, row) => sum + Math.fround(value) * (weights[row * columns + column] ?? 0),
          1,
        )
        expect(Number(y?.data[column])).toBeCloseTo(expected, 0)
      }
      await session.release()
    }),
    { numRuns: 25 },
  )
})

test('the runtime keeps no record for its maker', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'telemetry-'))
  const program = `
    const { InferenceSession } = await import(${JSON.stringify(join(__dirname, 'runtime.ts'))})
    await InferenceSession.create(Uint8Array.from(process.argv[1].split(',').map(Number)))
    console.log(process.env.ORT_DISABLE_TELEMETRY)`
  try {
    const model = linear(1, 1, Float32Array.of(2), {})
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', program, [...model].join()],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder },
      },
    )
    expect(stdout.trim()).toBe('1')
    expect(await readdir(folder)).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})
