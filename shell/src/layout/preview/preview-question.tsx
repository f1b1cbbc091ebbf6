import { releaseHistoryQuery } from '@lamella/shared/queries/releases.ts'
import { ConfirmDialog, formatTimestamp } from '@lamella/shared/ui'
import { useQuery } from '@tanstack/react-query'
import type { PreviewWish } from '../../remotes/preview.ts'

interface PreviewQuestionProps {
  wish: PreviewWish
  onAnswer: (isAgreed: boolean) => void
}

/** Who published a version, or put it on trial, and when, as a sentence. */
const useOrigin = ({ app, version, isTrial = false }: PreviewWish): string => {
  const { data, isPending } = useQuery(releaseHistoryQuery(app))
  if (isPending) return `Looking who ${isTrial ? 'put it on trial' : 'published it'} …`
  // Newest first: a version that was removed can be published again.
  const action = isTrial ? 'activate' : 'publish'
  const entry = data?.find((one) => one.action === action && one.version === version)
  if (!entry) return `Who ${isTrial ? 'put it on trial' : 'published it'} is not known.`
  const by = entry.actor.startsWith('operator') ? 'the holder of the operator token' : entry.actor
  const when = formatTimestamp(new Date(entry.at))
  return isTrial ? `It is on trial, also for you, by ${by} since ${when}.` : `Published by ${by} at ${when}.`
}

/** Asks before a version is shown to an operator: whoever made the link or the trial, its code does what the operator may do. */
const PreviewQuestion = ({ wish, onAnswer }: PreviewQuestionProps) => {
  const origin = useOrigin(wish)
  const where = wish.app === 'shell' ? 'in this browser, for eight hours at most' : 'in this tab'
  return (
    <ConfirmDialog
      opened
      title={`Preview ${wish.app} ${wish.version}?`}
      confirmLabel="Preview"
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      {origin} It runs with your rights {where}, until you end the preview. Preview only what you expect to see.
    </ConfirmDialog>
  )
}

export default PreviewQuestion
