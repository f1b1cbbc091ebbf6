import { StatusBadge, type StatusBadgeProps } from '@lamella/shared/blocks'
import { Card, Title } from '@mantine/core'
import css from './suitability-list.module.css'
import type { CheckedImage } from './use-suitability.ts'

const badgeOf = (state: Exclude<CheckedImage['state'], 'unknown'>): StatusBadgeProps =>
  state === 'failed' ? { status: 'unknown', label: 'Not checked' } : { status: state }

interface SuitabilityListProps {
  checked: readonly CheckedImage[]
  /** What else is known of an image before the job, as a sentence; null: nothing. */
  remark: (checked: CheckedImage) => string | null
}

/** Says of each chosen image whether it suits the application, and why not. Images for which no answer can be had are left out. */
export const SuitabilityList = ({ checked, remark }: SuitabilityListProps) => {
  const shown = checked.flatMap((entry) => {
    const { image, state, reasons } = entry
    if (state === 'unknown') return []
    const remarked = remark(entry)
    return [{ image, badge: badgeOf(state), sentences: remarked === null ? reasons : [...reasons, remarked] }]
  })
  if (shown.length === 0) return null
  return (
    <Card component="section" aria-label="Suitability">
      <Title order={2} size="h3" mb="md">
        Suitability
      </Title>
      <ul className={css.list} aria-live="polite">
        {shown.map(({ image, badge, sentences }) => (
          <li key={image.id}>
            <div className={css.head}>
              <span className={css.name}>{image.name}</span>
              <StatusBadge {...badge} />
            </div>
            {sentences.map((sentence) => (
              <p key={sentence} className={css.reason}>
                {sentence}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  )
}
