import { connection } from '@lamella/shared/api'
import { ErrorState } from '@lamella/shared/ui/feedback/error-state.tsx'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

interface AreaFailureProps {
  area: string
  onRetry: () => void
}

/**
 * Shown in place of an area that cannot be loaded or failed. When the server is unreachable, it retries on recovery.
 */
export function AreaFailure({ area, onRetry }: AreaFailureProps) {
  const { down } = useSyncExternalStore(connection.subscribe, connection.snapshot)
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    connection.check()
    return connection.onRecovery(() => retry())
  }, [])
  return (
    <ErrorState
      title={`${area} cannot be shown`}
      text={
        down
          ? 'The server does not answer. The page is loaded as soon as it does.'
          : 'It did not load, or it stopped working. Other areas of the portal can still be opened.'
      }
      onRetry={onRetry}
    />
  )
}
