import { type ReactNode, useEffect, useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { watchForms } from './touched-forms.ts'
import { useNewVersion } from './use-new-version.ts'

const NewVersionOffer = lazyPart(() => import('./new-version-offer.tsx'))

/** Milliseconds after which a dismissed prompt is shown again (D1-4.6-03). */
const reminderInterval = 300_000

interface NewVersionProps {
  /** @returns whether another version than the running one is active */
  check: () => Promise<boolean>
  /** Reloads the page. */
  reload: () => void
}

/**
 * Offers to reload when another version of the portal is active than the running one (D1-4.6-01). The live region exists from the start,
 * because screen readers announce only changes inside an existing one.
 */
const NewVersion = ({ check, reload }: NewVersionProps): ReactNode => {
  const found = useNewVersion(check)
  const [dismissed, setDismissed] = useState(false)
  useEffect(watchForms, [])
  useEffect(() => {
    if (!dismissed) return
    const timer = setTimeout(() => setDismissed(false), reminderInterval)
    return () => clearTimeout(timer)
  }, [dismissed])
  // An agreed reload that waits is taken back, too.
  const dismiss = (): void => setDismissed(true)
  return (
    <div role="status">
      {found && !dismissed && <NewVersionOffer reload={reload} onDismiss={dismiss} onMissing={dismiss} />}
    </div>
  )
}

export default NewVersion
