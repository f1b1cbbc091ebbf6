import { NUCLEUS_HEADS } from '../network-input.ts'
import type { Batch } from '../training/train.ts'
import type { Patch } from './sample-patch.ts'

const { foreground, contact, depth, size } = NUCLEUS_HEADS
const HEADS = 4
/** Importance of the heads in the loss; of places where two objects meet, which are few and decide what is cut. */
const WEIGHT = { foreground: 1, contact: 0.5, depth: 1, size: 0.3, atContact: 4, foregroundAtContact: 3 }
/** Pixels. */
const CONTACT_REACH = 2

/** 1 where two objects lie within reach of a pixel. */
function contacts(labels: Uint16Array, side: number): Uint8Array {
  const result = new Uint8Array(labels.length)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      let seen = 0
      const [top, bottom] = [Math.max(0, y - CONTACT_REACH), Math.min(side - 1, y + CONTACT_REACH)]
      const [left, right] = [Math.max(0, x - CONTACT_REACH), Math.min(side - 1, x + CONTACT_REACH)]
      search: for (let v = top; v <= bottom; v++) {
        for (let u = left; u <= right; u++) {
          const label = labels[v * side + u] ?? 0
          if (!label) continue
          if (seen && label !== seen) {
            result[y * side + x] = 1
            break search
          }
          seen = label
        }
      }
    }
  }
  return result
}

/** Writes the targets of a patch, and the weight of each pixel in the loss, at a place of a batch. */
export function writeTargets({ side, labels, ...patch }: Patch, { target, weight }: Batch, place: number): void {
  const pixels = side * side
  const at = (head: number) => (place * HEADS + head) * pixels
  const meets = contacts(labels, side)
  for (let i = 0; i < pixels; i++) {
    const inside = labels[i] ? 1 : 0
    const meeting = meets[i] ?? 0
    target[at(foreground) + i] = inside
    target[at(contact) + i] = meeting
    target[at(depth) + i] = patch.depth[i] ?? 0
    target[at(size) + i] = patch.size[i] ?? 0
    weight[at(foreground) + i] = WEIGHT.foreground * (meeting ? WEIGHT.foregroundAtContact : 1)
    weight[at(contact) + i] = WEIGHT.contact * (meeting ? WEIGHT.atContact : 1)
    weight[at(depth) + i] = WEIGHT.depth
    weight[at(size) + i] = inside * WEIGHT.size
  }
}
