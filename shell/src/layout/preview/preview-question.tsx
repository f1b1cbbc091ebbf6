import { releaseHistoryQuery } from '@lamella/shared/queries/releases.ts'
import { ConfirmDialog, formatTimestamp } from '@lamella/shared/ui'
import { useQuery } from '@tanstack/react-query'
import type { VersionInUse } from '../../telemetry/version-in-use.ts'

interface PreviewQuestionProps {
  /** What the address asks for. */
  wish: VersionInUse
  onAnswer: (isAgreed: boolean) => void
}

/** Who published a version, and when, as a sentence. */
const usePublication = ({ app, version }: VersionInUse): string => {
  const { data, isPending } = useQuery(releaseHistoryQuery(app))
  if (isPending) return 'Looking who published it …'
  // Newest first: a version that was removed can be published again.
  const published = data?.find((entry) => entry.action === 'publish' && entry.version === version)
  if (!published) return 'Who published it is not known.'
  const by = published.actor.startsWith('operator') ? 'the holder of the operator token' : published.actor
  return `Published by ${by} at ${formatTimestamp(new Date(published.at))}.`
}

/** Asks before a version is shown in preview: whoever made the link, its code does what the operator may do. */
const PreviewQuestion = ({ wish, onAnswer }: PreviewQuestionProps) => {
  const publication = usePublication(wish)
  const where = wish.app === 'shell' ? 'in this browser, for eight hours at most' : 'in this tab'
  return (
    <ConfirmDialog
      opened
      title={`Preview ${wish.app} ${wish.version}?`}
      confirmLabel="Preview"
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      {publication} It runs with your rights {where}, until you end the preview. Preview only what you expect to see.
    </ConfirmDialog>
  )
}

export default PreviewQuestion
