import fc from 'fast-check'
import { type JsonElement, jsonElements } from './json-elements.ts'

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = async (text: string | Uint8Array, size = 7, lists = ['features']): Promise<JsonElement[]> => {
  const found: JsonElement[] = []
  for await (const some of jsonElements(pieces(Buffer.from(text), size), lists)) found.push(...some)
  return found
}

const numbered = (list: string | null, values: readonly unknown[]): JsonElement[] =>
  values.map((value, at) => ({ list, no: at + 1, value }))

describe('elements of a file of JSON', () => {
  it('are those that JSON.parse reads, in pieces of any size, with any white space', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 8 }),
        fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(0, 1, '\t'),
        async (values, others, size, indent) => {
          // As JSON has them: −0 is 0, and a key `__proto__` is one like any other.
          const [elements, beside] = JSON.parse(JSON.stringify([values, others]))
          delete beside.features
          const file = JSON.stringify({ ...beside, features: elements, crs: beside }, null, indent)
          expect(await read(file, size)).toEqual(numbered('features', elements))
          expect(await read(JSON.stringify(elements, null, indent), size)).toEqual(numbered(null, elements))
        },
      ),
    ))

  it('are one where the file has no list of theirs', async () => {
    const feature = { type: 'Feature', properties: { features: [1, 2] } }
    expect(await read(JSON.stringify(feature))).toEqual(numbered(null, [feature]))
  })

  it('are read of several lists', async () => {
    const file = '{"images": [{"id": 1}], "info": {"annotations": [0]}, "annotations": [{"id": 2}, {"id": 3}]}'
    expect(await read(file, 5, ['images', 'annotations'])).toEqual([
      { list: 'images', no: 1, value: { id: 1 } },
      { list: 'annotations', no: 1, value: { id: 2 } },
      { list: 'annotations', no: 2, value: { id: 3 } },
    ])
  })

  it('that are no JSON are undefined, and the others are read', async () => {
    expect(await read('[{"a": 1}, {a: 2}, {"a": 3}]')).toEqual([
      { list: null, no: 1, value: { a: 1 } },
      { list: null, no: 2, value: undefined },
      { list: null, no: 3, value: { a: 3 } },
    ])
  })

  it('begin after the byte order mark that some programs write', async () => {
    expect(await read('\ufeff[1]')).toEqual(numbered(null, [1]))
    expect(await read('\ufeff{"type": 1}')).toEqual(numbered(null, [{ type: 1 }]))
  })

  it.each([
    ['', 'The file is empty.'],
    ['  \n', 'The file is empty.'],
    ['a,b\n1,2', 'The file is no JSON: it does not begin with { or [.'],
    ['[1, 2', 'The file ends in the middle: it was not written or sent to its end.'],
    ['{"features": [{"a": "x', 'The file ends in the middle: it was not written or sent to its end.'],
    ['[1] [2]', 'The file has something after its end.'],
  ])('%j is refused', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })
})
