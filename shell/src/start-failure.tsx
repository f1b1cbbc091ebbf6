import { ErrorState } from '@lamella/shared/ui/feedback/error-state.tsx'

/** Instead of the portal when what it needs to start (configuration, registry) cannot be had. */
export function StartFailure() {
  return (
    <main>
      <ErrorState
        title="The portal cannot start"
        text="The server did not send everything that the portal needs. Nothing was lost. Try again in a moment."
        onRetry={() => location.reload()}
      />
    </main>
  )
}
