const { createRequire } = require('node:module')

// The jsdom that jest has, and the parser that this jsdom has.
const ofJest = createRequire(require.resolve('jest-environment-jsdom'))
const defaultStyleSheet = ofJest('jsdom/lib/jsdom/browser/default-stylesheet')
const { parse } = createRequire(ofJest.resolve('jsdom'))('rrweb-cssom')

/** Properties that Testing Library and user-event read of each element to see whether it is hidden, and their values by default; null: not inherited. */
const quick = new Map([
  ['display', null],
  ['visibility', 'visible'],
  ['pointer-events', 'auto'],
])

/** As in jsdom: of media, only "screen" holds. */
const rulesOf = (sheet) =>
  Array.from(sheet.cssRules).flatMap((rule) => {
    if (!rule.media) return rule
    return Array.from(rule.media).includes('screen') ? Array.from(rule.cssRules) : []
  })

const matches = (element, selector) => {
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}

/** Whether an element matches. Names of elements, of which jsdom's own sheet mostly consists, need no selector engine. */
const testOf = (selector) => {
  const parts = selector.includes('(') ? [selector] : selector.split(',').map((part) => part.trim())
  const names = new Set(parts.filter((part) => /^[a-z][a-z0-9]*$/.test(part)))
  const others = parts.filter((part) => !names.has(part)).join()
  return (element) => names.has(element.localName) || (others !== '' && matches(element, others))
}

/** The rules of a sheet that set each of the quick properties, as pairs of a test and a value. */
const indexOf = (sheet) => {
  const rules = rulesOf(sheet).filter(({ selectorText, style }) => selectorText && style)
  return new Map(
    [...quick.keys()].map((property) => [
      property,
      rules
        .filter(({ style }) => style.getPropertyValue(property) !== '')
        .map(({ selectorText, style }) => [testOf(selectorText), style.getPropertyValue(property)]),
    ]),
  )
}

const defaults = indexOf(parse(defaultStyleSheet))
const indices = new WeakMap()

/** The index of a sheet, made anew when rules were added or removed. */
const cachedIndexOf = (sheet) => {
  const { length } = sheet.cssRules
  const known = indices.get(sheet.cssRules)
  if (known?.length === length) return known.index
  const index = indexOf(sheet)
  indices.set(sheet.cssRules, { length, index })
  return index
}

/** jsdom's cascade: the last rule that matches holds, after all of them the `style` attribute. */
const cascaded = (element, property) => {
  const own = element.hasAttribute('style') ? element.style?.getPropertyValue(property) : ''
  if (own) return own === 'unset' ? '' : own
  const sheets = [...element.ownerDocument.styleSheets].map(cachedIndexOf)
  for (const index of [defaults, ...sheets].reverse()) {
    const rule = index.get(property).findLast(([isMatch]) => isMatch(element))
    if (rule) return rule[1] === 'unset' ? '' : rule[1]
  }
  return ''
}

const quickly = (element, property) => {
  const initial = quick.get(property)
  if (initial === null) return cascaded(element, property)
  for (let at = element; at; at = at.parentElement) {
    const value = cascaded(at, property)
    if (value !== '') return value
  }
  return initial
}

const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * Replaces `getComputedStyle` of jsdom, which computes all properties of an element whenever one is read: it took an eighth of the
 * time of all tests in it (ADR 48). The few properties that are read of nearly each element are computed alone, from the rules that set
 * them; for all others jsdom is asked. The values are the same.
 */
exports.computeStylesQuickly = (window) => {
  const computeAll = window.getComputedStyle
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || !(element instanceof window.Element)) return computeAll.call(window, element, pseudo)
    let style
    const all = () => {
      style ??= computeAll.call(window, element)
      return style
    }
    const value = (name) => (quick.has(name) ? quickly(element, name) : all().getPropertyValue(name))
    return new Proxy(
      {},
      {
        get: (_target, name) => {
          if (name === 'getPropertyValue') return value
          if (typeof name === 'string' && quick.has(dashed(name))) return value(dashed(name))
          const found = all()[name]
          return typeof found === 'function' ? found.bind(all()) : found
        },
        has: (_target, name) => name in all(),
        ownKeys: () => Reflect.ownKeys(all()),
        getOwnPropertyDescriptor: (_target, name) => {
          const found = Reflect.getOwnPropertyDescriptor(all(), name)
          return found && { ...found, configurable: true }
        },
        getPrototypeOf: () => Reflect.getPrototypeOf(all()),
        set: (_target, name) => {
          throw new Error(`${String(name)} of a computed style cannot be changed`)
        },
      },
    )
  }
}
