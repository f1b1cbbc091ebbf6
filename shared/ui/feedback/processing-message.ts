/** Parsed text of the processing overlay. */
export interface ProcessingMessage {
  text: string
  /** Blue background. */
  blue: boolean
  /** Percent, 0 to 100. */
  progress?: number
}

/**
 * Parses the text of the processing overlay: `[B]` for the blue ground and `[40]` for the progress, in any order before
 * the text (D1-2.6-50, D1-2.6-51). Null without a text: the overlay is hidden (D1-2.6-52).
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
