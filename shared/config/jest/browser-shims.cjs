/**
 * Browser functions that Mantine and pages use and jsdom lacks. Only the empty media query matches, as the standard demands;
 * nothing is ever resized or scrolled, and nothing is known of how the page was loaded.
 */
// Jest sets 100; React and Testing Library make an error per element and query, whose stack nobody reads.
Error.stackTraceLimit = 10

const noop = () => {}

window.matchMedia = (media) => ({
  media,
  matches: media === '',
  onchange: null,
  addEventListener: noop,
  removeEventListener: noop,
  addListener: noop,
  removeListener: noop,
  dispatchEvent: () => false,
})

window.ResizeObserver = class ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// Of the prototype, as fake timers replace the object.
Performance.prototype.getEntriesByType = () => []
window.scrollTo = noop
Element.prototype.scrollIntoView = noop

// Without layout a chart has no size, is not drawn and says so each time.
const warn = console.warn
console.warn = (...values) => {
  if (!/^The width\(.+ of chart should be greater than 0/.test(String(values[0]))) warn(...values)
}
