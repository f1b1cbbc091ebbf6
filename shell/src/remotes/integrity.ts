import type { EntryIntegrity } from '@lamella/shared/contract'
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

/** Absolute URL of a file → its subresource integrity. */
const expected = new Map<string, string>()

/** Registers the integrity of the files beside a federation manifest; they then load only with these bytes. */
export function expectIntegrity(manifestUrl: string, integrity: EntryIntegrity): void {
  for (const [file, value] of Object.entries(integrity ?? {})) expected.set(new URL(file, manifestUrl).href, value)
}

const integrityOf = (url: string): string | undefined => expected.get(new URL(url, location.href).href)

/**
 * Adds subresource integrity to what the federation runtime loads (ADR 44). Other bytes make the load fail, and the
 * last good version is used.
 */
export const integrityPlugin: ModuleFederationRuntimePlugin = {
  name: 'lamella-integrity',
  fetch(url, options) {
    const integrity = integrityOf(url)
    return integrity ? fetch(url, { ...options, integrity }) : false
  },
  createScript({ url }) {
    const integrity = integrityOf(url)
    if (!integrity) return
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.integrity = integrity
    script.crossOrigin = 'anonymous'
    return script
  },
}
