import { safeLocalStorage } from '@lamella/shared/session'
import { useState } from 'react'
import * as z from 'zod/mini'

/** How annotations are drawn. Each user sets it for their browser, and it stays from image to image. */
const display = z.object({
  /** Whose colours they have. */
  colorBy: z._default(z.enum(['label', 'owner']), 'label'),
  /** Areas with a strong fill, in place of an outline and little fill. */
  filled: z._default(z.boolean(), false),
  /** Percent. Never nothing at all: what is not seen would still be hit. */
  opacity: z._default(z.number().check(z.int(), z.minimum(10), z.maximum(100)), 100),
  /** Whether straight lines and corners snap to what is drawn. */
  snaps: z._default(z.boolean(), false),
})

export type Display = z.output<typeof display>

const key = 'lamella.annotationDisplay'

const readDisplay = (): Display => {
  try {
    return display.parse(JSON.parse(safeLocalStorage.read(key) ?? '{}'))
  } catch {
    // Of another release, or of something else.
    return display.parse({})
  }
}

export const useDisplay = (): { display: Display; change: (change: Partial<Display>) => void } => {
  const [now, set] = useState(readDisplay)
  const change = (changed: Partial<Display>): void => {
    const next = { ...now, ...changed }
    set(next)
    safeLocalStorage.write(key, JSON.stringify(next))
  }
  return { display: now, change }
}
