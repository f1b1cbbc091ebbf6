import { ErrorState } from '@lamella/shared/ui/feedback/error-state.tsx'

interface AreaFailureProps {
  area: string
  onRetry: () => void
}

/** In place of an area that cannot be shown; the rest of the portal works on. */
export function AreaFailure({ area, onRetry }: AreaFailureProps) {
  return (
    <ErrorState
      title={`${area} cannot be shown`}
      text="It did not load, or it stopped working. Nothing was lost, and the rest of the portal works."
      onRetry={onRetry}
    />
  )
}
