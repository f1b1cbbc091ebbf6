import { formatNumber } from '@lamella/shared/ui'
import type { ActiveTool } from '@lamella/shared/viewer'
import { ActionIcon, Tooltip } from '@mantine/core'
import {
  type Icon,
  IconCircleDashed,
  IconClipboardCopy,
  IconCopy,
  IconLayersSubtract,
  IconLayersUnion,
  IconScissors,
  IconTimeline,
  IconTrash,
  IconVectorBezier2,
  IconX,
} from '@tabler/icons-react'
import type { DrawnObject } from './drawn-objects.ts'
import css from './edit-bar.module.css'
import { areAlike, isArea } from './shape-edits.ts'
import type { AnnotationActs } from './use-annotation-acts.ts'

interface EditBarProps {
  /** Those that are selected. */
  objects: readonly DrawnObject[]
  tools: Pick<ActiveTool, 'active' | 'activate'>
  /** Whether the image has several time points. */
  isSeries: boolean
  acts: Pick<AnnotationActs, 'merge' | 'subtract' | 'simplify' | 'duplicate' | 'copyToAllTimes' | 'copy' | 'remove'>
}

interface ButtonProps {
  label: string
  icon: Icon
  /** Why it cannot be done, or what it does in more words. */
  hint: string
  isOff?: boolean
  /** Its icon is known everywhere: it has no word. */
  isPlain?: boolean
  onClick: () => void
}

const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

const BarButton = ({ label, icon: ButtonIcon, hint, isOff = false, isPlain = false, onClick }: ButtonProps) => (
  <Tooltip label={hint}>
    <ActionIcon
      classNames={{ root: css.button, icon: css.inside }}
      aria-label={label}
      aria-disabled={isOff || undefined}
      data-disabled={isOff || undefined}
      onClick={() => !isOff && onClick()}
    >
      <ButtonIcon {...iconProps} />
      {!isPlain && <span className={css.word}>{label}</span>}
    </ActionIcon>
  </Tooltip>
)

const hints: Readonly<Record<string, string>> = {
  split: 'Drag a line through the object',
  hole: 'Click the corners of the hole, then its first corner',
}

/** What can be done with the selected objects, over the picture. */
export const EditBar = ({ objects, tools, isSeries, acts }: EditBarProps) => {
  const { active, activate } = tools
  const [only] = objects
  const cutting = active && hints[active.id]
  // While something is drawn it would be in the way.
  if (!only || (active?.id !== 'select' && !cutting)) return null
  if (cutting) {
    return (
      <div className={css.bar} role="toolbar" aria-label="Selection">
        <span className={css.count} role="status">
          {cutting}
        </span>
        <BarButton label="Give up" icon={IconX} hint="Give up (Esc)" onClick={() => activate({ id: 'select' })} />
      </div>
    )
  }
  const isOneArea = objects.length === 1 && isArea(only)
  const isSet = areAlike(objects)
  const one = 'Select one area'
  const several = 'Select several areas on the same plane, with Shift and a click'
  return (
    <div className={css.bar} role="toolbar" aria-label="Selection">
      {objects.length > 1 && (
        <span className={css.count}>
          {formatNumber(objects.length)} <span className={css.word}>selected</span>
        </span>
      )}
      <BarButton
        label="Split"
        icon={IconScissors}
        hint={isOneArea ? 'Split by a line (Shift S)' : one}
        isOff={!isOneArea}
        onClick={() => activate({ id: 'split' })}
      />
      <BarButton
        label="Merge"
        icon={IconLayersUnion}
        hint={isSet ? 'Make them one: the first that was selected' : several}
        isOff={!isSet}
        onClick={acts.merge}
      />
      <BarButton
        label="Subtract"
        icon={IconLayersSubtract}
        hint={isSet ? 'Take the others away from the first that was selected; they stay' : several}
        isOff={!isSet}
        onClick={acts.subtract}
      />
      <BarButton
        label="Hole"
        icon={IconCircleDashed}
        hint={isOneArea ? 'Cut a hole (Shift H)' : one}
        isOff={!isOneArea}
        onClick={() => activate({ id: 'hole' })}
      />
      <BarButton
        label="Simplify"
        icon={IconVectorBezier2}
        hint="Leave out corners that are not seen at this zoom"
        onClick={acts.simplify}
      />
      <span className={css.line} />
      <BarButton label="Duplicate" icon={IconCopy} hint="Duplicate (Shift D)" isPlain onClick={acts.duplicate} />
      <BarButton label="Copy" icon={IconClipboardCopy} hint="Copy (Ctrl C)" isPlain onClick={acts.copy} />
      {isSeries && (
        <BarButton
          label="Copy to all time points"
          icon={IconTimeline}
          hint="Copy to all time points"
          isPlain
          onClick={acts.copyToAllTimes}
        />
      )}
      <BarButton label="Delete" icon={IconTrash} hint="Delete (Del)" isPlain onClick={acts.remove} />
    </div>
  )
}
