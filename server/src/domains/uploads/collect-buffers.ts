import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/*
 * Each received piece is a buffer outside of V8's heap. V8 counts their bytes as external memory and runs 60 garbage collections of the
 * whole heap per GiB: measured, more than half of the time of an upload. A minor collection frees the same buffers in 2 ms, and a heap
 * that may grow to three times the surviving size delays the major ones until then.
 */
/** Received bytes between two minor collections: few enough that V8 does not start a major one. */
const often = 16 * 1024 ** 2

setFlagsFromString('--heap-growing-percent=200')
setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')
let received = 0

/** Collects buffers of received bytes. To be called with the number of bytes that are no longer used. */
export const collectReceivedBuffers = (bytes: number): void => {
  received += bytes
  if (received < often || typeof collect !== 'function') return
  received = 0
  collect({ type: 'minor' })
}
