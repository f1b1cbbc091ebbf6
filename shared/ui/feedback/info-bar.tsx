import type { ReactNode } from 'react'
import css from './info-bar.module.css'
import { type Tone, ToneIcon } from './tone-icon.tsx'

export interface InfoBarProps {
  tone?: Tone
  children: ReactNode
}

/** One or two sentences above a page's content: a rule, a limit that is near, why something cannot be done. */
export function InfoBar({ tone = 'info', children }: InfoBarProps) {
  return (
    <div className={css.bar} data-tone={tone} role={tone === 'error' ? 'alert' : 'note'}>
      <ToneIcon tone={tone} />
      <div>{children}</div>
    </div>
  )
}
