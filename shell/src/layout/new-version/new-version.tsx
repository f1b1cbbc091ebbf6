import { useEffect, useState } from 'react'
import { latePart } from '../late-part.tsx'
import { useNewVersion } from './use-new-version.ts'

const NewVersionDialog = latePart(() => import('./new-version-dialog.tsx'))

/** Milliseconds after which a dismissed prompt is shown again (document 1 §9). */
const reminderInterval = 300_000

interface NewVersionProps {
  check: () => Promise<boolean>
  /** Loads the page anew. */
  reload: () => void
}

/** Tells when the portal that runs is no longer the one that is active, and again every five minutes. */
export const NewVersion = ({ check, reload }: NewVersionProps) => {
  const found = useNewVersion(check)
  const [dismissed, setDismissed] = useState(false)
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    if (!dismissed && !missing) return
    const timer = setTimeout(() => {
      setDismissed(false)
      setMissing(false)
    }, reminderInterval)
    return () => clearTimeout(timer)
  }, [dismissed, missing])
  if (!found || missing) return null
  return (
    <NewVersionDialog
      opened={!dismissed}
      onReload={reload}
      onDismiss={() => setDismissed(true)}
      onMissing={() => setMissing(true)}
    />
  )
}
