import type { RemovableRelease } from '@lamella/shared/contract'
import { useId } from 'react'
import css from './removal-plan-lists.module.css'
import { dayAndTime } from './words.ts'

interface RemovalPlanListsProps {
  goes: readonly RemovableRelease[]
  stays: readonly { version: string; why: string }[]
}

interface Line {
  version: string
  text: string
}

const Lines = ({ title, lines }: { title: string; lines: readonly Line[] }) => {
  const label = useId()
  return (
    <div>
      <h3 id={label} className={css.title}>
        {title}
      </h3>
      <ul aria-labelledby={label} className={css.lines}>
        {lines.map(({ version, text }) => (
          <li key={version}>
            <span className={css.version}>{version}</span> <span className={css.text}>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What would be removed, and what stays with the reason. */
export const RemovalPlanLists = ({ goes, stays }: RemovalPlanListsProps) => (
  <>
    {goes.length === 0 ? (
      <p className={css.nothing}>Nothing is removed.</p>
    ) : (
      <Lines
        title="Is removed"
        lines={goes.map(({ version, published, why }) => ({
          version,
          text: why ?? `Published ${dayAndTime(new Date(published))}`,
        }))}
      />
    )}
    {stays.length > 0 && <Lines title="Stays" lines={stays.map(({ version, why }) => ({ version, text: why }))} />}
  </>
)
