const { TestEnvironment } = require('jest-environment-jsdom')
const { computeStylesQuickly } = require('./computed-style.cjs')

/**
 * jsdom has no fetch, no streams and an older Blob. The whole family is replaced by Node's classes, because undici
 * accepts no others (not an AbortSignal or FormData of jsdom).
 */
const nodeGlobals = {
  AbortController,
  AbortSignal,
  Blob,
  BroadcastChannel,
  CompressionStream,
  DecompressionStream,
  File,
  FormData,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextDecoderStream,
  TextEncoder,
  TextEncoderStream,
  TransformStream,
  URL,
  URLSearchParams,
  Uint8Array,
  ArrayBuffer,
  WritableStream,
  fetch,
  structuredClone,
}

module.exports = class BrowserEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    const OfForm = this.global.FormData
    Object.assign(this.global, nodeGlobals)
    // Node's FormData takes no form element, which React needs for submitted forms.
    this.global.FormData = class extends FormData {
      constructor(form, submitter) {
        super()
        if (form) for (const [name, value] of new OfForm(form, submitter)) this.append(name, value)
      }
    }
    computeStylesQuickly(this.global)
    if (!this.global.crypto?.subtle) Object.defineProperty(this.global, 'crypto', { value: globalThis.crypto })
  }
}
