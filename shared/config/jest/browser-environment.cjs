const { TestEnvironment } = require('jest-environment-jsdom')

/**
 * jsdom has no fetch, no streams and an older Blob. Node's own classes replace the whole family, because undici accepts
 * only its own kin (a jsdom AbortSignal or FormData is refused).
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
    // Node's knows no forms, and React reads one which is submitted while it changes the page.
    this.global.FormData = class extends FormData {
      constructor(form, submitter) {
        super()
        if (form) for (const [name, value] of new OfForm(form, submitter)) this.append(name, value)
      }
    }
    if (!this.global.crypto?.subtle) Object.defineProperty(this.global, 'crypto', { value: globalThis.crypto })
  }
}
