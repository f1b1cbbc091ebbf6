/** What Mantine asks of a browser and jsdom does not have: no media query matches, nothing is ever resized or scrolled. */
const noop = () => {}

window.matchMedia = (media) => ({
  media,
  matches: false,
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

window.scrollTo = noop
Element.prototype.scrollIntoView = noop
