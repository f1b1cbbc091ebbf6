import { createRequire } from 'node:module'
import type { XMLParser } from 'fast-xml-parser'

const ATTRIBUTE = '@'
const TEXT = '#text'

const require = createRequire(import.meta.filename)
let loaded: XMLParser | undefined
/** Loaded at the first XML: most files have none, and it is a sixth of the start of a decoder, of which each file has its own. */
const parser = (): XMLParser => {
  const library = require('fast-xml-parser') as typeof import('fast-xml-parser')
  loaded ??= new library.XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: ATTRIBUTE,
    textNodeName: TEXT,
    alwaysCreateTextNode: true,
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    isArray: (_name, _path, _leaf, isAttribute) => !isAttribute,
  })
  return loaded
}

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A read-only view of one element; missing attributes are undefined, missing children an empty list. Namespace prefixes are ignored. */
export class XmlElement {
  readonly #node: Record<string, unknown>

  constructor(node: Record<string, unknown>) {
    this.#node = node
  }

  attribute(name: string): string | undefined {
    const value = this.#node[ATTRIBUTE + name]
    return typeof value === 'string' ? value : undefined
  }

  /** A numeric attribute, `otherwise` when it is missing or not a finite number. */
  number(name: string, otherwise: number): number {
    const value = Number(this.attribute(name) ?? Number.NaN)
    return Number.isFinite(value) ? value : otherwise
  }

  children(name: string): XmlElement[] {
    const value = this.#node[name]
    return Array.isArray(value) ? value.filter(isNode).map((node) => new XmlElement(node)) : []
  }

  /** The first descendant along a path of element names. */
  find(...path: string[]): XmlElement | undefined {
    const [name, ...rest] = path
    if (name === undefined) return this
    return this.children(name)[0]?.find(...rest)
  }

  get text(): string {
    const value = this.#node[TEXT]
    return typeof value === 'string' ? value.trim() : ''
  }
}

/** The document as an element whose child is its root; null when it is not well-formed. */
export function parseXml(text: string): XmlElement | null {
  try {
    const document: unknown = parser().parse(text)
    return isNode(document) ? new XmlElement(document) : null
  } catch {
    return null
  }
}
