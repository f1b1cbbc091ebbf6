import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PictureFan } from './picture-fan.tsx'
import css from './state.module.css'

export interface EmptyStateProps {
  title: string
  /** One sentence: why it is empty, or what will be here. */
  text?: ReactNode
  /** Addresses of one to three pictures, or an element. */
  pictures?: readonly string[] | ReactNode
  /** Next steps: one filled button, and at most one quiet button. */
  actions?: ReactNode
}

const isAddresses = (pictures: EmptyStateProps['pictures']): pictures is readonly string[] =>
  Array.isArray(pictures) && pictures.every((picture) => typeof picture === 'string')

/** In place of a list without items. */
export function EmptyState({ title, text, pictures, actions }: EmptyStateProps) {
  return (
    <div className={css.state}>
      {isAddresses(pictures) ? <PictureFan pictures={pictures} /> : pictures}
      <div>
        <Title order={2} className={css.largeTitle}>
          {title}
        </Title>
        {text && <p className={css.text}>{text}</p>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}
