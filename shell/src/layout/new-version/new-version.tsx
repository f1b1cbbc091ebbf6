import { lazy, useEffect, useState } from 'react'
import { LazyBoundary } from '../lazy-boundary.tsx'
import { useNewVersion } from './use-new-version.ts'

const NewVersionDialog = lazy(() => import('./new-version-dialog.tsx'))

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
  useEffect(() => {
    if (!dismissed) return
    const timer = setTimeout(() => setDismissed(false), reminderInterval)
    return () => clearTimeout(timer)
  }, [dismissed])
  return (
    <LazyBoundary>
      {found && <NewVersionDialog opened={!dismissed} onReload={reload} onDismiss={() => setDismissed(true)} />}
    </LazyBoundary>
  )
}
