import type { EntryIntegrity } from '@lamella/shared/contract'
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

/** Address of a file → what the registry says of its bytes. */
const expected = new Map<string, string>()

/** From now on the files beside a federation manifest are loaded only with the bytes that the registry names. */
export function expectIntegrity(manifestUrl: string, integrity: EntryIntegrity): void {
  for (const [file, value] of Object.entries(integrity ?? {})) expected.set(new URL(file, manifestUrl).href, value)
}

const integrityOf = (url: string): string | undefined => expected.get(new URL(url, location.href).href)

/**
 * Lets the browser compare what it loads of a remote with the registry (subresource integrity). Other bytes are a failed
 * load like any other: the last good version is taken.
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
