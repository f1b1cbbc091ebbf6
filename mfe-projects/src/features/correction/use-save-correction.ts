import { bus } from '@lamella/shared/events'
import { correctionsChanged } from '@lamella/shared/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../../lib/toast-failure.ts'
import { saveCorrection } from './api.ts'
import type { Correction } from './correction.ts'

interface Saved {
  resultId: string
  /** Id of the corrected result that was changed; null: the original. */
  source: string | null
  correction: Correction
}

/** Stores a corrected result. @param onSaved - called with its id, when it is in the list */
export const useSaveCorrection = (onSaved: (id: string) => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ resultId, source, correction }: Saved) => saveCorrection(resultId, source, correction),
    onSuccess: async (saved) => {
      await correctionsChanged(queries, saved.result)
      bus.emit('toast/show', {
        kind: 'success',
        title: 'New result saved',
        detail: 'The original result is unchanged.',
      })
      onSaved(saved.id)
    },
    onError: toastFailure('Save as new result'),
  })
}
