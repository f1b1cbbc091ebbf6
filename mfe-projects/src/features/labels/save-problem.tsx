import { ApiFailure } from '@lamella/shared/api'
import { InfoBar } from '@lamella/shared/ui'

interface SaveProblemProps {
  /** Failure of the last attempt to save. */
  error: Error | null
  /** Somebody else has changed it since the form was opened: what it is now, as a sentence. */
  meanwhile: string | null
}

/** Why a form was not saved, or what somebody else has saved since it was opened. */
export const SaveProblem = ({ error, meanwhile }: SaveProblemProps) => {
  if (meanwhile) {
    return (
      <InfoBar tone="warning">
        Somebody else has changed this in the meantime. {meanwhile} Saving replaces that.
      </InfoBar>
    )
  }
  // Of a change by somebody else the new state says more, as soon as it is read.
  if (!error || (error instanceof ApiFailure && error.code === 'ERR_7001')) return null
  const isUnanswered = error instanceof ApiFailure && error.status === null
  return (
    <InfoBar tone="error">
      {isUnanswered ? 'The server did not answer, so it is not known whether this was saved.' : error.message}
    </InfoBar>
  )
}
