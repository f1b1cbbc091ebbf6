import { connection } from '@lamella/shared/api'
import { ErrorState } from '@lamella/shared/ui/feedback/error-state.tsx'
import { Button } from '@mantine/core'
import { IconHourglassEmpty } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { EarlierVersion } from './remote-failure.ts'

interface AreaFailureProps {
  area: string
  onRetry: () => void
  earlier?: EarlierVersion | undefined
  /** What happened, while the server answers. */
  text?: string
}

const anyArea = 'It did not load, or it stopped working. Other areas of the portal can still be opened.'

/**
 * Shown in place of an area that cannot be loaded or failed. When the server is unreachable, it retries on recovery.
 */
export function AreaFailure({ area, onRetry, earlier, text = anyArea }: AreaFailureProps) {
  const { down } = useSyncExternalStore(connection.subscribe, connection.snapshot)
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    connection.check()
    return connection.onRecovery(() => retry())
  }, [])
  return (
    <ErrorState
      title={`${area} cannot be shown`}
      text={down ? 'The server does not answer. The page is loaded as soon as it does.' : text}
      onRetry={onRetry}
      actions={earlier && <UseVersion {...earlier} />}
    />
  )
}

interface AreaHangProps {
  area: string
  onRetry: () => void
  earlier: EarlierVersion
}

/** Shown before an area that did not respond until its page was closed, because it may do so again. */
export const AreaHang = ({ area, onRetry, earlier }: AreaHangProps) => (
  <ErrorState
    title={`${area} did not respond`}
    text="When it was open last, it stood still for more than five seconds. You can use the version before, or try it again."
    icon={IconHourglassEmpty}
    onRetry={onRetry}
    actions={<UseVersion {...earlier} />}
  />
)

/** Loads the version before in place of the one that failed. */
export const UseVersion = ({ version, use }: EarlierVersion) => (
  <Button variant="default" onClick={use}>
    Use version {version}
  </Button>
)
