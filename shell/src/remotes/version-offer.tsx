import { Button } from '@mantine/core'
import css from './version-offer.module.css'

interface VersionOfferProps {
  /** What happened, as a sentence. */
  trouble: string | null
  /** The version before; null when there is none. */
  earlier: string | null
  onUse: () => void
  onHide: () => void
}

/**
 * Above a page that goes on after a failure: what happened, and the version before. The page is not replaced by itself,
 * because it may hold what the user has typed. The live region exists from the start, because screen readers announce
 * only changes inside an existing one.
 */
export const VersionOffer = ({ trouble, earlier, onUse, onHide }: VersionOfferProps) => (
  <div role="status" className={css.place}>
    {trouble && (
      <div className={css.offer}>
        <p className={css.text}>
          {trouble} {earlier !== null && 'If it happens again, use the version before.'}
        </p>
        {earlier !== null && (
          <Button variant="default" size="compact-sm" onClick={onUse}>
            Use version {earlier}
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={onHide}>
          Hide
        </Button>
      </div>
    )}
  </div>
)
