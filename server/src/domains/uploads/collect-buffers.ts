import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/*
 * Each piece that the network delivers is a buffer of its own outside of V8's heap. V8 adds their bytes to the heap's and
 * answers 1 GiB of them with 60 collections of the whole heap: more than half of the time that an upload takes. A
 * collection of the young objects frees the same buffers in 2 ms, and a heap that may grow to three times what survives
 * waits for it.
 */
const often = 16 * 1024 ** 2

setFlagsFromString('--heap-growing-percent=200')
setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')
let received = 0

/** To be called with the number of bytes that were received and are used no more. */
export const collectReceivedBuffers = (bytes: number): void => {
  received += bytes
  if (received < often || typeof collect !== 'function') return
  received = 0
  collect({ type: 'minor' })
}
