import { type ResolveFnOutput, registerHooks } from 'node:module'

/*
 * Node.js 24 parses the `exports` of a package for each of its modules that it resolves. Those of drizzle-orm have 180 KB, and it has a
 * hundred modules: that was half of the start of every command (ADR 2). Here each of its entries is resolved once, and their relative
 * imports without reading `exports`.
 */
const entries = new Map<string, ResolveFnOutput>()
const isEntry = (specifier: string): boolean => specifier === 'drizzle-orm' || specifier.startsWith('drizzle-orm/')
const isInside = (specifier: string, parent = ''): boolean =>
  specifier.startsWith('.') && specifier.endsWith('.js') && parent.includes('/node_modules/drizzle-orm/')

registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL } = context
    if (isInside(specifier, parentURL)) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    }
    if (!isEntry(specifier)) return next(specifier, context)
    const entry = entries.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    entries.set(specifier, entry)
    return entry
  },
})
