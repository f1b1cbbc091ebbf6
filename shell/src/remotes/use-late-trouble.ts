import { useEffect, useEffectEvent, useState } from 'react'
import { isChunkOf } from './chunk-error.ts'
import { hangWatch } from './hang-watch.ts'
import type { LateStage } from './remote-failure.ts'

/**
 * Failures of a shown page that no error boundary sees: it did not respond for a while, or a chunk did not load in an
 * event handler. Other errors of event handlers leave the page as it was and do not count.
 * @param onTrouble - called when it happens
 * @returns a sentence for the user, null while nothing went wrong
 */
export function useLateTrouble(
  { app, version, area }: { app: string; version: string; area: string },
  onTrouble: (stage: LateStage, error: Error) => void,
) {
  const [trouble, setTrouble] = useState<string | null>(null)
  const tell = useEffectEvent((stage: LateStage, text: string, error: Error): void => {
    setTrouble(text)
    onTrouble(stage, error)
  })

  useEffect(
    () =>
      hangWatch.watch(app, version, (seconds) =>
        tell('hang', `${area} did not respond for ${seconds} seconds.`, new Error(`no response for ${seconds} s`)),
      ),
    [app, version, area],
  )

  useEffect(() => {
    const onRejection = ({ reason }: PromiseRejectionEvent): void => {
      if (isChunkOf(reason, app, version)) tell('chunk', `A part of ${area} did not load.`, reason)
    }
    addEventListener('unhandledrejection', onRejection)
    return () => removeEventListener('unhandledrejection', onRejection)
  }, [app, version, area])

  return { trouble, hide: () => setTrouble(null) }
}
