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
 * Appearance of one toast. The shell places it, times it and announces it: an element inserted together with its own
 * live role is not reliably announced.
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
