import { UnstyledButton } from '@mantine/core'
import css from './file-facts.module.css'
import type { Comparison } from './same-content.ts'

interface SameContentNoticeProps {
  /** Of the picked file. */
  name: string
  comparison: Comparison | undefined
  onLeaveOut: () => void
}

/** That an image of the project has the content of a picked file; it may be uploaded all the same. */
export const SameContentNotice = ({ name, comparison, onLeaveOut }: SameContentNoticeProps) => {
  if (!comparison) return null
  if (comparison === 'comparing') {
    return <span className={css.facts}>An image of the same size is in this project: comparing the contents…</span>
  }
  return (
    <span className={css.problem} role="status">
      This project already has an image with the same content: {comparison.name}.{' '}
      <UnstyledButton className={css.better} aria-label={`Leave out ${name}`} onClick={onLeaveOut}>
        Leave it out
      </UnstyledButton>
    </span>
  )
}
