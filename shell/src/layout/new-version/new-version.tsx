import { useEffect, useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { useNewVersion } from './use-new-version.ts'

const NewVersionDialog = lazyPart(() => import('./new-version-dialog.tsx'))

/** Milliseconds after which a dismissed prompt is shown again (D1-4.6-03). */
const reminderInterval = 300_000

interface NewVersionProps {
  /** @returns whether another version than the running one is active */
  check: () => Promise<boolean>
  /** Reloads the page. */
  reload: () => void
}

/** Prompts to reload when another version of the portal is active than the running one (D1-4.6-01). */
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
