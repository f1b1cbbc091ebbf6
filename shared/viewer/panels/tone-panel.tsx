import { ActionIcon, Tooltip } from '@mantine/core'
import { IconRotate } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { isPlain, plainTone, type Tone } from '../tiles/tone.ts'
import css from './tone-panel.module.css'
import type { ViewerPanel } from './viewer-panel.ts'

const ToneSliders = lazy(() => import('./tone-sliders.tsx'))

/** The viewer's own panel for pictures in natural colours. */
export const tonePanel = (tone: Tone, onChange: (tone: Tone) => void): ViewerPanel => ({
  id: 'tone',
  title: 'Picture',
  actions: (
    <Tooltip label="As stored">
      <ActionIcon
        aria-label="Brightness and contrast as stored"
        aria-disabled={isPlain(tone)}
        data-disabled={isPlain(tone) || undefined}
        onClick={() => onChange(plainTone)}
      >
        <IconRotate size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ),
  render: () => (
    <div className={css.tone}>
      <Suspense>
        <ToneSliders tone={tone} onChange={onChange} />
      </Suspense>
    </div>
  ),
})
