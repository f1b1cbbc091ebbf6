import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './toast.module.css'
import { type Tone, ToneIcon } from './tone-icon.tsx'

export interface ToastProps {
  tone: Tone
  title: string
  detail?: ReactNode
  onClose: () => void
}

/**
 * One message in a corner; where it stands, how long, and how it is spoken is the shell's matter: what arrives together with
 * its own live role is not reliably read.
 */
export function Toast({ tone, title, detail, onClose }: ToastProps) {
  return (
    <div className={css.toast}>
      <ToneIcon tone={tone} size={20} />
      <div className={css.words}>
        <div className={css.title}>{title}</div>
        {detail && <div className={css.detail}>{detail}</div>}
      </div>
      <CloseButton aria-label="Close message" onClick={onClose} />
    </div>
  )
}
