import type { Notification } from '@lamella/shared/contract'
import { TimeAgo, type Tone, ToneIcon } from '@lamella/shared/ui'
import { Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconBell, IconMailOpened, IconShare3 } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import css from './notification-panel.module.css'

const tones: readonly string[] = ['success', 'warning', 'error'] satisfies Tone[]
const isTone = (tone: string): tone is Tone => tones.includes(tone)

const plain = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** Kinds of a newer server have the icon of their tone, or a bell. */
const RowIcon = ({ kind, tone }: Pick<Notification, 'kind' | 'tone'>) => {
  if (isTone(tone)) return <ToneIcon tone={tone} />
  if (kind === 'project-shared') return <IconShare3 {...plain} />
  return kind === 'organisation-invited' ? <IconMailOpened {...plain} /> : <IconBell {...plain} />
}

interface NotificationRowProps {
  notification: Notification
  onFollow: () => void
  onMark: (read: boolean) => void
}

/** One notification: a link to what it is about, and the button that marks it. */
export const NotificationRow = ({ notification, onFollow, onMark }: NotificationRowProps) => {
  const { kind, tone, title, text, link, created, read } = notification
  const action = read ? 'Mark as unread' : 'Mark as read'
  return (
    <li className={css.row} data-unread={!read || undefined}>
      <span className={css.icon}>
        <RowIcon kind={kind} tone={tone} />
      </span>
      <div className={css.words}>
        <Link to={link} className={css.title} onClick={onFollow}>
          {!read && <VisuallyHidden>Unread: </VisuallyHidden>}
          {title}
        </Link>
        {text && <span className={css.text}>{text}</span>}
        <span className={css.when}>
          <TimeAgo date={created} />
        </span>
      </div>
      <Tooltip label={action}>
        <UnstyledButton className={css.mark} aria-label={`${action}: ${title}`} onClick={() => onMark(!read)}>
          <span className={css.dot} />
        </UnstyledButton>
      </Tooltip>
    </li>
  )
}
