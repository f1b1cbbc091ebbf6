/** The process that draws pictures of stored tiles for other programs: one order per line, one answer per line, in this order. */
import '../../platform/process/child-setup.ts'
import { createInterface } from 'node:readline'
import '../decoder-setup.ts'
import { drawPicture, planarSamples } from './draw-picture.ts'
import type { RenderMessage, RenderOrder } from './order.ts'

const write = (message: RenderMessage): void => void process.stdout.write(`${JSON.stringify(message)}\n`)

const input = createInterface({ input: process.stdin })
// The parent has ended.
input.once('close', () => process.exit(1))

let last: Promise<void> = Promise.resolve()
const answer = async (line: string): Promise<void> => {
  const { id, order } = JSON.parse(line) as { id: number; order: RenderOrder }
  try {
    const body = order.kind === 'picture' ? await drawPicture(order) : await planarSamples(order)
    write({ id, body: body.toString('base64') })
  } catch (error) {
    write({ id, refused: String(error).slice(0, 1000) })
  }
}
input.on('line', (line) => {
  // The first line only opens the input.
  if (line) last = last.then(() => answer(line))
})
write({ ready: true })
