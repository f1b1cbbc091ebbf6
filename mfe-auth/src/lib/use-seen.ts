import { ApiFailure } from '@lamella/shared/api'
import { useState } from 'react'
import { messageOf } from './form-error.tsx'

/**
 * What a form showed when it was opened: the server refuses to replace anything else (ERR_5013). Not the latest texts, which may have come
 * unseen while the user was typing.
 * @param present - the texts on the server, as far as this page knows
 */
export const useSeen = <Texts>(present: Texts) => {
  const [opened] = useState(present)
  const [outcome, setOutcome] = useState<'saved' | 'overtaken' | null>(null)
  return {
    opened,
    /** Saving was refused: the form says what is there now, and saving again replaces that knowingly. */
    overtaken: outcome === 'overtaken',
    was: outcome ? present : opened,
    /** The form stays open with what was saved, in the form that the server has given it. */
    saved: (): void => setOutcome('saved'),
    /** For `useSubmit`. */
    onFailure: (failure: unknown): string | null => {
      if (!(failure instanceof ApiFailure) || failure.code !== 'ERR_5013') return messageOf(failure)
      setOutcome('overtaken')
      return null
    },
  }
}
