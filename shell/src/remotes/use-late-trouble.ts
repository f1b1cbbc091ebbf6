import { useEffect, useState } from 'react'
import { isChunkOf } from './chunk-error.ts'
import { hangWatch } from './hang-watch.ts'
import type { LateStage } from './remote-failure.ts'

/** What went wrong in a page that is still shown. */
export interface LateTrouble {
  stage: LateStage
  /** Sentence for the user. */
  text: string
  error: Error
}

/**
 * Failures of a shown page that no error boundary sees: it did not respond for a while, or a chunk did not load in an
 * event handler. Other errors of event handlers leave the page as it was and do not count.
 */
export function useLateTrouble(app: string, version: string, area: string) {
  const [trouble, setTrouble] = useState<LateTrouble | null>(null)

  useEffect(
    () =>
      hangWatch.watch(app, version, (seconds) => {
        const text = `${area} did not respond for ${seconds} seconds.`
        setTrouble({ stage: 'hang', text, error: new Error(`no response for ${seconds} s`) })
      }),
    [app, version, area],
  )

  useEffect(() => {
    const onRejection = ({ reason }: PromiseRejectionEvent): void => {
      if (!isChunkOf(reason, app, version)) return
      setTrouble({ stage: 'chunk', text: `A part of ${area} did not load.`, error: reason })
    }
    addEventListener('unhandledrejection', onRejection)
    return () => removeEventListener('unhandledrejection', onRejection)
  }, [app, version, area])

  return { trouble, hide: () => setTrouble(null) }
}
