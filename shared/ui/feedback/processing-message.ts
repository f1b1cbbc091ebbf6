export interface ProcessingMessage {
  text: string
  /** Drawn on a blue ground. */
  blue: boolean
  /** Percent, 0 to 100. */
  progress?: number
}

/**
 * Reads what a caller of the processing overlay wrote: `[B]` asks for the blue ground and `[40]` gives the progress,
 * in any order before the text (document 1 §2.6). No text: null, the overlay is hidden.
 */
export function parseProcessingMessage(raw: string): ProcessingMessage | null {
  const message: ProcessingMessage = { text: raw.trim(), blue: false }
  for (;;) {
    const prefix = /^\[(B|\d{1,3})\]\s*/.exec(message.text)
    if (!prefix) break
    if (prefix[1] === 'B') message.blue = true
    else message.progress = Math.min(Number(prefix[1]), 100)
    message.text = message.text.slice(prefix[0].length)
  }
  return message.text ? message : null
}
