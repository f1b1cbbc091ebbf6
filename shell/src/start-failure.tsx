import { ErrorState } from '@lamella/shared/ui/feedback/error-state.tsx'

/** Shown instead of the portal when configuration or registry cannot be loaded. */
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
