import { Button, Title } from '@mantine/core'
import { type Icon, IconCloudOff, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './state.module.css'

export interface ErrorStateProps {
  /** What failed, e.g. "Projects could not be retrieved". */
  title: string
  /** What is safe and what can be done, e.g. "The server did not answer. Nothing was lost." */
  text?: string
  icon?: Icon
  onRetry?: () => void
  /** Another attempt is under way: the button loads. */
  retrying?: boolean
  /** Other ways out, beside "Try again". */
  actions?: ReactNode
}

/** In place of content that could not be loaded, announced as an alert. */
export function ErrorState({
  title,
  text,
  icon: SignIcon = IconCloudOff,
  onRetry,
  retrying = false,
  actions,
}: ErrorStateProps) {
  return (
    <div className={css.state} role="alert">
      <div className={css.plate}>
        <SignIcon size={22} stroke={1.6} aria-hidden />
      </div>
      <div>
        <Title order={2} className={css.title}>
          {title}
        </Title>
        {text && <p className={css.text}>{text}</p>}
      </div>
      {(onRetry || actions) && (
        <div className={css.actions}>
          {onRetry && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
              loading={retrying}
              onClick={onRetry}
            >
              Try again
            </Button>
          )}
          {actions}
        </div>
      )}
    </div>
  )
}
