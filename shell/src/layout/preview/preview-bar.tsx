import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { VersionInUse } from '../../telemetry/version-in-use.ts'
import css from './preview-bar.module.css'

export interface PreviewBarProps {
  /** What this page shows in preview, at least one. */
  versions: readonly VersionInUse[]
  onEnd: () => void
}

/** Says above everything that this page shows what others do not get, and ends that. */
const PreviewBar = ({ versions, onEnd }: PreviewBarProps) => (
  <aside className={css.bar} aria-label="Preview">
    <IconEye size={18} stroke={1.7} aria-hidden />
    <p className={css.text}>Preview of {versions.map(({ app, version }) => `${app} ${version}`).join(', ')}</p>
    <Button variant="default" size="compact-sm" onClick={onEnd}>
      End preview
    </Button>
  </aside>
)

export default PreviewBar
