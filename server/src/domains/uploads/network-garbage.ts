import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const often = 16 * 1024 ** 2

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')
let received = 0

/**
 * To be called with the length of what was received and is used no more. Each piece that the network delivers is a
 * buffer of its own outside of V8's heap. Left alone, V8 answers their number with collections of the whole heap: for
 * 2 GiB 125 of them, more than half of the time. A collection of the young objects alone frees the same buffers.
 */
export const releaseReceived = (bytes: number): void => {
  received += bytes
  if (received < often || typeof collect !== 'function') return
  received = 0
  collect({ type: 'minor' })
}
