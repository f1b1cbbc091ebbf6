import { prettyDOM, screen, waitFor } from '@testing-library/dom'

/** Elements whose properties come from each of: jsdom's own sheet, a sheet of the page, media, the `style` attribute, an ancestor. */
const page = `
  <style>
    .gone { display: none }
    .gone.back { display: grid }
    .faint { visibility: hidden }
    .seen { visibility: unset }
    .still { pointer-events: none }
    i, .list { display: inline-flex }
    .bad::-nowhere(, .red { color: red }
    @media screen { .screen { display: flex } }
    @media print { .print { display: none } }
  </style>
  <p>p</p><span>span</span><table><tbody><tr><td>td</td></tr></tbody></table><script></script>
  <input type="hidden"><div hidden>hidden</div><dialog>closed</dialog><dialog open>open</dialog><details><p>in</p></details>
  <div class="gone">gone</div><div class="gone back">back</div><div class="screen print">media</div>
  <div class="faint"><b>in</b><b class="seen">seen</b><b style="visibility: visible">own</b></div>
  <div class="still red" style="color: blue; display: inline-block"><button style="pointer-events: auto">own</button><i>in</i></div><u class="list">list</u><svg><a>a</a></svg>
  <div class="gone" style="display: unset">unset</div>`

const names = ['display', 'visibility', 'pointer-events'] as const

/** What jsdom has computed for the whole element. */
const wholeOf = (element: Element, name: string): string => {
  const { cssText } = getComputedStyle(element)
  return new RegExp(`(?:^|; )${name}: ([^;]+);`).exec(cssText)?.[1] ?? ''
}

const expectSame = () => {
  for (const element of document.querySelectorAll('*')) {
    const found = names.map((name) => getComputedStyle(element).getPropertyValue(name))
    expect([element.outerHTML, ...found]).toEqual([element.outerHTML, ...names.map((name) => wholeOf(element, name))])
    const { display, visibility, pointerEvents } = getComputedStyle(element)
    expect([display, visibility, pointerEvents]).toEqual(found)
  }
}

beforeEach(() => {
  document.body.innerHTML = page
})

test('properties computed alone have the values that jsdom computes for the whole element', () => {
  expectSame()
  expect(
    new Set(Array.from(document.querySelectorAll('*'), (element) => getComputedStyle(element).display)).size,
  ).toBeGreaterThan(6)
})

test('rules and attributes that change later count', () => {
  const [, span] = document.querySelectorAll('p, span')
  const sheet = document.styleSheets[0]
  expect(getComputedStyle(span as Element).pointerEvents).toBe('auto')
  sheet?.insertRule('span { pointer-events: none; display: none }', sheet.cssRules.length)
  document.body.append(document.createElement('hr'))
  expectSame()
  expect(getComputedStyle(span as Element).pointerEvents).toBe('none')
  span?.setAttribute('style', 'display: block')
  expectSame()
})

test('other properties, and whole styles, are those of jsdom', () => {
  const style = getComputedStyle(document.querySelector('.still') as Element)
  expect(style.color).toBe('rgb(0, 0, 255)')
  expect(style).toMatchObject({ color: 'rgb(0, 0, 255)', display: 'inline-block' })
  expect(style.length).toBeGreaterThan(5)
  expect(style instanceof CSSStyleDeclaration).toBe(true)
  expect(() => Object.assign(style, { color: 'red' })).toThrow('cannot be changed')
})

test('an element that is not found at once, and never, is reported with the document', async () => {
  const never = screen.findByText('never', {}, { timeout: 60 })
  await expect(never).rejects.toThrow(/Unable to find an element with the text: never[\s\S]+Ignored nodes[\s\S]+closed/)
  expect(() => screen.getByText('never')).toThrow(
    /Unable to find an element with the text: never[\s\S]+Ignored nodes[\s\S]+closed/,
  )
  await expect(waitFor(() => screen.getByText('never'), { timeout: 60 })).rejects.toThrow(/closed/)
  expect(prettyDOM()).toMatch(/closed/)
})
