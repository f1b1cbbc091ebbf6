/**
 * `@testing-library/dom` with patience, and without what is made at each look for nobody to read: a third of the time of
 * tests in a browser environment goes into looking until something is found (ADR 48).
 */
const library = require('@testing-library/dom')
const React = require('react')

const { getElementError } = library.getConfig()

library.configure({
  // What is loaded only when it is needed is compiled in its first test, which takes long on a busy machine.
  asyncUtilTimeout: 30_000,
  // `waitFor` adds the document to the message itself when its time has ended; before, each try would print it.
  getElementError: (message, container) => {
    if (!library.getConfig()._disableExpensiveErrorDiagnostics) return getElementError(message, container)
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    return error
  },
})

// React records the stack of each element that is made, up to ten thousand per second, for its warnings: they name the components anyway.
Object.defineProperty(
  React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  'recentlyCreatedOwnerStacks',
  {
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
  },
)

module.exports = library
