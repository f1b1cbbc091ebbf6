/** Why a file cannot be read, in words for the user. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
}

/** An element of a list of a file of JSON. */
export interface JsonElement {
  /** Name of the list; null: the whole file is this list, or this one value. */
  list: string | null
  /** From 1 in its list. */
  no: number
  /** Undefined: it is no JSON, or too large. */
  value: unknown
}

/** Bytes of one element at most. An outline of a million corners has some 20 MB. */
const largestElement = 64 * 1024 ** 2

/** Bytes of the name of a list at most. */
const longestName = 100

const byte = (character: string): number => character.charCodeAt(0)
const [quote, backslash, comma, colon] = [byte('"'), byte('\\'), byte(','), byte(':')]
const [openObject, closeObject, openList, closeList] = [byte('{'), byte('}'), byte('['), byte(']')]
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Of a byte order mark, which some programs put before a text. */
const isOfMark = (code: number): boolean => code === 0xef || code === 0xbb || code === 0xbf

/** Collects the bytes of one value over the pieces in which a file is read. */
class Collected {
  #pieces: Uint8Array[] = []
  #size = 0

  add(piece: Uint8Array): void {
    this.#size += piece.length
    // What is too large is counted only.
    if (this.#size > largestElement) this.#pieces = []
    else if (piece.length > 0) this.#pieces.push(piece)
  }

  drop(): void {
    this.#pieces = []
    this.#size = 0
  }

  /** The value; undefined: it is no JSON, or too large. */
  take(): unknown {
    const [text, size] = [Buffer.concat(this.#pieces).toString('utf8'), this.#size]
    this.drop()
    if (size > largestElement) return undefined
    try {
      return JSON.parse(text.replace(/^\uFEFF/, ''))
    } catch {
      return undefined
    }
  }
}

/** Follows the structure of a file of JSON, piece by piece. */
class Scanner {
  readonly #lists: readonly string[]
  readonly #collected = new Collected()
  /** What is open: objects and lists. */
  #depth = 0
  #isInText = false
  #isEscaped = false
  /** The brace or bracket that opens the file; 0: nothing was read yet. */
  #outer = 0
  /** Depth of the elements that are read; 0: none are. */
  #elementDepth = 0
  #list: string | null = null
  #no = 0
  #hasLists = false
  /** The last text at depth 1, which is the name of a list where a colon and a bracket follow. */
  #key: number[] = []
  #isKey = false
  #hasContent = false

  constructor(lists: readonly string[]) {
    this.#lists = lists
  }

  /** @returns the elements that end in this piece */
  scan(chunk: Uint8Array): JsonElement[] {
    const found: JsonElement[] = []
    let from = 0
    let at = 0
    while (at < chunk.length) {
      if (this.#isInText) at = this.#passText(chunk, at)
      else if (this.#elementDepth > 0 && this.#depth > this.#elementDepth) at = this.#passElement(chunk, at)
      else {
        const code = chunk[at] ?? 0
        at += 1
        if (isSpace(code)) continue
        if (this.#outer === 0) {
          if (isOfMark(code)) continue
          this.#begin(code)
          if (this.#elementDepth > 0) from = at
        } else if (this.#elementDepth > 0) {
          if (this.#depth === this.#elementDepth && (code === comma || code === closeObject || code === closeList)) {
            this.#collected.add(chunk.subarray(from, at - 1))
            from = at
            this.#endElement(code, found)
          } else this.#inElement(code)
        } else if (this.#outside(code)) from = at
      }
    }
    // Without a list so far it may be one value.
    if (this.#elementDepth > 0 || !this.#hasLists) this.#collected.add(chunk.subarray(from))
    return found
  }

  /** @returns the file as one element, where it has none of the lists @throws UnreadableFileError where it ends in the middle */
  end(): JsonElement[] {
    if (this.#outer === 0) throw new UnreadableFileError('The file is empty.')
    if (this.#depth > 0 || this.#isInText) {
      throw new UnreadableFileError('The file ends in the middle: it was not written or sent to its end.')
    }
    return this.#hasLists ? [] : [{ list: null, no: 1, value: this.#collected.take() }]
  }

  #begin(code: number): void {
    if (code !== openObject && code !== openList) {
      throw new UnreadableFileError('The file is no JSON: it does not begin with { or [.')
    }
    this.#outer = code
    this.#depth = 1
    if (code === openList) {
      this.#elementDepth = 1
      this.#hasLists = true
    }
  }

  /** @returns where the text ends, or the piece */
  #passText(chunk: Uint8Array, start: number): number {
    const isKey = this.#depth === 1 && this.#elementDepth === 0
    let isEscaped = this.#isEscaped
    let at = start
    for (; at < chunk.length; at += 1) {
      const code = chunk[at]
      if (isEscaped) isEscaped = false
      else if (code === backslash) isEscaped = true
      else if (code === quote) {
        this.#isInText = false
        at += 1
        break
      }
      if (isKey && code !== undefined && this.#key.length < longestName) this.#key.push(code)
    }
    this.#isEscaped = isEscaped
    return at
  }

  /** Within an element only what opens and closes counts. @returns where the element or a text in it ends, or the piece */
  #passElement(chunk: Uint8Array, start: number): number {
    const least = this.#elementDepth
    let depth = this.#depth
    let at = start
    while (at < chunk.length && depth > least) {
      const code = chunk[at]
      at += 1
      if (code === quote) {
        this.#isInText = true
        break
      }
      if (code === openList || code === openObject) depth += 1
      else if (code === closeList || code === closeObject) depth -= 1
    }
    this.#depth = depth
    return at
  }

  #inElement(code: number): void {
    this.#hasContent = true
    if (code === quote) this.#isInText = true
    else if (code === openObject || code === openList) this.#depth += 1
  }

  #endElement(code: number, found: JsonElement[]): void {
    const value = this.#collected.take()
    if (this.#hasContent) {
      this.#no += 1
      found.push({ list: this.#list, no: this.#no, value })
    }
    this.#hasContent = false
    if (code === comma) return
    this.#elementDepth = 0
    this.#depth -= 1
  }

  /** Beside elements. @returns whether the elements of a list begin here */
  #outside(code: number): boolean {
    if (this.#depth === 0) throw new UnreadableFileError('The file has something after its end.')
    if (code === quote) {
      this.#isInText = true
      if (this.#depth === 1) this.#key = []
      this.#isKey = false
    } else if (this.#depth === 1 && code === colon) this.#isKey = true
    else if (code === openList || code === openObject) {
      const name = this.#depth === 1 && this.#isKey ? Buffer.from(this.#key).toString('utf8') : null
      this.#depth += 1
      if (code === openList && name !== null && this.#lists.includes(name)) {
        this.#collected.drop()
        this.#hasLists = true
        this.#list = name
        this.#no = 0
        this.#hasContent = false
        this.#elementDepth = 2
        return true
      }
    } else if (code === closeList || code === closeObject) this.#depth -= 1
    return false
  }
}

/**
 * The elements of lists in a file of JSON, one after the other as the file is read, so that its size does not matter: of the lists with these
 * names at the top of an object, or of a file that is a list. A file that is an object without any of them is one element. Everything else in
 * the file is passed over.
 *
 * Only braces, brackets and texts are followed here; each element is read by `JSON.parse`. Libraries that read JSON piece by piece take a step
 * for each number, of which outlines have millions.
 * @param chunks - the file in UTF-8, not compressed
 * @throws UnreadableFileError where it is no JSON, or ends within it
 */
export async function* jsonElements(
  chunks: AsyncIterable<Uint8Array>,
  lists: readonly string[],
): AsyncGenerator<JsonElement[]> {
  const scanner = new Scanner(lists)
  for await (const chunk of chunks) {
    const found = scanner.scan(chunk)
    if (found.length > 0) yield found
  }
  yield scanner.end()
}
