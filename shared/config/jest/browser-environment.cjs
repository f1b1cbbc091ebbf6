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
    Object.assign(this.global, nodeGlobals)
    if (!this.global.crypto?.subtle) Object.defineProperty(this.global, 'crypto', { value: globalThis.crypto })
  }
}
