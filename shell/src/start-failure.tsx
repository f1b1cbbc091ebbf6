import { ErrorState } from '@lamella/shared/ui/feedback/error-state.tsx'
import { StartSignal } from './start-signal.tsx'

interface StartFailureProps {
  /** The server is the cause, so another version of the shell would not start either. */
  unavailable: boolean
}

/** Shown instead of the portal when it cannot be started. */
export function StartFailure({ unavailable }: StartFailureProps) {
  return (
    <main>
      <ErrorState
        title="The portal cannot start"
        text="The server did not send everything that the portal needs. Nothing was lost. Try again in a moment."
        onRetry={() => location.reload()}
      />
      {unavailable && <StartSignal />}
    </main>
  )
}
